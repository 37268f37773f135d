import {
  type ComparedPair,
  type HalvesEffect,
  halvesEffect,
  type UnitNoise,
  weightOf,
} from '#engine/effect/halves-effect.ts'
import { chanceOfHalves } from '#engine/effect/halves-promise.ts'
import type { Worth } from '#engine/effect/net-effect.ts'
import { studentQuantile } from '#engine/effect/ratio-of-ratios.ts'
import { unitNoiseOf } from '#engine/effect/unit-noise.ts'
import { normalCdf } from '#engine/statistics/stats.ts'
import type { Verdict } from '#shared/measured.ts'
import { MICROS } from '#shared/metrics.ts'
import { chanceFrom } from './chance.ts'
import { comparedAfter, drawPairs, verdictsByLooks } from './effects/judged-halves.ts'
import { type DrawnUnit, drawUnits, type UnitWorld } from './effects/unit-accounts.ts'
import { atLeast, atMost, between, type LayerOptions, type Metric, noted } from './metric.ts'

const WORLD: UnitWorld = { units: 16, clicksAWindow: 40_000, drift: 0.12, change: 0.8 }

/** Cards applied to one half first: the half that was changed against the half that was not. */
export function halvesWorlds({ seeds, full }: LayerOptions): Metric[] {
  const accounts = full ? 1_500 : 300
  const run = (world: CardWorld) =>
    Array.from({ length: accounts }, (_, i) => tried(world, `${seeds.first + i}`))
  const share = (all: readonly Tried[], of: (one: Tried) => boolean) =>
    all.filter(of).length / accounts
  const [sixteen, thirtyTwo] = [run(WORLD), run({ ...WORLD, units: 32 })]
  const nothing = run({ ...WORLD, units: 24, change: 1 })
  const wandering = run({ ...WORLD, units: 16, clicksAWindow: 4_000, change: 1, wanders: true })
  const small = run({ ...WORLD, units: 24, clicksAWindow: 4_000, drift: 0.2, spares: true })
  const stopped = run({ ...WORLD, units: 24, clicksAWindow: 1_000, change: 0, worthEuros: 18 })
  // Of each half two sales, and five, are to be expected in four weeks.
  const [rarely, seldom] = [2, 5].map((sold) => ({
    ...RARE,
    rate: (2 * sold) / RARE.clicksAWindow,
  }))
  const paying = run({ ...rarely!, worthEuros: 1 / rarely!.rate })
  const wasted = run({ ...seldom!, worthEuros: 0.4 / seldom!.rate })
  const net = run({ ...WORLD, units: 32, spares: true })
  const few = run({ ...WORLD, units: 16, spares: true })
  return [
    atLeast('halves, −20 % cost, 16 units, 40,000 clicks: seen', share(sixteen, isSeen), 0.8),
    noted('halves, −20 % cost, 16 units: at best at the first look', mean(sixteen.map(atBest))),
    atLeast('halves, −20 % cost, 32 units, 40,000 clicks: seen', share(thirtyTwo, isSeen), 0.95),
    noted('halves, −20 % cost, 32 units: at best at the first look', mean(thirtyTwo.map(atBest))),
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
    ...falseByLooks('levels', nothing),
    ...falseByLooks('wandering', wandering),
    noted('halves, a fifth spared, 32 units, net: seen at the first look', seenAt(net, 1)),
    noted('halves, a fifth spared, 32 units, net: seen by the third', seenAt(net, 3)),
    calibrated('halves, a fifth spared, 4,000 clicks, net', small.map(netGap)),
    calibrated('halves, stopped, net', stopped.map(netGap)),
    atMost(
      'halves, stopped what pays for itself and sells twice: called better',
      share(paying, ({ verdicts }) => verdicts.at(-1) === 'improved'),
      0.05,
    ),
    atMost(
      'halves, stopped what pays for itself and sells twice: called worse',
      share(paying, ({ verdicts }) => verdicts.at(-1) === 'worsened'),
      0.05,
    ),
    atLeast(
      'halves, stopped what pays for itself and sells twice: 95 % interval covers',
      share(paying, ({ effect: { netMicros } }) => netMicros!.low <= 0 && netMicros!.high >= 0),
      0.93,
    ),
    noted(
      'halves, stopped at 2.5 times its worth, five sold: seen by the third',
      seenAt(wasted, 3),
    ),
    calibrated('halves, stopped at 2.5 times its worth, five sold, net', wasted.map(netGap)),
    calibrated('halves, a fifth spared, 32 units, net', net.map(netGap)),
    calibrated('halves, a fifth spared, 16 units, net', few.map(netGap)),
    between(
      'halves, −20 % cost: 95 % interval covers',
      share(thirtyTwo, ({ effect: { cost } }) => cost.low <= -0.2 && cost.high >= -0.2),
      0.93,
      0.97,
    ),
  ]
}

