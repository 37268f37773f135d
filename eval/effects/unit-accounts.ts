import type { Chance } from '../chance.ts'
import { type Day, drawDay, type Factors, type Traits, UNCHANGED } from './entity-days.ts'

/** A term, keyword or place: its sums in windows of 28 days, those after with and without the change. */
export type DrawnUnit = {
  key: string
  earlier: Day
  before: Day
  after: Record<'changed' | 'left', Day>
  /** The two windows that follow. */
  later: Record<'changed' | 'left', Day>[]
}

export type UnitWorld = {
  units: number
  clicksAWindow: number
  drift: number
  /** What is left of the clicks of a unit that is changed. */
  change: number
  /** Conversions per click; .03 where it is not said. */
  rate?: number
  /** Those that go sold nothing. */
  spares?: true
  /** In the windows after the first they go on drifting as before it, instead of keeping their level. */
  wanders?: true
}

const DAYS = 28

/** Units of very unlike size. */
export function drawUnits(world: UnitWorld, chance: Chance): DrawnUnit[] {
  const sizes = Array.from({ length: world.units }, () => Math.exp(chance.normal()))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const drawn = sizes.map((size, i) => drawUnit(world, { share: size / total, i }, chance))
  // Drawn last: the windows before them are the same in all worlds.
  return drawn.map(({ traits, level, unit }) => ({
    ...unit,
    later: laterOf(world, { traits, level }, chance),
  }))
}

type Level = { traits: Traits; level: Factors }

function drawUnit(world: UnitWorld, { share, i }: { share: number; i: number }, chance: Chance) {
  const traits = {
    clicksADay: (share / DAYS) * world.clicksAWindow,
    rate: (world.rate ?? 0.03) * Math.exp(0.4 * chance.normal()),
    cpc: Math.exp(0.4 * chance.normal()),
    dispersion: chance.between(1.2, 1.8),
  }
  const level = drawLevel(world, chance)
  const past = () => drawWindow({ traits, level: drawLevel(world, chance) }, chance)
  const unit = { key: `unit ${i}`, earlier: past(), before: past() }
  return { traits, level, unit: { ...unit, after: bothWays(world, { traits, level }, chance) } }
}

// Each window has a level of its own, so that two of them lie `drift` apart.
function drawLevel({ drift }: UnitWorld, chance: Chance): Factors {
  return { ...UNCHANGED, clicks: Math.exp((drift / Math.SQRT2) * chance.normal()) }
}

function laterOf(world: UnitWorld, { traits, level }: Level, chance: Chance) {
  return [1, 2].map(() =>
    bothWays(world, { traits, level: world.wanders ? drawLevel(world, chance) : level }, chance),
  )
}

function bothWays({ change, spares }: UnitWorld, { traits, level }: Level, chance: Chance) {
  const changed = {
    ...level,
    clicks: level.clicks * change,
    rate: level.rate / (spares ? change : 1),
  }
  return {
    left: drawWindow({ traits, level }, chance),
    changed: drawWindow({ traits, level: changed }, chance),
  }
}

function drawWindow({ traits, level }: Level, chance: Chance): Day {
  const days = Array.from({ length: DAYS }, (_, day) => drawDay(chance, traits, day, level))
  return days.reduce((a, b) => ({
    clicks: a.clicks + b.clicks,
    cost: a.cost + b.cost,
    conversions: a.conversions + b.conversions,
  }))
}
