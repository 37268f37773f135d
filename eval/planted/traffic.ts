import type { Uniforms } from '#engine/statistics/random.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { drawBinomial as binomial, drawPoisson } from '../draws.ts'

/** Share of conversions that are credited in part only, to something else beside. */
const SPLIT = 0.3

/** What that does to counts (see ConversionCredit in the engine). */
export const CREDIT = {
  mean: 1 - SPLIT / 2,
  spread: (1 - SPLIT + SPLIT * (0.5 ** 2 + 0.6 ** 2 / 12)) / (1 - SPLIT / 2),
} as const

/** Conversions as Google credits them, of this mean: some count as a fraction. */
export function drawCredit(next: Uniforms, mean: number): number {
  const count = drawPoisson(next, mean / (1 - SPLIT / 2))
  let credited = 0
  for (let i = 0; i < count; i++) {
    credited += next() < SPLIT ? Math.round((0.2 + 0.6 * next()) * 100) / 100 : 1
  }
  return credited
}

export function sumsOf(
  rows: readonly { clicks: number; conversions: number; cpc: number }[],
  clickRate: number,
): Metrics {
  let [clicks, cost, conversions] = [0, 0, 0]
  for (const row of rows) {
    clicks += row.clicks
    cost += row.clicks * row.cpc
    conversions += row.conversions
  }
  return {
    impressions: Math.round(clicks / clickRate),
    clicks,
    costMicros: Math.round(cost * MICROS),
    conversionsMicros: Math.round(conversions * MICROS),
    valueMicros: 0,
  }
}

/** Whole sums divided by weights; clicks at random, conversions and cost with them. */
export function dividedSums(
  next: Uniforms,
  sums: Metrics,
  parts: readonly { clicks: number; conversions: number; impressions?: number }[],
): Metrics[] {
  const clicks = scatter(
    next,
    sums.clicks,
    parts.map((part) => part.clicks),
  )
  const whole = Math.floor(sums.conversionsMicros / MICROS)
  const conversions = scatter(
    next,
    whole,
    parts.map((part) => part.conversions),
  )
  const unit = whole > 0 ? sums.conversionsMicros / whole : 0
  const views = parts.map((part) => part.impressions ?? part.clicks)
  const allViews = views.reduce((a, b) => a + b, 0)
  return parts.map((_, i) => ({
    impressions: Math.max(clicks[i]!, Math.round((sums.impressions * views[i]!) / allViews)),
    clicks: clicks[i]!,
    costMicros: sums.clicks > 0 ? Math.round((sums.costMicros * clicks[i]!) / sums.clicks) : 0,
    conversionsMicros: Math.round(conversions[i]! * unit),
    valueMicros: 0,
  }))
}

/** A multinomial draw. */
function scatter(next: Uniforms, total: number, weights: readonly number[]): number[] {
  let left = total
  let weight = weights.reduce((a, b) => a + b, 0)
  return weights.map((own) => {
    const drawn = left > 0 && weight > 0 ? binomial(next, left, Math.min(1, own / weight)) : 0
    left -= drawn
    weight -= own
    return drawn
  })
}
