import { lonePromiseOf, mayPromise } from '#engine/effect/lone-promise.ts'
import { LOOK_WEEKS, MOST_WEEKS } from '#engine/effect/looks.ts'
import type { MeasuredEffect } from '#engine/effect/measure-effect.ts'
import { MICROS } from '#shared/metrics.ts'
import { chanceFrom } from './chance.ts'
import { drawAccount, RANDOM_WALK, type Timeline } from './effects/drifting-account.ts'
import type { Day } from './effects/entity-days.ts'
import { drawMoved } from './effects/moving-accounts.ts'
import { MOVING_WORLDS } from './effects/moving-worlds.ts'
import { cardsAlike, type PlantedChange } from './effects/planted-changes.ts'
import { judge, judgeByLooks } from './effects/verdicts.ts'
import { between, type LayerOptions, type Metric, noted } from './metric.ts'

/** Of the weeks before the change, and of the looks after it. */
const TIMELINE: Timeline = { weeksBefore: MOST_WEEKS, weeksAfter: MOST_WEEKS }
const SPARED = 0.3
const CHANGE = { clicks: 1 - SPARED, rate: 1 / (1 - SPARED) }

type Promised = { promised: number; seen: 0 | 1 }

/** One entity, of which so much is spared: how often the looks see it, less the chance that its past let promise. */
export function promiseWorlds({ seeds, full }: LayerOptions): Metric[] {
  const foundIn = (name: string, plant: (seed: string) => PlantedChange, accounts: number) =>
    Array.from({ length: accounts }, (_, i) => seeds.first + i).flatMap(
      (seed) => promisedOf(plant(`promise ${name} ${seed}`), seed) ?? [],
    )
  // Elsewhere levels do not move within the weeks before, and what is read there is too calm for any promise.
  const walked = foundIn(
    RANDOM_WALK.name,
    (seed) => cardsAlike(drawAccount(RANDOM_WALK, chanceFrom(seed), TIMELINE), 1, CHANGE)[0]!,
    full ? 1_000 : 400,
  )
  const moved = MOVING_WORLDS.map((world) => ({
    name: world.name,
    found: foundIn(
      world.name,
      (seed) => drawMoved(world, chanceFrom(seed), TIMELINE, CHANGE),
      full ? 400 : 60,
    ),
  }))
  const all = moved.flatMap(({ found }) => found)
  return [
    ...gapOf(RANDOM_WALK.name, walked),
    ...gapOf(`${moved.length} worlds that move at any time`, all),
    ...(full ? moved.flatMap(({ name, found }) => gapOf(name, found)) : []),
    ...BANDS.map(([low, high]) => {
      const some = all.filter(({ promised }) => promised >= low && promised < high)
      return noted(`of these, promised ${low} to ${high}: seen less promised`, meanOf(some, gap))
    }),
  ]
}

const BANDS = [
  [0, 0.2],
  [0.2, 0.5],
  [0.5, 0.8],
  [0.8, 1],
] as const

const gap = ({ promised, seen }: Promised) => seen - promised

function gapOf(name: string, found: readonly Promised[]): Metric[] {
  const what = `one entity, ${name}, three tenths spared`
  return [
    between(`${what}: seen less promised`, meanOf(found, gap), -0.05, 0.05),
    noted(
      `${what}: mean square of that (Brier)`,
      meanOf(found, (one) => gap(one) ** 2),
    ),
  ]
}

function meanOf(found: readonly Promised[], of: (one: Promised) => number): number {
  return found.reduce((sum, one) => sum + of(one), 0) / found.length
}

function promisedOf(change: PlantedChange, seed: number): Promised | null {
  const promise = lonePromiseOf(pastLooksOf(change, seed))
  if (!promise) return null
  const known = change.changed.slice(0, TIMELINE.weeksBefore * 7)
  const cost = known.slice(-LOOK_WEEKS * 7).reduce((sum, day) => sum + day.cost, 0)
  const promised = promise.chanceOf((SPARED * cost * MICROS * 30) / (LOOK_WEEKS * 7))
  const { verdict } = judgeByLooks(change, TIMELINE.weeksBefore, seed)
  return { promised, seen: verdict === 'improved' ? 1 : 0 }
}

/** The last weeks judged as if it had been changed before them, as the product judges them for its promise. */
function pastLooksOf(change: PlantedChange, seed: number): MeasuredEffect[] {
  const past: MeasuredEffect[] = []
  for (let weeks = LOOK_WEEKS; weeks <= MOST_WEEKS; weeks += LOOK_WEEKS) {
    const fractions = past.at(-1)?.fractions ?? []
    const measured = judge(asIfBefore(change, weeks), weeks, seed, { weeks, fractions })
    past.push(measured)
    if (!mayPromise(measured) || measured.fractions.at(-1) === 1) break
  }
  return past
}

function asIfBefore({ changed, untouched, past, reported, ...rest }: PlantedChange, weeks: number) {
  const known = new Map<Day[], Day[]>()
  const late = new Map<Day[], (age: number) => number>()
  const shifted = (days: Day[]) => {
    const all = [...past.get(days)!, ...days.slice(0, TIMELINE.weeksBefore * 7)]
    // A week between both windows is of neither.
    const first = all.length - 2 * weeks * 7 - 7
    const both = [...all.slice(first, first + weeks * 7), ...all.slice(-weeks * 7)]
    known.set(both, all.slice(0, first))
    if (reported?.has(days)) late.set(both, reported.get(days)!)
    return both
  }
  const both = { changed: shifted(changed), untouched: untouched.map(shifted) }
  return { ...rest, ...both, past: known, reported: late }
}
