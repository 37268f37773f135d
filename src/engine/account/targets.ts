import { daysInRange } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { exponentOf } from '../statistics/budget-response.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { answersSearches, averageCosts, type Unlike } from './average-costs.ts'
import { isSmartBidding } from './bidding-strategy.ts'
import { isBrandCampaign } from './brand.ts'
import { actionSeries, primaryActions } from './conversion-actions.ts'
import { campaignsOfAnotherKind } from './conversion-kinds.ts'
import { dearSearches } from './dear-searches.ts'
import { jointBidders } from './joint-bidder.ts'
import { type CountedSums, countedOf, less, type Sums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import { lentRoas } from './lent-roas.ts'
import { type SpentAgain, withMarginalCost } from './marginal-cost.ts'
import type { NegativeLookup } from './matches.ts'
import type { Measurement } from './measurement.ts'
import type { MixedBrands } from './mixed-brand.ts'
import { timesReached } from './reached-target.ts'
import {
  lacksAmounts,
  type ReportedValues,
  reportedValues,
  VALUED,
  type ValueBelief,
  type ValuedSums,
  valuedOf,
} from './reported-values.ts'
import { simulatedExponent } from './simulated-exponent.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'
import type { CountedAgain } from './twin-actions.ts'

export type Target = {
  micros: number
  /**
   * value: what its owner says a conversion of this campaign is worth; campaign: its own tCPA; roas: value per conversion
   * / tROAS; actions: what its owner says each kind of conversion is worth, as many as there are of each; goal: the most
   * its owner pays; reported: what Google registers that it brings; otherRoas: that / the least ROAS that
   * other campaigns are asked for; average: paid so far; rest: the same without what is
   * judged.
   */
  origin:
    | 'value'
    | 'campaign'
    | 'roas'
    | 'actions'
    | 'goal'
    | 'reported'
    | 'otherRoas'
    | 'average'
    | 'rest'
  /** As much more or less than usual as conversions bring here; in `micros` already. Unset: not known. */
  worthTimes?: number
  /** Paid so far in the campaign alone, whose conversions are no measure of the others', nor those of it. */
  isOwn?: Unlike
  /** Paid so far where people search, without cheaper conversions of Display, video and the like. */
  isOfSearches?: true
  /** A conversion is counted more than once: `micros` is what one that is counted may cost. */
  isCountedAgain?: true
  /** Its own target is missed by far: `micros` is what is paid all the same lets be believed. */
  isMissed?: true
  /** Variance of what a conversion is worth here, as a fraction of its square; unset: none but what is assumed. */
  doubt?: number
  /**
   * What the conversions of a part must cost for stopping it to pay, which is more than they may cost on average: where Google
   * sets the bids, for what it spends `again` (marginal-cost.ts); by hand, where only an average is known, for what is paid for
   * the last ones. Its variance, where it is in doubt, is a fraction of its square.
   */
  limit?: { micros: number; relativeVariance?: number; again?: SpentAgain }
}

/** What the conversions of a part may cost before stopping it pays, micros. */
export function limitOf({ micros, limit }: Target): number {
  return limit?.micros ?? micros
}

/** Of conversions that bring so many times as much as those that it is about. */
export function timesWorth<T extends Target>(target: T, times: number): T {
  const { micros, limit } = target
  return {
    ...target,
    micros: micros * times,
    ...(limit && { limit: limitTimes(limit, times) }),
  }
}

function limitTimes({ again, ...limit }: NonNullable<Target['limit']>, times: number) {
  if (!again) return { ...limit, micros: limit.micros * times }
  const { averageMicros, worth } = again
  return {
    ...limit,
    micros: limit.micros * times,
    again: {
      ...again,
      averageMicros: averageMicros * times,
      worth: { least: worth.least * times, most: worth.most * times },
    },
  }
}

/** Not said by its owner: it follows from what was paid, or from what Google registers. */
export function isSupposed({ origin }: Target): boolean {
  return ['average', 'rest', 'reported', 'otherRoas'].includes(origin)
}

type TargetOfPart = (place: { campaignId: string; adGroupId?: string }, sums: Sums) => Target | null

/** What a conversion may cost; null where unknown. */
export type Targets = {
  /** What is reported of the values of conversions; null where that says no more than their number. */
  values: ReportedValues | null
  /** As much more or less than usual as the campaign's conversions bring. */
  targetOf: (campaignId: string) => Target | null
  /** Of no campaign in particular: as was said of the account, else what its conversions bring or cost. */
  ofAccount: Target | null
  /** Likewise of a part of it. */
  targetOfPart: TargetOfPart
  /** The same once some of what campaigns spend is stopped, by campaign: a budget that runs out buys of the rest alone, or runs out no more. */
  targetBeside: (stopped: ReadonlyMap<string, CountedSums>) => TargetOfPart
  /**
   * By numbers alone, not by what they bring, for a part of a campaign: an average in which it counts itself would hide how
   * dear it is.
   */
  targetWithout: (campaignId: string, sums: CountedSums) => Target | null
  /**
   * With what the conversions of a part must cost where Google bids, which bring so many `times` as much as those of its
   * campaign.
   */
  whereBid: (target: Target, campaignId: string, times?: number) => Target
  /** What its owner said, of the campaign or else of the account, not what its bidding is told. */
  saidOf: (campaignId: string) => Target | null
  /** What the campaign's own bidding is told, which is no word on what its conversions are worth. */
  askedOf: (campaignId: string) => Target | null
}

export function targetsOf(
  snapshot: AccountSnapshot,
  measurement: Measurement,
  brand: MixedBrands,
  isNegated: NegativeLookup,
): Targets {
  const campaigns = new Map(snapshot.campaigns.map((campaign) => [campaign.id, campaign]))
  const said = new Map(snapshot.conversionValues?.campaigns.map((one) => [one.id, one.micros]))
  const alike = alikeCampaigns(snapshot)
  const averages = averageCosts(snapshot, measurement.knownShare, brand)
  const isPartValued = lacksAmounts(snapshot)
  const asked = (id: string) => askedOf(campaigns.get(id), measurement, isPartValued)
  const { again } = measurement
  const general = countedOnce(generalTarget(snapshot), again.conversions)
  const ofCampaign = (id: string): Target | null => {
    const micros = said.get(id)
    return micros ? countedOnce({ micros, origin: 'value' }, again.conversions) : null
  }
  const values = reportedValues(snapshot, measurement)
  const reported = values && ofReported(snapshot, values, again)
  const { knownShare } = measurement
  const joint = jointBidders(snapshot, (id) => asked(id)?.micros ?? 0)
  const reached = (id: string): Target | null => {
    const [target, campaign] = [asked(id), campaigns.get(id)]
    if (!target || !campaign) return target
    const others = alike.some((one) => one.id === id) ? alike : []
    const paid = target.micros * timesReached(joint.of(campaign), target.micros, knownShare, others)
    const micros = Math.max(target.micros, Math.min(paid, general?.micros ?? paid))
    return micros > target.micros ? { ...target, micros, isMissed: true } : target
  }
  const baseOf = (id: string) =>
    ofCampaign(id) ?? reached(id) ?? general ?? reported ?? averages.of(id)
  const worths = values && worthsOf(snapshot, values)
  const days = Math.max(1, daysInRange(snapshot.window.from, snapshot.window.to))
  const simulatedOf = memoized((id: string) => {
    const campaign = campaigns.get(id)
    return campaign ? simulatedExponent(snapshot, campaign) : null
  })
  const dearer = dearSearches(snapshot, isNegated, knownShare)
  const bidderOf = memoized((id: string) => {
    const campaign = campaigns.get(id)!
    const dear = joint.sumsOf(campaign, (one) => dearer(one.id, asked(one.id)?.micros ?? 0))
    return { bidder: joint.of(campaign), dear }
  })
  const byBudget = Map.groupBy(snapshot.campaigns, ({ budgetId }) => budgetId)
  const sharingWith = ({ id, budgetId, budgetShared }: CampaignFacts<never>) =>
    budgetShared && budgetId !== undefined
      ? (byBudget.get(budgetId) ?? []).filter((one) => one.id !== id && one.status === 'ENABLED')
      : []
  const limited = (target: Target, id: string, times = 1, stopped = NOTHING): Target => {
    const campaign = leftOf(campaigns.get(id), stopped)
    const saidMicros = (ofCampaign(id) ?? general)?.micros ?? 0
    const askedMicros = asked(id)?.micros ?? 0
    if (!campaign) return target
    const sharing = sharingWith(campaign).map((one) => leftOf(one, stopped)!)
    const paid = {
      days,
      knownShare,
      simulated: simulatedOf(id),
      ...bidderOf(id),
      exponent: exponentOf(snapshot.budgetResponses, id),
      usualMicros: averages.ofAccount?.micros ?? null,
      sharing,
      freed: freedOf([campaign, ...sharing], stopped),
    }
    return withMarginalCost(target, campaign, { saidMicros, askedMicros, times, ...paid })
  }
  const beside = (stopped: Stopped) => {
    const targetOf = memoized((id: string) => {
      const target = worths?.ofCampaign(baseOf(id), id) ?? baseOf(id)
      return target && limited(target, id, 1, stopped)
    })
    const targetOfPart: TargetOfPart = ({ campaignId, adGroupId }, sums) => {
      const base = worths && baseOf(campaignId)
      const own = worths?.ofPart(base, { campaignId, adGroupId }, sums)
      const whole = targetOf(campaignId)
      return own ? limited(own, campaignId, own.micros / (whole ?? own).micros, stopped) : whole
    }
    return { targetOf, targetOfPart }
  }
  const { targetOf, targetOfPart } = beside(NOTHING)
  return {
    values,
    targetOf,
    ofAccount: general ?? reported ?? averages.ofAccount,
    targetOfPart,
    targetBeside: (stopped) => beside(stopped).targetOfPart,
    whereBid: (target, id, times) => limited(target, id, times),
    saidOf: (id) => ofCampaign(id) ?? general,
    askedOf: asked,
    targetWithout: (id, sums) => {
      const known = baseOf(id)
      return known?.origin === 'average' ? averages.without(id, sums) : known
    },
  }
}

type Stopped = ReadonlyMap<string, CountedSums>
const NOTHING: Stopped = new Map()

/** What is stopped of them, over what is left of them. */
function freedOf(left: readonly CampaignFacts<never>[], stopped: Stopped): number {
  const gone = left.reduce((sum, { id }) => sum + (stopped.get(id)?.costMicros ?? 0), 0)
  const cost = left.reduce((sum, { sums }) => sum + (sums.costMicros ?? 0), 0)
  return gone > 0 ? gone / Math.max(1, cost) : 0
}

/** By hand alone: what Google bids for is held to what it buys as a whole. */
function leftOf(
  campaign: CampaignFacts<never> | undefined,
  stopped: Stopped,
): CampaignFacts<never> | undefined {
  const gone = campaign && !isSmartBidding(campaign) && stopped.get(campaign.id)
  const counted = gone && countedOf(campaign.sums)
  return counted ? { ...campaign, sums: { ...campaign.sums, ...less(counted, gone) } } : campaign
}

/**
 * Of a campaign that is told no target: at the ROAS that the others are asked for, else at what it brings, unless all together
 * bring so little of what they cost that the values are scores.
 */
function ofReported(
  { campaigns }: AccountSnapshot,
  { meanMicros, areScores }: ReportedValues,
  again: CountedAgain,
): Target | null {
  const roas = lentRoas(campaigns)
  if (roas === null)
    return areScores ? null : countedOnce({ micros: meanMicros, origin: 'reported' }, again.value)
  return { micros: meanMicros / roas, origin: 'otherRoas' }
}

/** What was said, or is paid, is about a conversion as it happens, of which `again` of all that are counted are repetitions. */
function countedOnce<T extends Target | null>(target: T, again: number): T {
  if (!target || again <= 0) return target
  return { ...target, micros: target.micros * (1 - again), isCountedAgain: true }
}

/** A target moved by what conversions bring in a campaign, or a part of it, against those that the target is about. */
function worthsOf(snapshot: AccountSnapshot, values: ReportedValues) {
  const campaigns = new Map(
    snapshot.campaigns.flatMap(({ id, sums }) => {
      const own = valuedOf(sums)
      return own ? [[id, { own, belief: values.ofCampaign({ sums: own }) }] as const] : []
    }),
  )
  const account = Math.log(values.meanMicros)
  const moved = (base: Target, belief: ValueBelief, usual: number): Target => {
    // Of whom nothing is known, exactly the mean.
    const worthTimes = Math.exp(belief.ln - usual)
    return {
      ...base,
      micros: base.micros * worthTimes,
      worthTimes,
      doubt: Math.exp(belief.sd ** 2) - 1,
    }
  }
  const groups = adGroupValues(snapshot)
  return {
    ofCampaign: (base: Target | null, id: string): Target | null => {
      const known = campaigns.get(id)
      if (!base || !known) return base
      if (base.origin === 'roas') return moved(base, known.belief, seenIn(known.own))
      return isOfCampaign(base) ? base : moved(base, known.belief, account)
    },
    ofPart: (
      base: Target | null,
      { campaignId, adGroupId = '' }: { campaignId: string; adGroupId?: string | undefined },
      sums: Sums,
    ): Target | null => {
      const known = campaigns.get(campaignId)
      const own = valuedOf(sums)
      if (!base || !known || !own || base.origin === 'value') return null
      const belief = values.ofPart({ sums: known.own }, own, groups.get(adGroupId))
      if (base.origin === 'roas') return moved(base, belief, seenIn(known.own))
      return moved(base, belief, isOfCampaign(base) ? known.belief.ln : account)
    },
  }
}

/** ln of what one conversion brought, micros: what a target by ROAS is made of. */
function seenIn({ conversionsMicros, valueMicros }: ValuedSums): number {
  return Math.log((valueMicros / conversionsMicros) * MICROS)
}

/** Set for the campaign itself: what its conversions are worth is in it already. */
function isOfCampaign({ origin }: Target): boolean {
  return origin === 'value' || origin === 'campaign' || origin === 'roas'
}

function adGroupValues(snapshot: AccountSnapshot) {
  const groups = new Map<string, { conversionsMicros: number; valueMicros: number }>()
  for (const { adGroupId, sums } of withKnown(snapshot, ['keyword'], VALUED)?.keywords ?? []) {
    const own = groups.get(adGroupId) ?? { conversionsMicros: 0, valueMicros: 0 }
    groups.set(adGroupId, own)
    own.conversionsMicros += sums.conversionsMicros
    own.valueMicros += sums.valueMicros
  }
  return groups
}

function memoized<T>(work: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    if (!known.has(key)) known.set(key, work(key))
    return known.get(key) as T
  }
}

