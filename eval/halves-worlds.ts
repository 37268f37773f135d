import { drawHalves } from '#engine/effect/halves-draw.ts'
import {
  type ArmSums,
  type ComparedPair,
  type HalvesEffect,
  halvesEffect,
  powerOfHalves,
  type UnitNoise,
} from '#engine/effect/halves-effect.ts'
import { chanceOfHalves } from '#engine/effect/halves-promise.ts'
import type { Worth } from '#engine/effect/net-effect.ts'
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
  const run = (world: CardWorld) =>
    Array.from({ length: accounts }, (_, i) => tried(world, `${seeds.first + i}`))
  const share = (all: readonly Tried[], of: (one: Tried) => boolean) =>
    all.filter(of).length / accounts
  const [sixteen, thirtyTwo] = [run(WORLD), run({ ...WORLD, units: 32 })]
  const nothing = run({ ...WORLD, units: 24, change: 1 })
  const small = run({ ...WORLD, units: 24, clicksAWindow: 4_000, drift: 0.2 })
  const promises = [sixteen, thirtyTwo, small].flat()
  const stopped = run({ ...WORLD, units: 24, clicksAWindow: 1_000, change: 0, worthEuros: 18 })
  const net = run({ ...WORLD, units: 32, spares: true })
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
    between('halves, stopped, net: seen less promised', mean(stopped.map(netGap)), -0.08, 0.08),
    between('halves, a fifth spared, net: seen less promised', mean(net.map(netGap)), -0.12, 0.12),
    between(
      'halves, −20 % cost: 95 % interval covers',
      share(thirtyTwo, ({ effect: { cost } }) => cost.low <= -0.2 && cost.high >= -0.2),
      0.93,
      0.97,
    ),
  ]
}

/** `saved`: € less for those that were changed. */
type Tried = { effect: HalvesEffect; promised: number; promisedNet: number; saved: number }

/** Whether net money told the halves apart, less the chance that was named before. */
function netGap({ effect: { isEnough, netMicros }, promisedNet }: Tried): number {
  const isTold = isEnough && netMicros !== null && (netMicros.low > 0 || netMicros.high < 0)
  return (isTold ? 1 : 0) - promisedNet
}

function isSeen({ effect: { cost, isEnough } }: Tried): boolean {
  return isEnough && cost.high < 0
}

type CardWorld = UnitWorld & { worthEuros?: number }

function tried(world: CardWorld, seed: string): Tried {
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
  const worth = { micros: (world.worthEuros ?? 33) * MICROS, sd: 0 }
  return {
    promisedNet: promisedNetOf(compared, units, { world, worth, noise }),
    saved: (changed.reduce((all, cost) => all + cost, 0) * (1 - world.change)) / world.change,
    effect: halvesEffect(compared, noise, worth),
    promised: powerOfHalves(clicks, noise, Math.log(world.change)),
  }
}

/** As the dialog says it, for what the change is meant to bring. */
function promisedNetOf(
  compared: readonly ComparedPair[],
  units: readonly DrawnUnit[],
  { world, worth, noise }: { world: CardWorld; worth: Worth; noise: UnitNoise },
): number {
  const sum = (of: (unit: DrawnUnit) => number) => units.reduce((all, unit) => all + of(unit), 0)
  const cost = sum(({ before }) => before.cost) * MICROS
  const sold = world.spares ? 0 : worth.micros * sum(({ before }) => before.conversions)
  return chanceOfHalves(
    {
      pairs: compared.map(({ now, later }) => [now.before, later.before] as const),
      wholeCostMicros: cost,
      noise,
      worth,
      isStopped: world.change === 0,
    },
    (1 - world.change) * (cost - sold),
  )
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
