import type { Chance } from '../chance.ts'

/** Of one day; money in euros. */
export type Day = { clicks: number; cost: number; conversions: number }

/** What an entity is like by itself. */
export type Traits = { clicksADay: number; rate: number; cpc: number; dispersion: number }

/** Multipliers of a day. */
export type Factors = { clicks: number; rate: number; cpc: number }

export const UNCHANGED: Factors = { clicks: 1, rate: 1, cpc: 1 }

const WEEKDAYS = [1.12, 1.15, 1.1, 1.06, 0.98, 0.75, 0.84]

/** One day of an entity: negative-binomial clicks and conversions, prices that vary. */
export function drawDay(chance: Chance, traits: Traits, day: number, factors: Factors): Day {
  const weekday = WEEKDAYS[((day % 7) + 7) % 7]!
  const clicks = drawCount(chance, traits.clicksADay * weekday * factors.clicks, traits.dispersion)
  const price = traits.cpc * factors.cpc * Math.exp(0.06 * chance.normal())
  return {
    clicks,
    cost: clicks * price,
    conversions: drawCount(chance, clicks * traits.rate * factors.rate, 1 + traits.dispersion / 4),
  }
}

/** Of variance `dispersion` × mean. */
export function drawCount(chance: Chance, mean: number, dispersion: number): number {
  if (mean <= 0) return 0
  const scale = dispersion - 1
  return chance.poisson(scale > 0 ? chance.gamma(mean / scale) * scale : mean)
}

export function together(...parts: readonly Day[][]): Day[] {
  return parts[0]!.map((_, i) => ({
    clicks: sum(parts, i, 'clicks'),
    cost: sum(parts, i, 'cost'),
    conversions: sum(parts, i, 'conversions'),
  }))
}

function sum(parts: readonly Day[][], i: number, figure: keyof Day): number {
  return parts.reduce((all, days) => all + days[i]![figure], 0)
}