function askedOf(
  campaign: CampaignFacts<never> | undefined,
  { valueKnownShare, valueChanges }: Measurement,
  isPartValued: boolean,
): Target | null {
  if (campaign?.targetCpaMicros) return { micros: campaign.targetCpaMicros, origin: 'campaign' }
  if (valueChanges.length > 0 || isPartValued) return null
  const { conversionsMicros = 0, valueMicros = 0 } = campaign?.sums ?? {}
  const conversions = (conversionsMicros / MICROS) * valueKnownShare
  if (campaign?.targetRoas && valueMicros > 0 && conversions >= THRESHOLDS.valueConversions.value) {
    return { micros: valueMicros / conversions / campaign.targetRoas, origin: 'roas' }
  }
  return null
}

/** What was said of the account as a whole. */
function generalTarget(snapshot: AccountSnapshot): Target | null {
  const micros = valueOfActions(snapshot)
  if (micros !== null) return { micros, origin: 'actions' }
  const { targetCpaMicros: goal } = snapshot
  return goal ? { micros: goal, origin: 'goal' } : null
}

/**
 * Mean worth of a conversion, by the kinds of which it is said. Null where it is not said of nearly all, or where it is
 * not known how many there are of each.
 */
function valueOfActions(snapshot: AccountSnapshot): number | null {
  const said = new Map(snapshot.conversionValues?.actions.map((one) => [one.id, one.micros]))
  const primaries = primaryActions(snapshot)
  if (said.size === 0 || primaries.length === 0) return null
  const only = new Set(primaries.map(({ id }) => said.get(id)))
  const [alike] = only
  if (only.size === 1 && alike !== undefined) return alike
  const series = actionSeries(snapshot, snapshot.inventory?.conversionDays ?? [])
  let [all, valued, total] = [0, 0, 0]
  for (const { id } of primaries) {
    const count = series.get(id)?.total ?? 0
    const micros = said.get(id)
    all += count
    if (micros === undefined) continue
    valued += count
    total += count * micros
  }
  if (valued <= 0 || valued < THRESHOLDS.saidValueShare.value * all) return null
  return total / valued
}

/** What one of them is asked for and reaches tells what conversions of the others are worth: neither the brand's, nor of another kind. */
export function alikeCampaigns(snapshot: AccountSnapshot): CampaignFacts<never>[] {
  const unlike = campaignsOfAnotherKind(snapshot)
  return snapshot.campaigns.filter(
    (campaign) =>
      !isBrandCampaign(campaign) && !unlike.has(campaign.id) && answersSearches(campaign),
  )
}
