import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import { type LogEffect, studentQuantile, Z_95 } from './ratio-of-ratios.ts'

/** What a conversion is worth, micros, and how far that may be off (sd of the logarithm). */
export type Worth = { micros: number; sd: number }

/** Had after the change, and by how much (logarithms) that differs from what would have been. */
export type NetQuestion = {
  conversions: number
  costMicros: number
  onConversions: LogEffect
  onCost: LogEffect
  /** Of both logarithms: clicks drive both. */
  correlation: number
  /** Of both variances, what chance did in the days after the change: it is of what was had, not of what would have been. */
  chanceAfter?: { conversions: number; cost: number }
  /** Degrees of freedom with which the spread of the result is known. */
  freedom: number
  worth: Worth
}

export type Interval = { estimate: number; low: number; high: number }

export function timesAsMuch({ estimate, low, high }: Interval, times: number): Interval {
  return { estimate: estimate * times, low: low * times, high: high * times }
}

export type NetEffect = {
  /** Two-sided, at an error. */
  interval: (error: number) => Interval
  /** Half of what holds 68 %: a standard deviation that far draws do not sway. */
  spread: number
  /** P(more was gained than lost). */
  chanceOfGain: number
}

const DRAWS = 4_000

/**
 * Value gained less money spent, micros over the days after. Quantiles of joint draws, for with few conversions the
 * interval is far from even about its middle; t instead of normal where the spread itself is hardly known.
 */
export function netEffect(question: NetQuestion): NetEffect {
  const drawn = (scale: number) => drawsOf(question, scale)
  const once = drawn(1)
  return {
    interval: (error) => {
      // The ends of a small error are too far out to be drawn: all is stretched until they are those of 5 %.
      const reach = studentQuantile(error, question.freedom) / Z_95
      const sorted = reach === 1 ? once : drawn(reach)
      const at = (p: number) => sorted[Math.round(p * (DRAWS - 1))]!
      return { estimate: once[DRAWS / 2]!, low: at(0.025), high: at(0.975) }
    },
    spread: (once[Math.round(0.8413 * DRAWS)]! - once[Math.round(0.1587 * DRAWS)]!) / 2,
    chanceOfGain: once.filter((net) => net > 0).length / DRAWS,
  }
}

/** Sorted; `scale`: of all deviations. */
function drawsOf(question: NetQuestion, scale: number): Float64Array {
  const { conversions, costMicros, onConversions, onCost, correlation, worth } = question
  const { chanceAfter = { conversions: 0, cost: 0 } } = question
  const deviation = (variance: number) => scale * Math.sqrt(Math.max(0, variance))
  const had = [deviation(chanceAfter.conversions), deviation(chanceAfter.cost)] as const
  const expected = [
    deviation(onConversions.variance - chanceAfter.conversions),
    deviation(onCost.variance - chanceAfter.cost),
  ] as const
  const without = [
    conversions * Math.exp(-onConversions.log),
    costMicros * Math.exp(-onCost.log),
  ] as const
  const own = Math.sqrt(1 - correlation ** 2)
  const normals = keptNormals()
  const nets = new Float64Array(DRAWS)
  for (let i = 0; i < DRAWS; i++) {
    const [a, b, c, d, e] = normals.subarray(NORMALS * i, NORMALS * (i + 1)) as Normals
    const value = worth.micros * Math.exp(worth.sd * c)
    const sold = conversions * Math.exp(had[0] * (correlation * d + own * e))
    const wouldSell = without[0] * Math.exp(-expected[0] * (correlation * a + own * b))
    const spent = costMicros * Math.exp(had[1] * d)
    const wouldSpend = without[1] * Math.exp(-expected[1] * a)
    nets[i] = value * (sold - wouldSell) - (spent - wouldSpend)
  }
  return nets.sort()
}

/** Of one draw. */
const NORMALS = 5
type Normals = Float64Array & { 0: number; 1: number; 2: number; 3: number; 4: number }

let kept: Float64Array | null = null

/** The same for all: a result must not change when it is worked out again. Each draw with its mirror image. */
function keptNormals(): Float64Array {
  if (kept) return kept
  const next = uniformsFrom('net effect')
  kept = new Float64Array(NORMALS * DRAWS)
  for (let i = 0; i < kept.length; i += 2 * NORMALS)
    for (let k = 0; k < NORMALS; k++) {
      kept[i + k] = drawNormal(next)
      kept[i + NORMALS + k] = -kept[i + k]!
    }
  return kept
}

/**
 * What a conversion would have to be worth for the change to neither gain nor lose, micros; null where conversions and
 * cost did not move the same way.
 */
export function breakEvenOf({
  conversions,
  costMicros,
  onConversions,
  onCost,
}: Pick<NetQuestion, 'conversions' | 'costMicros' | 'onConversions' | 'onCost'>): number | null {
  const moreCost = costMicros * -Math.expm1(-onCost.log)
  const moreConversions = conversions * -Math.expm1(-onConversions.log)
  const worth = moreCost / moreConversions
  return worth > 0 && Number.isFinite(worth) ? worth : null
}

/** Standard deviation to which an interval at 5 % comes. */
export function errorOf({ low, high }: Interval): number {
  return (high - low) / 2 / Z_95
}
