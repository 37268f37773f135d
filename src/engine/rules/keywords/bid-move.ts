import { ratio } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { euroWorth } from '../../account/marginal-cost.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { limitOf } from '../../account/targets.ts'
import type { WasteVerdict } from '../../findings/waste.ts'
import {
  type BidBelief,
  bidDirection,
  bidMultiplier,
  bidResponse,
  cappedStep,
  drawElasticity,
  loweredResponse,
  profitableCpc,
  usualResponse,
} from '../../statistics/bid-response.ts'
import { likelyMarginals, type MarginalPrice } from '../../statistics/marginal-price.ts'
import { mixtureCdf, scaledBy } from '../../statistics/priors.ts'
import { quantile, simulatedDraws } from '../../statistics/simulated.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { hasRoomToRaise } from '../bidding/bid-room.ts'
import { lostShare } from '../bidding/campaign-evidence.ts'

/** Of figures, without which no bid is judged. */
export const BID_DAYS = 30

/** What is bid on: its clicks at the price they have under today's bid, and what is believed of them. */
export type BidOn = {
  campaignId: string
  sums: CountedSums
  target: Target
  verdict: WasteVerdict
  /** How its clicks and their price follow the bid. */
  response: BidBelief
  bidMicros: number
  /** lateRateOf() its rows. */
  lateRate: number
}

export type BidMove = {
  direction: 'raise' | 'lower'
  /** P(the clicks that it adds, or saves, are worth more, or less, than they cost). */
  probability: number
  belief: BidBelief
  newBidMicros: number
}

/** One step of a bid to where its last clicks pay; null where it is not sure enough, or none is left to make. */
export function bidMoves(
  _snapshot: AccountSnapshot,
  context: Context,
): (bid: BidOn) => BidMove | null {
  const marginsOf = remembered(likelyMargins)
  const poorer = context.poorer
  const usual = usualResponse()
  return (bid) => {
    const { campaignId, sums, verdict, response, bidMicros, lateRate } = bid
    const { breakEven, sold } = verdict
    const lowered = loweredResponse(response, usual)
    const bidPerCpc = bidMicros / ratio(sums.costMicros, sums.clicks)
    // Rates may come back from where they moved to, or go on from there: a higher bid must pay either way.
    // What is added must be worth the mean; what is given up may be worth what the last conversions cost.
    // Where the budget is spent, it is paid with what the rest of the campaign would have brought.
    const paid = Math.max(1, euroWorth(bid.target))
    const mean = breakEven * (limitOf(bid.target) / bid.target.micros) * paid
    const cautious = {
      breakEven: mean,
      coming: scaledBy(sold, (poorer * Math.min(1, lateRate)) / context.risen.mean),
    }
    const chanceOf: ChanceOf = {
      raise: (prices) => {
        const atLeastBid = prices.map((price) => Math.max(price, bidPerCpc))
        return chanceEarned(cautious, atLeastBid)
      },
      lower: (prices) => 1 - chanceEarned(verdict, prices),
    }
    const { marginal } = response
    const step = marginal
      ? stepByPrice(bid, marginal, (price) => price * bidPerCpc, chanceOf)
      : stepByExponents(bid, { raise: response, lower: lowered }, marginsOf, chanceOf)
    if (!step) return null
    const { direction, probability } = step
    if (direction === 'raise' && !hasRoom(context.campaigns.get(campaignId)!, bid.target))
      return null
    const belief = direction === 'raise' ? response : lowered
    const newBidMicros = stepped(context, bidMicros, step.multiplier)
    if (direction === 'raise' ? newBidMicros <= bidMicros : newBidMicros >= bidMicros) return null
    return { direction, probability, belief, newBidMicros }
  }
}

/** That clicks which a step adds, or saves, are worth more, or less, than such multiples of those of today. */
type ChanceOf = Record<BidMove['direction'], (prices: readonly number[]) => number>

type Step = Pick<BidMove, 'direction' | 'probability'> & { multiplier: number }

