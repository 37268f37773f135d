import type { BidStep } from '../account/snapshot.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { CommonDraws } from './common-draws.ts'
import { drawNormal, type Uniforms } from './random.ts'

/**
 * What a click that a changed bid adds or saves costs, over the bid half-way of the change: ln, normal; `spread`: between
 * keywords. In an auction of one place, where the next bid is paid, 1; where places are sold by order more.
 */
export type MarginalPrice = { ln: number; sd: number; spread: number }

/**
 * Learned from the account's own changes of bids; null unless it is told to a tenth, which exponents cannot: keywords may
 * answer as unlike as they like, and what is added may still cost the same over the bid.
 */
export function learnMarginalPrice(steps: readonly BidStep[]): MarginalPrice | null {
  const moved = steps
    .flatMap(movedIn)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST)
  if (moved.length < FEWEST) return null
  const laws = LAWS.map((law) => ({ ...law, odds: oddsOf(law, moved) }))
  const top = Math.max(...laws.map(({ odds }) => odds))
  const mean = (of: (law: Law) => number) => {
    const weighed = laws.map((law) => ({ law, weight: Math.exp(law.odds - top) }))
    const total = weighed.reduce((sum, { weight }) => sum + weight, 0)
    return weighed.reduce((sum, { law, weight }) => sum + weight * of(law), 0) / total
  }
  const ln = mean((law) => law.ln)
  const sd = Math.hypot(Math.sqrt(mean((law) => (law.ln - ln) ** 2)), APART / Math.sqrt(12))
  const spread = Math.sqrt(mean((law) => law.spread ** 2))
  return Math.hypot(sd, spread) < MOST_DOUBT ? { ln, sd, spread } : null
}

/** Of one keyword, as equally likely values, ascending. */
export function likelyMarginals({ ln, sd, spread }: MarginalPrice): number[] {
  const doubt = Math.hypot(sd, spread)
  const above = TWENTIETHS.map((z) => ln + doubt * z)
  const below = TWENTIETHS.map((z) => ln - doubt * z)
  return [...below.toReversed(), ...above].map(Math.exp)
}

/** Standard normal quantiles at the middles of twenty equal parts, those above zero. */
const TWENTIETHS = [0.063, 0.189, 0.319, 0.454, 0.598, 0.755, 0.935, 1.15, 1.44, 1.96]

/** The same of one of several, part of whose doubt they have in common. */
export function drawMarginal(
  { ln, sd, spread }: MarginalPrice,
  common: CommonDraws,
  next: Uniforms,
): number {
  return Math.exp(ln + sd * common.normal() + spread * drawNormal(next))
}

/** Changes, of which more tell little more. */
const MOST = 400
const FEWEST = 10
const MOST_DOUBT = 0.1

type Moved = {
  /** Half-way of the change, and of a click of before, micros. */
  bid: number
  cpc: number
  /** Clicks that the bid added or saved, and their cost. */
  clicks: number
  cost: number
  /** Variances: of `clicks` by chance and by what is searched, and of `cost` but for what those bring with them. */
  chance: number
  searched: number
  ofCost: number
  weight: number
}

function movedIn({ changed, rest }: BidStep): Moved[] {
  const { bidStepLeast, clicksDrift, bidPriceNoise, priceDrift } = THRESHOLDS
  // Without others nothing tells what happened to all.
  if (!rest || rest.before.clicks <= 0) return []
  const season = rest.after.clicks / rest.before.clicks
  return changed.flatMap(({ before, after, fromMicros, toMicros }) => {
    const x = Math.log(toMicros / fromMicros)
    if (!(Math.abs(x) >= bidStepLeast.value) || before.clicks <= 0) return []
    const [clicks, cost] = [before.clicks * season, before.costMicros * season]
    const cpc = before.costMicros / before.clicks
    const chance = clicks + after.clicks
    // Prices of a fortnight differ by less than those of two months.
    const drift = ((priceDrift.value / 2) * clicks) ** 2
    return [
      {
        bid: Math.sqrt(fromMicros * toMicros),
        cpc,
        clicks: Math.sign(x) * (after.clicks - clicks),
        cost: Math.sign(x) * (after.costMicros - cost),
        chance,
        searched: (clicksDrift.value * clicks) ** 2,
        ofCost: cpc ** 2 * (bidPriceNoise.value ** 2 * chance + drift + 1),
        weight: Math.abs(x) * chance,
      },
    ]
  })
}

/** `drift` and `noise`: of what is usual, how much clicks drift and their prices differ. */
type Law = { ln: number; spread: number; drift: number; noise: number }

/** ln of how likely the law is, apart from a constant. */
function oddsOf({ ln, spread, drift, noise }: Law, moved: readonly Moved[]): number {
  const times = Math.exp(ln)
  const seen = moved.reduce((sum, { bid, cpc, clicks, cost, chance, searched, ofCost }) => {
    const price = times * bid
    // What searches do by themselves comes at the mean price, not at that of an added click.
    const variance =
      noise ** 2 * ofCost +
      (price - cpc) ** 2 * (chance + drift ** 2 * searched) +
      (spread * price * clicks) ** 2
    return sum - (Math.log(variance) + (cost - price * clicks) ** 2 / variance) / 2
  }, 0)
  const usual = (ln / PRICE_DOUBT) ** 2 + (Math.log(spread / USUAL_SPREAD) / SPREAD_DOUBT) ** 2
  return seen - usual / 2
}

/** Standard deviations of logarithms. */
const [PRICE_DOUBT, SPREAD_DOUBT] = [0.3, 0.7]
const USUAL_SPREAD = 0.15

/** From one price to the next that is tried. */
const APART = 0.05

const LAWS: readonly Law[] = Array.from({ length: 21 }, (_, i) => (i - 6) * APART).flatMap((ln) =>
  [0.03, 0.06, 0.12, 0.25, 0.5].flatMap((spread) =>
    [0.2, 0.4, 1].flatMap((noise) =>
      [0.1, 0.2, 0.4, 0.7, 1].map((drift) => ({ ln, spread, drift, noise })),
    ),
  ),
)
