import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { accountDrifts } from '../../account/entity-drift.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { recentFrom } from '../../account/window.ts'
import { isLiveAdGroup } from '../../findings/setup-finding.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { normalCdf } from '../../statistics/stats.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { isLive } from './keyword-evidence.ts'

/** Clicks and conversions of the newest third of the window, and of the rest of it. */
type Thirds = { lateClicks: number; late: number; clicks: number; conversions: number }

/** A campaign, an ad group or one of its keywords that sells far less of late, while the others do as before. */
export type Fallen = Thirds & {
  campaignId: string
  /** Null where it is the whole campaign. */
  adGroupId: string | null
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
 * What sold until a month ago and hardly does now, where neither a season nor the counting of all explains it, as the others tell: a
 * product that is out of stock, a dearer one, a page that fails or that lost its tag. How far ad groups move by themselves is learned
 * from the others too. Whole campaigns, but for those where it is a few ad groups.
 */
export const fallenPlaces = oncePerAnalysis(
  (snapshot: AccountSnapshot, context: Context): Fallen[] => {
    const groups = fallenGroups(snapshot, context)
    const missingOf = (id: string) =>
      groups.reduce((sum, one) => sum + (one.campaignId === id ? one.expected - one.late : 0), 0)
    const campaigns = fallenCampaigns(snapshot, context).filter(
      ({ campaignId, expected, late }) =>
        missingOf(campaignId) < THRESHOLDS.fallenInGroups.value * (expected - late),
    )
    const whole = new Set(campaigns.map(({ campaignId }) => campaignId))
    return [...campaigns, ...groups.filter(({ campaignId }) => !whole.has(campaignId))]
  },
)

function fallenGroups(snapshot: AccountSnapshot, context: Context): Fallen[] {
  const parted = partedKeywords(snapshot)
  const groups = Map.groupBy(parted, ({ adGroupId }) => adGroupId)
  const all = thirdsOf(parted)
  const candidates = [...groups].flatMap(([adGroupId, own]) => {
    if (!isLiveAdGroup(context, adGroupId)) return []
    const others = () => parted.filter((one) => one.adGroupId !== adGroupId)
    const least = THRESHOLDS.fallenExpected.value
    const drift = () => driftAmong(snapshot, others(), context)
    const place = { ...placeOf(own), key: adGroupId }
    return judged(thirdsOf(own), all, least, drift, context).map((one) => ({ ...place, ...one }))
  })
  return acceptByFalseDiscovery(candidates, THRESHOLDS.falseDiscoveryRate.value)
}

/** By their days, also of those that have no keywords. */
function fallenCampaigns(snapshot: AccountSnapshot, context: Context): Fallen[] {
  const known = withKnown(snapshot, ['campaign'], COUNTED)
  const { from, to } = snapshot.window
  const days = known?.campaignDays?.filter(({ day }) => day >= from && day <= to) ?? []
  const late = recentFrom(snapshot.window)
  const parts = [...Map.groupBy(days, ({ campaignId }) => campaignId)].map(([id, own]) => ({
    id,
    thirds: addedUp(
      own.map(({ day, clicks, conversionsMicros }) => {
        const conversions = conversionsMicros / MICROS
        return day >= late
          ? { lateClicks: clicks, late: conversions, clicks: 0, conversions: 0 }
          : { lateClicks: 0, late: 0, clicks, conversions }
      }),
    ),
  }))
  const all = addedUp(parts.map(({ thirds }) => thirds))
  const parted = partedKeywords(snapshot)
  const candidates = parts.flatMap(({ id, thirds }) => {
    const campaign = context.campaigns.get(id)
    if (campaign?.status !== 'ENABLED') return []
    const others = () => parted.filter(({ campaignId }) => campaignId !== id)
    const least = THRESHOLDS.fallenExpected.value
    const drift = () => driftAmong(snapshot, others(), context)
    const { costMicros = 0 } = campaign.sums
    const place = { campaignId: id, adGroupId: null, costMicros, key: `campaign ${id}` }
    return judged(thirds, all, least, drift, context).map((one) => ({ ...place, ...one }))
  })
  return acceptByFalseDiscovery(candidates, THRESHOLDS.falseDiscoveryRate.value)
}

/** Single keywords in places that have not fallen as a whole: one product of several. */
export function fallenKeywords(
  snapshot: AccountSnapshot,
  context: Context,
  places: readonly Fallen[],
): Fallen[] {
  const parted = partedKeywords(snapshot)
  const all = thirdsOf(parted)
  const isTold = liesIn(places)
  const byGroup = Map.groupBy(parted, ({ adGroupId }) => adGroupId)
  const candidates = parted.flatMap((keyword) => {
    const { adGroupId, criterionId } = keyword
    if (isTold(keyword) || byGroup.get(adGroupId)!.length < 2) return []
    if (!isLive(context, keyword)) return []
    const others = () => parted.filter((one) => one !== keyword)
    const least = THRESHOLDS.fallenKeywordExpected.value
    const drift = () => driftAmong(snapshot, others(), context)
    const place = { ...placeOf([keyword]), key: `${adGroupId}~${criterionId}`, keyword }
    const own = thirdsOf([keyword])
    return judged(own, all, least, drift, context).map((one) => ({ ...place, ...one }))
  })
  return acceptByFalseDiscovery(candidates, THRESHOLDS.falseDiscoveryRate.value)
}

/** Whether an ad group has fallen, by itself or with its campaign. */
export function liesIn(places: readonly Fallen[]) {
  const campaigns = new Set(places.flatMap((one) => (one.adGroupId ? [] : [one.campaignId])))
  const groups = new Set(places.map(({ adGroupId }) => adGroupId))
  return (one: { campaignId: string; adGroupId: string }) =>
    groups.has(one.adGroupId) || campaigns.has(one.campaignId)
}

function placeOf(own: readonly KeywordFacts[]) {
  const { adGroupId, campaignId } = own[0]!
  const costMicros = own.reduce((sum, { sums }) => sum + sums.costMicros, 0)
  return { adGroupId, campaignId, costMicros }
}

function partedKeywords(snapshot: AccountSnapshot): KeywordFacts[] {
  const known = withKnown(snapshot, ['keyword'], COUNTED)?.keywords ?? []
  return known.filter(({ recent, sums }) => recent && recent.clicks < sums.clicks)
}

type Verdict = Thirds & Pick<Fallen, 'expected' | 'change' | 'missing' | 'probability'>

function judged(
  one: Thirds,
  all: Thirds,
  least: number,
  driftOfOthers: () => number,
  { measurement }: Context,
): Verdict[] {
  const { fallenLoss, enoughProbability } = THRESHOLDS
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
  const missing = (expected - one.late) / (all.late + expected - one.late)
  return [{ ...one, expected, change, missing, probability }]
}

function driftAmong(
  snapshot: AccountSnapshot,
  keywords: readonly KeywordFacts[],
  { measurement }: Context,
): number {
  return accountDrifts({ ...snapshot, keywords, searchTerms: [] }, measurement.credit).drift.rate
}

function thirdsOf(rows: readonly KeywordFacts[]): Thirds {
  return addedUp(
    rows.map(({ sums, recent }) => {
      const [lateClicks, late] = [recent!.clicks, recent!.conversionsMicros / MICROS]
      const conversions = sums.conversionsMicros / MICROS - late
      return { lateClicks, late, clicks: sums.clicks - lateClicks, conversions }
    }),
  )
}

function addedUp(parts: readonly Thirds[]): Thirds {
  const total = { lateClicks: 0, late: 0, clicks: 0, conversions: 0 }
  for (const one of parts) {
    total.lateClicks += one.lateClicks
    total.late += one.late
    total.clicks += one.clicks
    total.conversions += one.conversions
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
