import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { CommonDraws } from './common-draws.ts'
import type { MarginalPrice } from './marginal-price.ts'
import { drawNormal, type Uniforms } from './random.ts'
import { leastSquares } from './stats.ts'

/** How clicks (`eta`) and their price (`kappa`) follow the bid: clicks ~ bid^eta, cpc ~ bid^kappa. */
export type BidElasticity = { eta: number; kappa: number }

/** What is believed of them, with standard deviations; `source`: other accounts, this one's own changes, Google's curve. */
export type BidBelief = {
  elasticity: BidElasticity
  doubt: BidElasticity
  source: 'usual' | 'own' | 'google'
  /** Where the account's own bids tell it better than the exponents do. */
  marginal?: MarginalPrice
}

/**
 * Measured on 411 campaigns of one advertiser, and told by simulators; campaigns differ. Of those that win most of their
 * auctions already a higher bid wins few more: with auctions won as a logistic function of ln bid the exponent would be
 * proportional to the share lost; believed is its square root, half of that. `won`: of the auctions not lost to budget,
 * fraction.
 */
export function usualResponse(won: number = THRESHOLDS.auctionsUsuallyWon.value): BidBelief {
  const { bidClicksElasticity, bidPriceElasticity, bidClicksSpread, bidPriceSpread } = THRESHOLDS
  const lost = (1 - won) / (1 - THRESHOLDS.auctionsUsuallyWon.value)
  const eta = bidClicksElasticity.value * Math.min(MOST_LOST, Math.sqrt(Math.max(0, lost)))
  return {
    elasticity: { eta, kappa: bidPriceElasticity.value },
    doubt: { eta: bidClicksSpread.value, kappa: bidPriceSpread.value },
    source: 'usual',
  }
}

/** For lower bids what is usual, where the share lost lets expect less: too flat a curve makes every cut look free. */
export function loweredResponse(belief: BidBelief, usual: BidBelief): BidBelief {
  if (belief.source !== 'usual') return belief
  return belief.elasticity.eta < usual.elasticity.eta ? usual : belief
}

/**
 * What a higher bid is promised by: it is offered where clicks are many, which is mostly where more auctions are won than the
 * campaign's share says.
 */
export function promisedResponse(belief: BidBelief): BidBelief {
  if (belief.source !== 'usual') return belief
  const { eta, kappa } = belief.elasticity
  return { ...belief, elasticity: { eta: eta * THRESHOLDS.raisedClicks.value, kappa } }
}

/** Shares lost beyond this come of ads that are not wanted, not of the bid. */
const MOST_LOST = 1.2

/** Google's own simulation of this campaign leaves half the doubt. */
export function simulatedResponse(elasticity: BidElasticity): BidBelief {
  const { eta, kappa } = usualResponse().doubt
  return { elasticity, doubt: { eta: eta / 2, kappa: kappa / 2 }, source: 'google' }
}

export function drawElasticity(next: Uniforms, belief: BidBelief): BidElasticity {
  return likeElasticity(belief, drawNormal(next), drawNormal(next))
}

/** The same of one of several bids: part of the doubt they have in common, the rest is each keyword's own. */
export function commonElasticity(
  common: CommonDraws,
  next: Uniforms,
  belief: BidBelief,
): BidElasticity {
  const own = THRESHOLDS.bidOwnDoubt.value
  const drawn = () => Math.sqrt(1 - own) * common.normal() + Math.sqrt(own) * drawNormal(next)
  return likeElasticity(belief, drawn(), drawn())
}

function likeElasticity(
  { elasticity, doubt, source }: BidBelief,
  ofClicks: number,
  ofPrice: number,
): BidElasticity {
  const { bidClicksMin, bidClicksLeast, bidPriceMin } = THRESHOLDS
  const eta = elasticity.eta + doubt.eta * ofClicks
  const kappa = elasticity.kappa + doubt.kappa * ofPrice
  return {
    // What was seen of this account may be flatter than what is usual.
    eta: Math.max(source === 'own' ? bidClicksLeast.value : bidClicksMin.value, eta),
    kappa: Math.max(bidPriceMin.value, kappa),
  }
}

