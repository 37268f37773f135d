import { MICROS } from '#shared/metrics.ts'
import type { Exponent } from '../statistics/learned-exponents.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { isSmartBidding } from './bidding-strategy.ts'
import { boundShare, byHandBeyond } from './bound-by-hand.ts'
import { averageOf, keptAverage } from './kept-average.ts'
import { type CountedSums, countedOf, type Sums } from './known-figures.ts'
import { hasBudget, sharesOf } from './known-settings.ts'
import { type Beyond, DEVIATIONS, lastAt, lastBeyond } from './last-conversion.ts'
import { addUp } from './measurement.ts'
import type { SimulatedExponent } from './simulated-exponent.ts'
import type { CampaignFacts } from './snapshot.ts'
import type { Target } from './targets.ts'

/**
 * A target is an average: Google buys conversions at up to what the last of them costs, and spends on such again what a
 * part of the campaign no longer spends. Without a target it does so where the budget is spent, and elsewhere nothing is
 * spent again. Where stopping a part neither earns nor loses (spent-again.ts) is then between what a conversion is worth and what
 * the last one costs.
 */
export function withMarginalCost(
  target: Target,
  campaign: CampaignFacts<never>,
  known: Known,
): Target {
  if (!isSmartBidding(campaign)) return boundByHand(target, campaign, known) ?? withLastPaid(target)
  const heldMicros = heldOf(target, known)
  const isBound = isSpent(campaign, known.days)
  if (heldMicros === 0 && !isBound) return withLastPaid(target)
  const averageWithout = (one: CampaignFacts<never>, without?: CountedSums) => {
    const own = averageOf(one, known.knownShare, without)
    return own && { ...own, micros: known.times * own.micros }
  }
  const boundMicros = isBound ? boundOf(target, averageWithout(campaign)?.micros ?? 0) : 0
  // A budget that is spent before the target is reached buys at less than the target.
  const isHeld = heldMicros > 0 && (boundMicros === 0 || heldMicros <= boundMicros)
  const bidder = isHeld ? (known.bidder ?? campaign) : campaign
  const rest = isHeld && known.dear.clicks > 0 ? averageWithout(bidder, known.dear) : null
  const kept = isHeld
    ? keptAverage(bidder, heldMicros, averageWithout(bidder), rest)
    : { micros: boundMicros || target.micros, slack: 0 }
  const beyond = lastBeyond(bidder, known.simulated)
  // A curve says what more would cost, not that what is paid is all that conversions are worth.
  const most = Math.max(lastAt(beyond, 0), lastAt(lastBeyond(bidder), 0))
  const worth = worthOf(target, known.times * known.saidMicros, most)
  const isMissed = isHeld && heldMicros <= worth.most && worth.most < kept.micros
  const again: SpentAgain = {
    averageMicros: kept.micros,
    beyond,
    isHeld,
    ...(isMissed && { isMissed }),
    slack: kept.slack,
    worth,
  }
  return { ...target, limit: { ...breakEvenOf(again), again } }
}

/**
 * By hand, or for clicks alone, a budget that is spent buys more of the same auctions with what a part no longer costs, on the same
 * day: what is stopped or bid down must cost more than those do, and what is raised is paid with them. Of a budget that is shared these are of all campaigns
 * that it holds back. Null where it is not spent.
 */
function boundByHand(target: Target, campaign: CampaignFacts<never>, known: Known): Target | null {
  const held = [campaign, ...(known.sharing ?? [])]
    .map((user) => ({ sums: user.sums, bound: boundShare(user, known.days, known.freed) }))
    .filter(({ bound }) => bound > 0)
  if (held.length === 0) return null
  const bound = Math.max(...held.map((one) => one.bound))
  const paid = filledAverage(addUp(held.map(({ sums }) => sums)), known)
  if (!paid) return null
  const { micros, limit } = withLastPaid(target)
  const worthMicros = known.times * known.saidMicros || (limit?.micros ?? micros)
  const again: SpentAgain = {
    averageMicros: known.times * paid.micros,
    beyond: byHandBeyond(known.exponent, known.freed),
    isHeld: false,
    isAtOnce: true,
    ...(paid.isFilled && { isFilled: true }),
    ...(known.freed && { isOfRest: true }),
    slack: 1 - bound,
    worth: { least: worthMicros, most: worthMicros },
  }
  return { ...target, limit: { ...breakEvenOf(again), again } }
}

