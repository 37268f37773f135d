import { lonePromiseOf } from '#engine/effect/lone-promise.ts'
import { MICROS } from '#shared/metrics.ts'
import { chanceFrom } from './chance.ts'
import { drawAccount, type EffectWorld, RANDOM_WALK } from './effects/drifting-account.ts'
import type { Day } from './effects/entity-days.ts'
import { cardsAlike, type PlantedChange } from './effects/planted-changes.ts'
import { judge, judgeByLooks } from './effects/verdicts.ts'
import { between, type LayerOptions, type Metric } from './metric.ts'

/** Weeks before the change: two windows with a week between them, and three weeks of what was before. */
const WEEKS_BEFORE = 12
const SPARED = 0.3

/** One entity, of which so much is spared: how often the looks see it, less the chance that its past let promise. */
export function promiseWorlds({ seeds, full }: LayerOptions): Metric[] {
  const accounts = full ? 1_500 : 500
  // Elsewhere levels do not move within the weeks before, and what is read there is too calm for any promise.
  return [RANDOM_WALK].map((world) => {
    const gaps = Array.from({ length: accounts }, (_, i) => gapOf(world, seeds.first + i))
    const known = gaps.filter((gap) => gap !== null)
    const mean = known.reduce((sum, gap) => sum + gap, 0) / known.length
    return between(
      `one entity, ${world.name}, three tenths spared: seen less promised`,
      mean,
      -0.05,
      0.05,
    )
  })
}

function gapOf(world: EffectWorld, seed: number): number | null {
  const chance = chanceFrom(`promise ${world.name} ${seed}`)
  const account = drawAccount(world, chance, { weeksBefore: WEEKS_BEFORE, weeksAfter: 12 })
  const [change] = cardsAlike(account, 1, { clicks: 1 - SPARED, rate: 1 / (1 - SPARED) })
  const past = judge(asIfBefore(change!), 4, seed, { weeks: 4, fractions: [] })
  const promise = lonePromiseOf(past)
  if (!promise) return null
  const cost = change!.changed
    .slice((WEEKS_BEFORE - 4) * 7, WEEKS_BEFORE * 7)
    .reduce((sum, day) => sum + day.cost, 0)
  const promised = promise.chanceOf((SPARED * cost * MICROS * 30) / 28)
  const { verdict } = judgeByLooks(change!, WEEKS_BEFORE, seed)
  return (verdict === 'improved' ? 1 : 0) - promised
}

/** The last weeks judged as if it had been changed before them, as the product judges them for its promise. */
function asIfBefore({ changed, untouched, past, ...rest }: PlantedChange): PlantedChange {
  const known = new Map<Day[], Day[]>()
  const shifted = (days: Day[]) => {
    const first = WEEKS_BEFORE * 7
    const both = [...days.slice(first - 63, first - 35), ...days.slice(first - 28, first)]
    known.set(both, [...past.get(days)!, ...days.slice(0, first - 63)])
    return both
  }
  return { ...rest, changed: shifted(changed), untouched: untouched.map(shifted), past: known }
}
