import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { accountDrifts } from '../../account/entity-drift.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { isLiveAdGroup } from '../../findings/setup-finding.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { normalCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { isLive } from './keyword-evidence.ts'

/** Clicks and conversions of the newest third of the window, and of the rest of it. */
type Thirds = { lateClicks: number; late: number; clicks: number; conversions: number }

/** An ad group that sells far less of late, while the others do as before. */
export type FallenGroup = Thirds & {
  adGroupId: string
  campaignId: string
  costMicros: number
  /** Of late, at its own rate before and as much changed as the others'. */
  expected: number
  /** Of the others, rate of late over that before. */
  change: number
  /** Of what the account would have sold of late, what is missing. */
  missing: number
  probability: number
  key: string
  /** Where it is one keyword of an ad group whose others go on. */
  keyword?: KeywordFacts
}

/**
 * What sold until a month ago and hardly does now, where neither counting nor a season explains it, as the other ad groups tell: a
 * product that is out of stock, a dearer one, a page that fails. How far ad groups move by themselves is learned from the others too.
 */
export const fallenGroups = oncePerAnalysis(
  (snapshot: AccountSnapshot, context: Context): FallenGroup[] => {
    const parted = partedKeywords(snapshot)
    const groups = Map.groupBy(parted, ({ adGroupId }) => adGroupId)
    const all = thirdsOf(parted)
    const candidates = [...groups].flatMap(([id, own]) => {
      if (!isLiveAdGroup(context, id)) return []
      const others = () => parted.filter(({ adGroupId }) => adGroupId !== id)
      const least = THRESHOLDS.fallenExpected.value
      return judged(own, all, least, () => driftAmong(snapshot, others(), context), context)
    })
    return acceptByFalseDiscovery(candidates, THRESHOLDS.falseDiscoveryRate.value)
  },
)

/** Single keywords in ad groups that have not fallen as a whole: one product of several. */
export function fallenKeywords(
  snapshot: AccountSnapshot,
  context: Context,
  groups: readonly FallenGroup[],
): FallenGroup[] {
  const parted = partedKeywords(snapshot)
  const all = thirdsOf(parted)
  const fallen = new Set(groups.map(({ adGroupId }) => adGroupId))
  const byGroup = Map.groupBy(parted, ({ adGroupId }) => adGroupId)
  const candidates = parted.flatMap((keyword) => {
    const { adGroupId, criterionId } = keyword
    if (fallen.has(adGroupId) || byGroup.get(adGroupId)!.length < 2) return []
    if (!isLive(context, keyword)) return []
    const others = () => parted.filter((one) => one !== keyword)
    const least = THRESHOLDS.fallenKeywordExpected.value
    const drift = () => driftAmong(snapshot, others(), context)
    const key = `${adGroupId}~${criterionId}`
    return judged([keyword], all, least, drift, context).map((one) => ({ ...one, key, keyword }))
  })
  return acceptByFalseDiscovery(candidates, THRESHOLDS.falseDiscoveryRate.value)
}

function partedKeywords(snapshot: AccountSnapshot): KeywordFacts[] {
  const known = withKnown(snapshot, ['keyword'], COUNTED)?.keywords ?? []
  return known.filter(({ recent, sums }) => recent && recent.clicks < sums.clicks)
}

function judged(
  own: readonly KeywordFacts[],
  all: Thirds,
  least: number,
  driftOfOthers: () => number,
  { measurement }: Context,
): FallenGroup[] {
  const { fallenLoss, enoughProbability } = THRESHOLDS
  const one = thirdsOf(own)
  const others = without(all, one)
  if (Math.min(others.late, others.conversions, one.conversions) < least) return []
  const change = others.late / others.lateClicks / (others.conversions / others.clicks)
  const expected = (one.conversions / one.clicks) * one.lateClicks * change
  if (expected < least || one.late > (1 - fallenLoss.value) * expected) return []
  const counts = [one.late + 0.5, one.conversions, others.late, others.conversions]
  const chance = counts.reduce((sum, count) => sum + measurement.credit.spread / count, 0)
  const below = Math.log(((1 - fallenLoss.value) * expected) / (one.late + 0.5))
  const sure = (drift: number) => normalCdf(below / Math.sqrt(chance + drift ** 2))
  // How far the others move is asked only for the few that chance does not explain.
  if (sure(0) < enoughProbability.value) return []
  const probability = sure(driftOfOthers())
  if (probability < enoughProbability.value) return []
  const { adGroupId, campaignId } = own[0]!
  const costMicros = own.reduce((sum, { sums }) => sum + sums.costMicros, 0)
  const missing = (expected - one.late) / (all.late + expected - one.late)
  const facts = { ...one, expected, change, missing, probability }
  return [{ ...facts, adGroupId, campaignId, costMicros, key: adGroupId }]
}

function driftAmong(
  snapshot: AccountSnapshot,
  keywords: readonly KeywordFacts[],
  { measurement }: Context,
): number {
  return accountDrifts({ ...snapshot, keywords, searchTerms: [] }, measurement.credit).drift.rate
}

function thirdsOf(rows: readonly KeywordFacts[]): Thirds {
  const total = { lateClicks: 0, late: 0, clicks: 0, conversions: 0 }
  for (const { sums, recent } of rows) {
    const [lateClicks, late] = [recent!.clicks, recent!.conversionsMicros / MICROS]
    total.lateClicks += lateClicks
    total.late += late
    total.clicks += sums.clicks - lateClicks
    total.conversions += sums.conversionsMicros / MICROS - late
  }
  return total
}

function without(all: Thirds, one: Thirds): Thirds {
  return {
    lateClicks: all.lateClicks - one.lateClicks,
    late: all.late - one.late,
    clicks: all.clicks - one.clicks,
    conversions: all.conversions - one.conversions,
  }
}
