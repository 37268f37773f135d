import type { Chance } from '../chance.ts'
import { type Day, drawDay, type Factors, UNCHANGED } from './entity-days.ts'

/** A term, keyword or place: its sums in three windows of 28 days, the last with and without the change. */
export type DrawnUnit = {
  key: string
  earlier: Day
  before: Day
  after: Record<'changed' | 'left', Day>
}

export type UnitWorld = {
  units: number
  clicksAWindow: number
  drift: number
  /** What is left of the clicks of a unit that is changed. */
  change: number
  /** Those that go sold nothing. */
  spares?: true
}

const DAYS = 28

/** Units of very unlike size. */
export function drawUnits(
  { units, clicksAWindow, drift, change, spares }: UnitWorld,
  chance: Chance,
): DrawnUnit[] {
  const sizes = Array.from({ length: units }, () => Math.exp(chance.normal()))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return sizes.map((size, i) => {
    const traits = {
      clicksADay: (size / total / DAYS) * clicksAWindow,
      rate: 0.03 * Math.exp(0.4 * chance.normal()),
      cpc: Math.exp(0.4 * chance.normal()),
      dispersion: chance.between(1.2, 1.8),
    }
    const window = (factors: Factors) =>
      Array.from({ length: DAYS }, (_, day) => drawDay(chance, traits, day, factors)).reduce(
        (a, b) => ({
          clicks: a.clicks + b.clicks,
          cost: a.cost + b.cost,
          conversions: a.conversions + b.conversions,
        }),
      )
    // Each window has a level of its own, so that two of them lie `drift` apart.
    const level = () => ({ ...UNCHANGED, clicks: Math.exp((drift / Math.SQRT2) * chance.normal()) })
    const last = level()
    return {
      key: `unit ${i}`,
      earlier: window(level()),
      before: window(level()),
      after: {
        left: window(last),
        changed: window({
          ...last,
          clicks: last.clicks * change,
          rate: last.rate / (spares ? change : 1),
        }),
      },
    }
  })
}