const RARE = { units: 24, clicksAWindow: 4_000, drift: 0.12, change: 0 }

/** Nothing was changed: verdicts of all looks together. */
function falseByLooks(name: string, all: readonly Tried[]): Metric[] {
  return [
    atMost(`halves A/A ${name}, looks at 4, 8, 12 weeks: false verdicts`, seenAt(all, 3), 0.05),
    noted(
      `halves A/A ${name}: looked at more than once`,
      mean(all.map(({ verdicts }) => (verdicts.length > 1 ? 1 : 0))),
    ),
  ]
}

/** The share that was told apart by so many looks. */
function seenAt(all: readonly Tried[], looks: number): number {
  return mean(all.map(({ verdicts }) => (verdicts.slice(0, looks).some(isTold) ? 1 : 0)))
}

/** The share that was seen, less the chance that was named before. */
function calibrated(name: string, gaps: readonly number[]): Metric {
  return between(`${name}: seen less promised`, mean(gaps), -0.05, 0.05)
}

/** `saved`: € less for those that were changed. */
type Tried = {
  effect: HalvesEffect
  /** Chance that the best test of so many pairs sees it at the first look. */
  atBest: number
  verdicts: Verdict[]
  promisedNet: number
  saved: number
}

/** Whether the first look told the halves apart by net money, less the chance that was named before. */
function netGap({ verdicts, promisedNet }: Tried): number {
  return (isTold(verdicts[0]) ? 1 : 0) - promisedNet
}

function isTold(verdict: Verdict | undefined): boolean {
  return verdict === 'improved' || verdict === 'worsened'
}

const atBest = (one: Tried) => one.atBest

function isSeen({ effect: { cost, isEnough } }: Tried): boolean {
  return isEnough && cost.high < 0
}

type CardWorld = UnitWorld & { worthEuros?: number }

function tried(world: CardWorld, seed: string): Tried {
  const units = drawUnits(world, chanceFrom(`units ${JSON.stringify(world)} ${seed}`))
  const noise = unitNoiseOf(units)
  const drawn = drawPairs(units, seed)
  const compared = drawn.map((pair) => comparedAfter(pair, 1))
  const changed = drawn.map(({ now }) => now.after.changed.cost)
  const worth = { micros: (world.worthEuros ?? 33) * MICROS, sd: 0 }
  return {
    promisedNet: promisedNetOf(compared, units, { world, worth, noise }),
    saved: (changed.reduce((all, cost) => all + cost, 0) * (1 - world.change)) / world.change,
    effect: halvesEffect(compared, noise, worth, { isStopped: world.change === 0 }),
    atBest: bestOf(compared, world),
    verdicts: verdictsByLooks(drawn, noise, { worth, isStopped: world.change === 0 }),
  }
}

/**
 * Of pairs weighed by how they truly vary, by Student's t: no unbiased test sees more of normal ones whose spread must be told by themselves.
 * Its power by Abramowitz & Stegun 26.7.10.
 */
function bestOf(compared: readonly ComparedPair[], { change, drift }: CardWorld): number {
  if (change <= 0) return 1
  const known = { dispersion: DISPERSION, soldDispersion: DISPERSION, drift }
  const information = compared.reduce(
    (sum, { now, later }) => sum + weightOf(now.before, later.before, known),
    0,
  )
  const freedom = compared.length - 1
  const needed = studentQuantile(0.05, freedom)
  const apart = Math.abs(Math.log(change)) * Math.sqrt(information)
  const reach = apart - needed * (1 - 1 / (4 * freedom))
  return normalCdf(reach / Math.sqrt(1 + needed ** 2 / (2 * freedom)))
}

/** Of the units' clicks, on average. */
const DISPERSION = 1.5

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

function mean(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length
}