/** What conversions cost on average, micros: where they are too few to tell, the missing ones as dear as the account's. */
function filledAverage(
  sums: Sums,
  { knownShare, usualMicros }: Known,
): { micros: number; isFilled: boolean } | null {
  const counted = countedOf(sums)
  if (!counted) return null
  const conversions = counted.conversionsMicros / MICROS
  const missing = Math.max(0, THRESHOLDS.accountConversions.value - conversions)
  if (missing > 0 && usualMicros === null) return null
  const costMicros = counted.costMicros * knownShare + missing * (usualMicros ?? 0)
  return { micros: costMicros / (conversions + missing), isFilled: missing > 0 }
}

/**
 * Who pays so much on average pays more for the last conversions that are bought, by hand or by a bidder that nothing holds back,
 * and keeps them: nothing is stopped or bid down for costing a little more than the mean, of which half of all parts always do.
 */
function withLastPaid(target: Target): Target {
  if (target.origin !== 'average' && target.origin !== 'rest') return target
  return { ...target, limit: { micros: target.micros * lastPaid() } }
}

/** Over the mean conversion, by hand. */
function lastPaid(): number {
  const { bidClicksElasticity, bidPriceElasticity } = THRESHOLDS
  return 1 + bidPriceElasticity.value / bidClicksElasticity.value
}

/** What a part's conversions must cost, over what is believed of how Google spends it again. */
function breakEvenOf(again: SpentAgain): { micros: number; relativeVariance: number } {
  const { averageMicros, beyond, isAtOnce, slack, worth } = again
  let [sum, squares] = [0, 0]
  const add = (weight: number, micros: number) => {
    sum += weight * micros
    squares += weight * micros ** 2
  }
  for (const part of PARTS) {
    const value = worth.least + part * (worth.most - worth.least)
    add(slack / PARTS.length, value)
    for (const deviation of DEVIATIONS) {
      const last = averageMicros * lastAt(beyond, deviation)
      // Below its target in worth, no price of a part is high enough: what is saved at first decides.
      const earned = Math.max(0, earnedPart(again, last, value))
      for (const settled of PARTS) {
        const spent = isAtOnce ? 1 : settledShare(settled)
        const later = spent * earned
        const atOnce = 1 - spent
        const weight = (1 - slack) / (PARTS.length ** 2 * DEVIATIONS.length)
        add(weight, (atOnce * value + later * last) / (atOnce + later))
      }
    }
  }
  return { micros: sum, relativeVariance: Math.max(0, squares / sum ** 2 - 1) }
}

/**
 * What one micro that a part of a campaign bid for by hand costs more or less is worth, in micros: less than itself where what it
 * buys elsewhere in the campaign brings less than it costs.
 */
export function euroWorth({ limit }: Pick<Target, 'limit'>): number {
  if (!limit?.again?.isAtOnce) return 1
  const { averageMicros, beyond, slack, worth } = limit.again
  const value = (worth.least + worth.most) / 2
  const bought = DEVIATIONS.map((deviation) => value / (averageMicros * lastAt(beyond, deviation)))
  return slack + ((1 - slack) * bought.reduce((sum, one) => sum + one, 0)) / bought.length
}

/**
 * Whether its target is above what a conversion is worth at most: what a part frees is saved for some days and lost by more
 * conversions in every month to come, until the target is lowered. One that is only missed cannot be.
 */
export function losesWhatItBuys({ isHeld, isMissed, averageMicros, worth }: SpentAgain): boolean {
  return isHeld && !isMissed && worth.most < averageMicros
}

