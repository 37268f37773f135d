import { normalCdf } from '../statistics/stats.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import type { CountedCard } from './counted-once.ts'
import { driftSquare } from './drift.ts'
import { studentQuantile, Z_95 } from './ratio-of-ratios.ts'
import { addedUp, spanOf } from './same-weeks.ts'

/** What cards of one rule did, taken together. */
export type RuleVerdict = {
  verdict: 'improved' | 'unchanged' | 'worsened' | 'inconclusive'
  cards: number
  /** Net money of the mean card, as a fraction of what it would have cost, with its 95 % interval. */
  share: { estimate: number; low: number; high: number }
  /** P(one more card like these gains). */
  chanceOfGain: number
}

/** Fewer say no more of a rule than each says of itself; own choice. */
const LEAST_CARDS = 5
/** Degrees of freedom of what is not learned. */
const KNOWN = Number.POSITIVE_INFINITY

/**
 * A random-effects mean over cards, with Knapp and Hartung's (2003) interval, never narrower than without it: what no card can
 * tell alone, many may. Errors that all cards share do not average out. Null where too few were measured.
 */
export function ruleVerdict(cards: readonly CountedCard[]): RuleVerdict | null {
  const known = cards.filter(({ usual, spread }) => usual > 0 && spread.allMicros > 0)
  if (known.length < LEAST_CARDS) return null
  const effects = known.map(({ estimate, usual, spread }) => ({
    log: estimate / usual,
    // What happened to sell more varies more: weighed by that, the mean would lie too low.
    variance: (ownSquare(spread) * (spread.stillTimes ?? 1) ** 2) / usual ** 2,
    seen: ownSquare(spread) / usual ** 2,
  }))
  const between = driftSquare([{ placebos: effects, weight: 1 }])
  const weights = effects.map(({ variance }) => 1 / (variance + between))
  const total = sum(weights)
  const mean = sum(effects.map(({ log }, i) => (weights[i]! * log) / total))
  const freedom = known.length - 1
  const scatter = sum(effects.map(({ log }, i) => weights[i]! * (log - mean) ** 2)) / freedom
  const shares = known.map(({ usual, spread, ...card }, i) => {
    const share = weights[i]! / usual / total
    const { controlMicros, worthMicros } = spread
    return { ...spanOf(card), control: share * controlMicros, worth: share * worthMicros }
  })
  const ofMean = sum(effects.map(({ seen }, i) => weights[i]! ** 2 * (seen + between))) / total ** 2
  const own = Math.sqrt(Math.max(1, scatter) * ofMean)
  const control = Math.sqrt(addedUp(shares, (one) => one.control))
  const worth = sum(shares.map((one) => one.worth))
  // How unlike the cards are is learned from few of them, and how unlike the untouched are from few of these.
  const ofControl = Math.min(...known.map(({ spread }) => spread.controlFreedom ?? KNOWN))
  const reach = Math.hypot(
    studentQuantile(0.05, freedom) * own,
    studentQuantile(0.05, ofControl) * control,
    Z_95 * worth,
  )
  const share = { estimate: mean, low: mean - reach, high: mean + reach }
  return {
    verdict: verdictOf(share),
    cards: known.length,
    share,
    chanceOfGain: normalCdf(mean / Math.hypot(Math.sqrt(between), own, control, worth)),
  }
}

/** Chance and drift of a card alone. */
function ownSquare({ allMicros, controlMicros, worthMicros }: CountedCard['spread']): number {
  return Math.max(0.01 * allMicros ** 2, allMicros ** 2 - controlMicros ** 2 - worthMicros ** 2)
}

function verdictOf({ low, high }: RuleVerdict['share']): RuleVerdict['verdict'] {
  const margin = EFFECT_THRESHOLDS.noMatterShare.value
  if (low > -margin && high < margin) return 'unchanged'
  if (low > 0) return 'improved'
  return high < 0 ? 'worsened' : 'inconclusive'
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