function stepByExponents(
  { sums, verdict, target }: BidOn,
  beliefs: Record<BidMove['direction'], BidBelief>,
  marginsOf: typeof likelyMargins,
  chanceOf: ChanceOf,
): Step | null {
  const chances = {
    raise: chanceOf.raise(marginsOf(beliefs.raise).added),
    lower: chanceOf.lower(marginsOf(beliefs.lower).saved),
  }
  const direction = bidDirection(chances)
  if (!direction) return null
  const { elasticity } = beliefs[direction]
  const probability = chances[direction]
  const cpc = ratio(sums.costMicros, sums.clicks)
  const worth = direction === 'lower' ? limitOf(target) : raisedWorth(target)
  const wanted = profitableCpc(verdict.rate * worth, elasticity)
  const best = bidMultiplier(cpc, wanted, elasticity)
  return { direction, probability, multiplier: cappedStep(best, probability) }
}

/** What a conversion that a higher bid adds may cost. */
function raisedWorth(target: Target): number {
  return target.micros / Math.max(1, euroWorth(target))
}

/** Where it is known what an added click costs over the bid, the very step to where the last one pays is judged. */
function stepByPrice(
  { verdict, target, bidMicros }: BidOn,
  marginal: MarginalPrice,
  overToday: (perBid: number) => number,
  chanceOf: ChanceOf,
): Step | null {
  const bestAt = (worth: number) => (verdict.rate * worth) / Math.exp(marginal.ln) / bidMicros
  const [raised, lowered] = [bestAt(raisedWorth(target)), bestAt(limitOf(target))]
  if (raised <= 1 && lowered >= 1) return null
  const best = raised > 1 ? raised : lowered
  const direction = best > 1 ? 'raise' : 'lower'
  const prices = likelyMarginals(marginal).map(overToday)
  const chanceAt = (multiplier: number) =>
    chanceOf[direction](prices.map((price) => price * Math.sqrt(multiplier)))
  const multiplier = cappedStep(best, chanceAt(cappedStep(best, 1)))
  const probability = chanceAt(multiplier)
  if (probability < THRESHOLDS.bidDirection.value) return null
  return { direction, probability, multiplier }
}

/** P(a click brings at least its price × one of `prices`), over what those may be. */
export function chanceEarned(
  { coming, breakEven }: Pick<WasteVerdict, 'coming' | 'breakEven'>,
  prices: readonly number[],
): number {
  const chances = prices.map((price) => 1 - mixtureCdf(coming, breakEven * price))
  return chances.reduce((sum, chance) => sum + chance, 0) / prices.length
}

/**
 * What a click that a step adds or saves costs, as a multiple of those of today: (cost − 1) / (clicks − 1). As equally
 * likely values, ascending, of what the elasticity may be.
 */
export type Margins = { added: readonly number[]; saved: readonly number[] }

export function likelyMargins(belief: BidBelief): Margins {
  const { bidStep, bidStepSure } = THRESHOLDS
  return { added: margin(belief, 1 + bidStepSure.value), saved: margin(belief, 1 - bidStep.value) }
}

function margin(belief: BidBelief, step: number): number[] {
  const drawn = simulatedDraws(`keyword-bids ${JSON.stringify(belief)}`, (next) => {
    const { clicks, cost } = bidResponse(step, drawElasticity(next, belief))
    return (cost - 1) / (clicks - 1)
  })
  return Array.from({ length: STRATA }, (_, i) => quantile(drawn, (i + 0.5) / STRATA))
}

const STRATA = 20

/**
 * A dearer click buys nothing where hardly an auction is lost, nor where the budget runs out unless its `target` counts that what is paid
 * for it is taken from the rest of the campaign.
 */
export function hasRoom(campaign: CampaignFacts<never>, target?: Target): boolean {
  const isCounted = target?.limit?.again?.isAtOnce
  const isTight =
    !isCounted && lostShare(campaign, 'budget').shown >= THRESHOLDS.bidLostToBudget.value
  return !isTight && hasRoomToRaise(campaign)
}

/** In whole coins, never past the step. */
function stepped({ say }: Context, bidMicros: number, multiplier: number): number {
  const step = say.currencyStepMicros
  const wanted = (bidMicros * multiplier) / step
  const coins = multiplier > 1 ? Math.floor(wanted + 1e-9) : Math.ceil(wanted - 1e-9)
  return Math.max(1, coins) * step
}

/** Keywords mostly share the belief of their campaign. */
function remembered(of: typeof likelyMargins): typeof likelyMargins {
  const known = new Map<BidBelief, Margins>()
  return (belief) => {
    const before = known.get(belief)
    if (before) return before
    const found = of(belief)
    known.set(belief, found)
    return found
  }
}
