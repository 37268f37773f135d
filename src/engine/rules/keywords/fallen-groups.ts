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

/** Clicks and conversions of the newest third of the window, and of the rest of it; `asBefore`: those of late at the rate before. */
type Thirds = {
  lateClicks: number
  late: number
  clicks: number
  conversions: number
  asBefore: number
}

/** A campaign, an ad group or one of its keywords that sells far less of late, while the others do as before. */
export type Fallen = Thirds & {
  campaignId: string
  /** Null where it is the whole campaign. */
  adGroupId: string | null
  costMicros: number
  /** Of late, at its own rate before and as much changed as the others'. */
  expected: number
  /** Of the others, rate of late over that before, each with as many clicks as of late. */
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
  const parted = partedKeywords(snapshot, context)
  const groups = Map.groupBy(parted, ({ keyword }) => keyword.adGroupId)
  const candidates = [...groups].flatMap(([adGroupId, own]): Candidate[] => {
    if (!isLiveAdGroup(context, adGroupId)) return []
    const place = { ...placeOf(own), key: adGroupId }
    return [{ place, thirds: addedUp(own), holds: (one) => one.adGroupId === adGroupId }]
  })
  return fallenAmong(
    candidates,
    addedUp(parted),
    THRESHOLDS.fallenExpected.value,
    snapshot,
    context,
  )
}

/** By their days, also of those that have no keywords. */
function fallenCampaigns(snapshot: AccountSnapshot, context: Context): Fallen[] {
  const parts = partedCampaigns(snapshot)
  const candidates = parts.flatMap(({ id, ...thirds }): Candidate[] => {
    const campaign = context.campaigns.get(id)
    if (campaign?.status !== 'ENABLED') return []
    const { costMicros = 0 } = campaign.sums
    const place = { campaignId: id, adGroupId: null, costMicros, key: `campaign ${id}` }
    return [{ place, thirds, holds: ({ campaignId }) => campaignId === id }]
  })
  return fallenAmong(candidates, addedUp(parts), THRESHOLDS.fallenExpected.value, snapshot, context)
}

/** Single keywords in places that have not fallen as a whole: one product of several. */
export function fallenKeywords(
  snapshot: AccountSnapshot,
  context: Context,
  places: readonly Fallen[],
): Fallen[] {
  const parted = partedKeywords(snapshot, context)
  const isTold = liesIn(places)
  const byGroup = Map.groupBy(parted, ({ keyword }) => keyword.adGroupId)
  const candidates = parted.flatMap(({ keyword, ...thirds }): Candidate[] => {
    const { adGroupId, criterionId } = keyword
    if (isTold(keyword) || byGroup.get(adGroupId)!.length < 2) return []
    if (!isLive(context, keyword)) return []
    const place = { ...placeOf([{ keyword }]), key: `${adGroupId}~${criterionId}`, keyword }
    return [{ place, thirds, holds: (one) => one === keyword }]
  })
  const least = THRESHOLDS.fallenKeywordExpected.value
  return fallenAmong(candidates, addedUp(parted), least, snapshot, context)
}

type Candidate = {
  place: Omit<Fallen, keyof Verdict>
  thirds: Thirds
  /** Its own keywords: how far places move by themselves is learned from the others. */
  holds: (keyword: KeywordFacts) => boolean
}

/** `all`: the candidates and those beside them. `least`: conversions, expected and of the others. */
function fallenAmong(
  candidates: readonly Candidate[],
  all: Thirds,
  least: number,
  snapshot: AccountSnapshot,
  context: Context,
): Fallen[] {
  const parted = partedKeywords(snapshot, context)
  const fallen = candidates.flatMap(({ place, thirds, holds }) => {
    const others = () => parted.filter(({ keyword }) => !holds(keyword))
    const drift = () => driftAmong(snapshot, others(), context)
    return judged(thirds, all, least, drift, context).map((one) => ({ ...place, ...one }))
  })
  return acceptByFalseDiscovery(fallen, THRESHOLDS.falseDiscoveryRate.value)
}

