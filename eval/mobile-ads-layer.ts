import { parse } from 'csv-parse/sync'
import { againstExpected, expectationFrom } from '#engine/effect/placebos.ts'
import {
  type FourCells,
  type LogEffect,
  ratioOfRatios,
  reachOf,
  Z_95,
} from '#engine/effect/ratio-of-ratios.ts'
import { EFFECT_THRESHOLDS } from '#engine/thresholds/effect.ts'
import { chanceFrom } from './chance.ts'
import { atMost, type LayerOptions, type Metric, noted } from './metric.ts'

/** A multiplier that moved by this much or less was not changed. */
const UNCHANGED = 0.02
/** Fewer events in a cell tell nothing. */
const ENOUGH = 8

type Campaign = Record<string, string>

/**
 * A real experiment: campaigns of one advertiser whose mobile bids were left alone, mobile against desktop. Each is
 * judged as the product would: against what the other unchanged ones let expect. A model that takes them for Poisson counts
 * sees an effect in more than one of three.
 */
export function mobileAdsLayer({ mobileAds }: LayerOptions): Metric[] {
  if (!mobileAds) return []
  const rows: Campaign[] = parse(mobileAds, { columns: true, skip_empty_lines: true })
  const unchanged = rows.filter((row) => Math.abs(Number(row['mult.change'])) <= UNCHANGED)
  const measures = [
    judged(unchanged, 'click', EFFECT_THRESHOLDS.clickDrift.value),
    judged(unchanged, 'conv', EFFECT_THRESHOLDS.conversionDrift.value),
  ] as const
  return [
    noted('MobileAds: campaigns whose bid was left alone', unchanged.length),
    ...figures('clicks', measures[0]),
    ...figures('conversions', measures[1]),
    ...together(measures),
    atMost(
      `MobileAds clicks: flagged against random halves of the others, ${SPLITS} times each`,
      flaggedInSplits(unchanged, 'click', EFFECT_THRESHOLDS.clickDrift.value),
      0.05,
    ),
    atMost(
      'MobileAds conversions: the same',
      flaggedInSplits(unchanged, 'conv', EFFECT_THRESHOLDS.conversionDrift.value),
      0.05,
    ),
  ]
}

/** One campaign's verdicts: with the drift of the others, and by a Poisson test. */
type Judged = { campaign: Campaign; flagged: boolean; byPoisson: boolean }

function judged(campaigns: Campaign[], measure: 'click' | 'conv', usualDrift: number): Judged[] {
  const told = toldOf(campaigns, measure)
  return told.map(({ campaign, effect }) => {
    const others = told.filter((one) => one.effect !== effect).map((one) => one.effect)
    return {
      campaign,
      flagged: isFlagged(effect, others, usualDrift),
      byPoisson: Math.abs(effect.log) > Z_95 * Math.sqrt(effect.variance),
    }
  })
}

const SPLITS = 200

/** Share of the verdicts on each that is flagged, whichever half of the others it is held against. */
function flaggedInSplits(
  campaigns: Campaign[],
  measure: 'click' | 'conv',
  usualDrift: number,
): number {
  const effects = toldOf(campaigns, measure).map(({ effect }) => effect)
  const chance = chanceFrom(`mobile ads ${measure}`)
  let flagged = 0
  for (let split = 0; split < SPLITS; split++)
    for (const effect of effects) {
      const others = effects.filter((one) => one !== effect && chance.happens(0.5))
      if (isFlagged(effect, others, usualDrift)) flagged++
    }
  return flagged / SPLITS / effects.length
}

/** Of those with enough events. */
function toldOf(campaigns: Campaign[], measure: 'click' | 'conv') {
  return campaigns
    .map((campaign) => ({ campaign, cells: cellsOf(campaign, measure) }))
    .filter(({ cells }) => Object.values(cells).every((n) => n >= ENOUGH))
    .map(({ campaign, cells }) => ({
      campaign,
      effect: ratioOfRatios(cells, { dispersion: 1, drift: 0 }),
    }))
}

function isFlagged(effect: LogEffect, others: readonly LogEffect[], usualDrift: number): boolean {
  const against = againstExpected(effect, expectationFrom(others, usualDrift))
  return Math.abs(against.log) > reachOf(against)
}

function figures(measure: string, verdicts: readonly Judged[]): Metric[] {
  return [
    noted(`MobileAds ${measure}: unchanged campaigns with enough events`, verdicts.length),
    atMost(`MobileAds ${measure}: flagged with drift`, shareOf(verdicts, 'flagged'), 0.1),
    noted(`MobileAds ${measure}: flagged by a Poisson test`, shareOf(verdicts, 'byPoisson')),
  ]
}

/** A campaign is flagged when any of its measures is. */
function together(measures: readonly (readonly Judged[])[]): Metric[] {
  const campaigns = [...Map.groupBy(measures.flat(), ({ campaign }) => campaign).values()]
  const any = campaigns.map((own) => ({
    flagged: own.some(({ flagged }) => flagged),
    byPoisson: own.some(({ byPoisson }) => byPoisson),
  }))
  return [
    atMost('MobileAds: unchanged campaigns flagged by any measure', shareOf(any, 'flagged'), 0.1),
    noted('MobileAds: the same by a Poisson test', shareOf(any, 'byPoisson')),
  ]
}

function shareOf(
  verdicts: readonly Pick<Judged, 'flagged' | 'byPoisson'>[],
  by: 'flagged' | 'byPoisson',
): number {
  return verdicts.filter((one) => one[by]).length / verdicts.length
}

function cellsOf(row: Campaign, measure: 'click' | 'conv'): FourCells {
  return {
    before: Number(row[`m.${measure}_pre`]),
    after: Number(row[`m.${measure}_post`]),
    controlBefore: Number(row[`d.${measure}_pre`]),
    controlAfter: Number(row[`d.${measure}_post`]),
  }
}