/** Of what is as likely anything between two ends. */
const PARTS = [1 / 6, 1 / 2, 5 / 6]

/** Of the month in which freed money is spent again, `part` of the way from the latest to at once. */
export function settledShare(part: number): number {
  return 1 - ((1 - part) * THRESHOLDS.settlingDays.value) / THRESHOLDS.monthDays.value
}

/**
 * Of what stopping a part would earn were the last conversion worth what it costs, what is earned once the money is spent
 * again; a target above what conversions are worth loses by more of them.
 */
export function earnedPart(
  { averageMicros, isHeld }: Pick<SpentAgain, 'averageMicros' | 'isHeld'>,
  lastMicros: number,
  worthMicros: number,
): number {
  if (!isHeld) return worthMicros / lastMicros
  return (worthMicros - averageMicros) / (lastMicros - averageMicros)
}

type Known = {
  /** It, or all that are held to its target together, as one (joint-bidder.ts). */
  bidder?: CampaignFacts<never>
  /** Active ones that share its budget. */
  sharing?: readonly CampaignFacts<never>[]
  /** dearSearches() of its bidder. */
  dear: CountedSums
  /** What its owner says that a conversion is worth, and what its bidding is told; 0 where unknown. */
  saidMicros: number
  askedMicros: number
  /** Of the window, and what of its clicks has had its conversions counted. */
  days: number
  knownShare: number
  /** How its conversions follow its cost, by Google's own curve. */
  simulated: SimulatedExponent | null
  /** What conversions of the part bring, as a multiple of the campaign's. */
  times: number
  /** What the account's conversions cost on average; null where they do not tell. */
  usualMicros: number | null
  /** How conversions follow a budget by hand. */
  exponent: Exponent
  /** Of what is left of all that it holds back, what is stopped there besides. */
  freed?: number
}

/** How Google spends what a part of a campaign no longer does. */
export type SpentAgain = {
  /** Of the campaign's conversions, micros. */
  averageMicros: number
  beyond: Beyond
  /** Only as far as conversions cost no more than that on average; else no matter what they cost. */
  isHeld: boolean
  /** Conversions cost more than they are worth at most, though its target asks for no more than that. */
  isMissed?: true
  /** By hand, on the same day; Google needs some weeks. */
  isAtOnce?: true
  /** They are too few to tell: in part it is of the account's. */
  isFilled?: true
  /** On what is left once all is stopped that is to be. */
  isOfRest?: true
  /** Chance that nothing limits it, so that what is freed is saved. */
  slack: number
  /** What a conversion is worth, micros: as its owner says, or between what he pays on average and for the last. */
  worth: { least: number; most: number }
}

/** The average that its bidding is held to; 0 without one. */
function heldOf({ origin, micros }: Target, known: Known): number {
  if (isAsked(origin)) return micros
  return known.times * known.askedMicros
}

/** What conversions of a budget that is spent cost; 0 where that is not known. */
function boundOf({ origin, micros }: Target, seenMicros: number): number {
  return origin === 'average' ? Math.max(micros, seenMicros) : seenMicros
}

function worthOf(
  { origin, micros }: Target,
  saidMicros: number,
  last: number,
): SpentAgain['worth'] {
  if (saidMicros > 0) return { least: saidMicros, most: saidMicros }
  if (isAsked(origin)) return { least: micros, most: micros * THRESHOLDS.targetWorth.value }
  const isPaid = origin === 'average' || origin === 'rest'
  return { least: micros, most: isPaid ? micros * last : micros }
}

const isAsked = (origin: Target['origin']) => origin === 'campaign' || origin === 'roas'

function isSpent(campaign: CampaignFacts<never>, days: number): boolean {
  const lost = sharesOf(campaign)?.lostToBudget ?? 0
  const { costMicros } = campaign.sums
  if (lost > 0 || costMicros === undefined || !hasBudget(campaign)) return true
  return costMicros / days >= THRESHOLDS.budgetSpent.value * campaign.budgetMicros
}
