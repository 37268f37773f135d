import { parse } from 'csv-parse/sync'
import { driftOf } from '#engine/effect/noise.ts'
import { type FourCells, ratioOfRatios, Z_95 } from '#engine/effect/ratio-of-ratios.ts'
import { EFFECT_THRESHOLDS } from '#engine/thresholds/effect.ts'
import { atMost, type LayerOptions, type Metric, noted } from './metric.ts'

/** A multiplier that moved by this much or less was not changed. */
const UNCHANGED = 0.02
/** Fewer events in a cell tell nothing. */
const ENOUGH = 8

type Campaign = Record<string, string>

/**
 * A real experiment: campaigns of one advertiser whose mobile bids were left alone, mobile against desktop. Whoever
 * takes them for Poisson counts sees an effect in more than one of three.
 */
export function mobileAdsLayer({ mobileAds }: LayerOptions): Metric[] {
  if (!mobileAds) return []
  const rows: Campaign[] = parse(mobileAds, { columns: true, skip_empty_lines: true })
  const unchanged = rows.filter((row) => Math.abs(Number(row['mult.change'])) <= UNCHANGED)
  return [
    noted('MobileAds: campaigns whose bid was left alone', unchanged.length),
    ...flagged(
      'clicks',
      unchanged.map((row) => cellsOf(row, 'click')),
      EFFECT_THRESHOLDS.clickDrift.value,
    ),
    ...flagged(
      'conversions',
      unchanged.map((row) => cellsOf(row, 'conv')),
      EFFECT_THRESHOLDS.conversionDrift.value,
    ),
  ]
}

function flagged(measure: string, all: FourCells[], usualDrift: number): Metric[] {
  const told = all.filter((cells) => Object.values(cells).every((n) => n >= ENOUGH))
  const entities = told.map((cells) => ({
    before: cells.before,
    after: cells.after,
    dispersion: 1,
  }))
  const drift = driftOf(entities, usualDrift)
  const share = (tau: number) =>
    told.filter((cells) => {
      const { log, variance } = ratioOfRatios(cells, { dispersion: 1, drift: tau })
      return Math.abs(log) > Z_95 * Math.sqrt(variance)
    }).length / told.length
  return [
    noted(`MobileAds ${measure}: unchanged campaigns with enough events`, told.length),
    atMost(`MobileAds ${measure}: flagged with drift`, share(drift), 0.1),
    noted(`MobileAds ${measure}: flagged by a Poisson test`, share(0)),
    noted(`MobileAds ${measure}: drift (sd of the logarithm)`, drift),
  ]
}

function cellsOf(row: Campaign, measure: 'click' | 'conv'): FourCells {
  return {
    before: Number(row[`m.${measure}_pre`]),
    after: Number(row[`m.${measure}_post`]),
    controlBefore: Number(row[`d.${measure}_pre`]),
    controlAfter: Number(row[`d.${measure}_post`]),
  }
}
