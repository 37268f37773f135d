import { drawHalves } from '#engine/effect/halves-draw.ts'
import {
  type ArmSums,
  type ComparedPair,
  type HalvesEffect,
  halvesEffect,
  powerOfHalves,
} from '#engine/effect/halves-effect.ts'
import { unitNoiseOf } from '#engine/effect/unit-noise.ts'
import { MICROS } from '#shared/metrics.ts'
import { chanceFrom } from './chance.ts'
import type { Day } from './effects/entity-days.ts'
import { type DrawnUnit, drawUnits, type UnitWorld } from './effects/unit-accounts.ts'
import { atLeast, atMost, between, type LayerOptions, type Metric } from './metric.ts'

const WORLD: UnitWorld = { units: 16, clicksAWindow: 40_000, drift: 0.12, change: 0.8 }

/** Cards applied to one half first: the half that was changed against the half that was not. */
export function halvesWorlds({ seeds, full }: LayerOptions): Metric[] {
  const accounts = full ? 1_500 : 200
  const run = (world: UnitWorld) =>
    Array.from({ length: accounts }, (_, i) => tried(world, `${seeds.first + i}`))
  const share = (all: readonly Tried[], of: (one: Tried) => boolean) =>
    all.filter(of).length / accounts
  const [sixteen, thirtyTwo] = [run(WORLD), run({ ...WORLD, units: 32 })]
  const nothing = run({ ...WORLD, units: 24, change: 1 })
  const small = run({ ...WORLD, units: 24, clicksAWindow: 4_000, drift: 0.2 })
  const promises = [sixteen, thirtyTwo, small].flat()
  return [
    atLeast('halves, −20 % cost, 16 units, 40,000 clicks: seen', share(sixteen, isSeen), 0.8),
    atLeast('halves, −20 % cost, 32 units, 40,000 clicks: seen', share(thirtyTwo, isSeen), 0.95),
    atMost(
      'halves A/A, cost: told apart',
      share(nothing, ({ effect }) => effect.costP <= 0.05),
      0.06,
    ),
    atMost(
      'halves A/A, net: told apart',
      share(nothing, ({ effect }) => effect.netMicros!.p <= 0.05),
      0.06,
    ),
    between(
      'halves: seen less promised',
      mean(promises.map((one) => (isSeen(one) ? 1 : 0) - one.promised)),
      -0.05,
      0.05,
    ),
    between(
      'halves, 4,000 clicks: seen less promised',
      mean(small.map((one) => (isSeen(one) ? 1 : 0) - one.promised)),
      -0.05,
      0.05,
    ),
    between(
      'halves, −20 % cost: 95 % interval covers',
      share(thirtyTwo, ({ effect: { cost } }) => cost.low <= -0.2 && cost.high >= -0.2),
      0.93,
      0.97,
    ),
  ]
}

/** `saved`: € less for those that were changed. */
type Tried = { effect: HalvesEffect; promised: number; saved: number }

function isSeen({ effect: { cost, isEnough } }: Tried): boolean {
  return isEnough && cost.high < 0
}

function tried(world: UnitWorld, seed: string): Tried {
  const units = drawUnits(world, chanceFrom(`units ${JSON.stringify(world)} ${seed}`))
  const noise = unitNoiseOf(
    units.map(({ earlier, before }) => ({ earlier: earlier.clicks, before: before.clicks })),
  )
  const { pairs } = drawHalves(
    units.map(({ key, before }) => ({
      key,
      costMicros: before.cost * MICROS,
      conversions: before.conversions,
    })),
    seed,
  )
  const byKey = new Map(units.map((unit) => [unit.key, unit]))
  const arm = ([key]: readonly string[], did: keyof DrawnUnit['after']) => {
    const unit = byKey.get(key!)!
    return { before: sumsOf(unit.before), after: sumsOf(unit.after[did]) }
  }
  const compared: ComparedPair[] = pairs.map(({ now, later }) => ({
    now: arm(now, 'changed'),
    later: arm(later, 'left'),
  }))
  const clicks = compared.map(({ now, later }) => ({
    now: now.before.clicks,
    later: later.before.clicks,
  }))
  const changed = pairs.flatMap(({ now }) => now.map((key) => byKey.get(key)!.after.changed.cost))
  return {
    saved: (changed.reduce((all, cost) => all + cost, 0) * (1 - world.change)) / world.change,
    effect: halvesEffect(compared, noise, { micros: 33 * MICROS, sd: 0 }),
    promised: powerOfHalves(clicks, noise, Math.log(world.change)),
  }
}

/** One card in halves, of which a fifth of the clicks is worth nothing; `truth`: net € of the half that was changed. */
export function judgeHalves(seed: string): { effect: HalvesEffect; truth: number } {
  const { effect, saved } = tried({ ...WORLD, units: 24, spares: true }, `total ${seed}`)
  return { effect, truth: saved }
}

function sumsOf({ clicks, cost, conversions }: Day): ArmSums {
  return { clicks, costMicros: cost * MICROS, conversions }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length
}