/** Cost per click of most profit, when a click is worth `value`. */
export function profitableCpc(value: number, { eta, kappa }: BidElasticity): number {
  return (value * eta) / (eta + kappa)
}

/** Bid × this moves the cost per click from `cpc` to `wanted`, uncut. */
export function bidMultiplier(cpc: number, wanted: number, { kappa }: BidElasticity): number {
  return (wanted / cpc) ** (1 / kappa)
}

/** A single step: at most ±20 %, ±30 % when sure. */
export function cappedStep(multiplier: number, probability: number): number {
  const { bidStep, bidStepSure, bidStepSureProbability } = THRESHOLDS
  const sure = probability >= bidStepSureProbability.value
  const step = sure ? bidStepSure.value : bidStep.value
  return Math.min(1 + step, Math.max(1 - step, multiplier))
}

/**
 * Factors on clicks (at most `most`), cost per click, cost and cost per conversion when the bid is multiplied. A click that
 * a higher bid adds costs at least today's bid: those that cost less are won already (second price, and more so where
 * positions are sold). `bidPerCpc`: today's bid over what a click costs; `perBid`: what an added one costs over the bid
 * half-way, where that is known.
 */
export function bidResponse(
  multiplier: number,
  { eta, kappa }: BidElasticity,
  {
    most = Number.POSITIVE_INFINITY,
    bidPerCpc = 0,
    perBid = 0,
  }: { most?: number; bidPerCpc?: number; perBid?: number } = {},
) {
  const answered = Math.min(most, multiplier ** eta)
  if (perBid > 0) return byPrice(multiplier, answered, { perBid, bidPerCpc })
  const clicks = answered
  const usual = clicks * multiplier ** kappa
  const cost = clicks > 1 ? Math.max(usual, 1 + (clicks - 1) * bidPerCpc) : usual
  const cpc = cost / clicks
  return { clicks, cpc, cost, costPerConversion: cpc }
}

/** The price of clicks that stay falls at most as the bid does, so that no more are saved than costs are. */
function byPrice(
  multiplier: number,
  answered: number,
  { perBid, bidPerCpc }: { perBid: number; bidPerCpc: number },
) {
  const halfWay = perBid * bidPerCpc * Math.sqrt(multiplier)
  const half = multiplier > 1 ? Math.max(halfWay, bidPerCpc) : halfWay
  const least = half > 1 && multiplier < 1 ? (half - 1) / (half - multiplier) : 0
  const clicks = Math.max(answered, least)
  const cost = 1 + (clicks - 1) * half
  const cpc = cost / clicks
  return { clicks, cpc, cost, costPerConversion: cpc }
}

/** 'raise' or 'lower' where it is sure enough to earn more than it costs. */
export function bidDirection(chances: { raise: number; lower: number }): 'raise' | 'lower' | null {
  if (chances.raise >= THRESHOLDS.bidDirection.value) return 'raise'
  return chances.lower >= THRESHOLDS.bidDirection.value ? 'lower' : null
}

/**
 * Elasticity from an account's own simulation points, by least squares of the logarithms; null with fewer than three
 * points that differ, or where clicks fall as the bid rises. `value` is the bid; costs in one unit.
 */
export function elasticityOf(
  points: readonly { value: number; clicks: number; costMicros: number }[],
): BidElasticity | null {
  const usable = points.filter(
    ({ value, clicks, costMicros }) => value > 0 && clicks > 0 && costMicros > 0,
  )
  if (usable.length < 3) return null
  const against = (y: (point: (typeof usable)[number]) => number) =>
    leastSquares(usable.map((point) => ({ x: Math.log(point.value), y: Math.log(y(point)) })))
  const clicks = against((point) => point.clicks)
  const cpc = against((point) => point.costMicros / point.clicks)
  if (!clicks || !cpc || clicks.slope <= 0 || cpc.slope <= 0) return null
  return { eta: clicks.slope, kappa: cpc.slope }
}