/** Whether an ad group has fallen, by itself or with its campaign. */
export function liesIn(places: readonly Fallen[]) {
  const campaigns = new Set(places.flatMap((one) => (one.adGroupId ? [] : [one.campaignId])))
  const groups = new Set(places.map(({ adGroupId }) => adGroupId))
  return (one: { campaignId: string; adGroupId: string }) =>
    groups.has(one.adGroupId) || campaigns.has(one.campaignId)
}

function placeOf(own: readonly { keyword: KeywordFacts }[]) {
  const { adGroupId, campaignId } = own[0]!.keyword
  const costMicros = own.reduce((sum, { keyword }) => sum + keyword.sums.costMicros, 0)
  return { adGroupId, campaignId, costMicros }
}

type PartedKeyword = Thirds & { keyword: KeywordFacts }

const partedKeywords = oncePerAnalysis((snapshot: AccountSnapshot): PartedKeyword[] => {
  const known = withKnown(snapshot, ['keyword'], COUNTED)?.keywords ?? []
  return compared(
    known.flatMap((keyword) => {
      const { sums, recent } = keyword
      if (!recent) return []
      const [lateClicks, late] = [recent.clicks, recent.conversionsMicros / MICROS]
      const conversions = sums.conversionsMicros / MICROS - late
      return [{ keyword, lateClicks, late, clicks: sums.clicks - lateClicks, conversions }]
    }),
  )
})

function partedCampaigns(snapshot: AccountSnapshot): (Thirds & { id: string })[] {
  const { from, to } = snapshot.window
  const days = withKnown(snapshot, ['campaign'], COUNTED)?.campaignDays ?? []
  const since = recentFrom(snapshot.window)
  const parts = new Map<string, Counts & { id: string }>()
  for (const { campaignId: id, day, clicks, conversionsMicros } of days) {
    if (day < from || day > to) continue
    const own = parts.get(id) ?? { id, lateClicks: 0, late: 0, clicks: 0, conversions: 0 }
    parts.set(id, own)
    const isLate = day >= since
    own[isLate ? 'lateClicks' : 'clicks'] += clicks
    own[isLate ? 'late' : 'conversions'] += conversionsMicros / MICROS
  }
  return compared([...parts.values()])
}

type Counts = Omit<Thirds, 'asBefore'>

/**
 * With clicks in both parts. Each against its own rate before, or the others would seem to sell better once one of a low rate stops or
 * shrinks; of few clicks that rate is drawn towards that of all, as much as one conversion tells.
 */
function compared<Part extends Counts>(parts: readonly Part[]): (Part & Thirds)[] {
  const running = parts.filter(({ lateClicks, clicks }) => lateClicks > 0 && clicks > 0)
  const sum = (of: (one: Part) => number) => running.reduce((all, one) => all + of(one), 0)
  const usual = sum(({ conversions }) => conversions) / sum(({ clicks }) => clicks)
  return running.map((one) => {
    const before = (one.conversions + 1) / (one.clicks + 1 / usual)
    return { ...one, asBefore: one.lateClicks * before }
  })
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
  const change = others.late / others.asBefore
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
  parted: readonly PartedKeyword[],
  { measurement }: Context,
): number {
  const keywords = parted.map(({ keyword }) => keyword)
  return accountDrifts({ ...snapshot, keywords, searchTerms: [] }, measurement.credit).drift.rate
}

function addedUp(parts: readonly Thirds[]): Thirds {
  return parts.reduce((all, one) => together(all, one, 1), NONE)
}

function without(all: Thirds, one: Thirds): Thirds {
  return together(all, one, -1)
}

const NONE: Thirds = { lateClicks: 0, late: 0, clicks: 0, conversions: 0, asBefore: 0 }

function together(all: Thirds, one: Thirds, sign: 1 | -1): Thirds {
  return {
    lateClicks: all.lateClicks + sign * one.lateClicks,
    late: all.late + sign * one.late,
    clicks: all.clicks + sign * one.clicks,
    conversions: all.conversions + sign * one.conversions,
    asBefore: all.asBefore + sign * one.asBefore,
  }
}
