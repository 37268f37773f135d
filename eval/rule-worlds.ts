import type { CountedCard } from '#engine/effect/counted-once.ts'
import { type MeasuredEffect, ownMonthly } from '#engine/effect/measure-effect.ts'
import { ruleVerdict } from '#engine/effect/rule-verdict.ts'
import { chanceFrom } from './chance.ts'
import { drawAccount, EFFECT_WORLDS, type EffectWorld, LEVELS } from './effects/drifting-account.ts'
import { cardsAlike } from './effects/planted-changes.ts'
import { judge } from './effects/verdicts.ts'
import { atLeast, atMost, type LayerOptions, type Metric } from './metric.ts'

const CARDS = 20

/** Twenty cards of one rule in one account, all of which did the same or nothing: what they tell together. */
export function ruleWorlds({ seeds, full }: LayerOptions): Metric[] {
  const told = (world: EffectWorld, change: { clicks: number; rate: number }, accounts: number) => {
    const verdicts = Array.from({ length: accounts }, (_, i) => {
      const chance = chanceFrom(`rule ${world.name} ${change.clicks} ${seeds.first + i}`)
      return togetherOf(
        cardsAlike(drawAccount(world, chance), CARDS, change).map((one) => judge(one, 4, i)),
      )
    })
    return (wanted: string) => verdicts.filter((one) => one === wanted).length / accounts
  }
  const [some, many] = full ? [400, 1_000] : [40, 120]
  const saved = told(LEVELS, { clicks: 0.8, rate: 1.25 }, some)
  const sold = told(LEVELS, { clicks: 1, rate: 1.2 }, some)
  const lost = told(LEVELS, { clicks: 1, rate: 0.8 }, some)
  return [
    atLeast('a rule, 20 cards, −20 % cost: Mejorado', saved('improved'), 0.8),
    atLeast('a rule, 20 cards, +20 % conversions: Mejorado', sold('improved'), 0.8),
    atLeast('a rule, 20 cards, −20 % conversions: Empeorado', lost('worsened'), 0.8),
    ...EFFECT_WORLDS.filter(({ name }) =>
      ['levels', 'random walk', 'heavy tails'].includes(name),
    ).map((world) => {
      const nothing = told(world, { clicks: 1, rate: 1 }, many)
      const wrong = nothing('improved') + nothing('worsened')
      return atMost(`a rule, 20 cards of nothing, ${world.name}: false verdicts`, wrong, 0.05)
    }),
  ]
}

function togetherOf(effects: readonly MeasuredEffect[]): string {
  const cards = effects.flatMap((effect, i): CountedCard[] => {
    const monthly = ownMonthly(effect)
    if (!monthly) return []
    const own = { usual: effect.usualMicros, spread: effect.spread, estimate: monthly.estimate }
    const days = { appliedOn: '2026-01-01', measuredTo: '2026-02-05' }
    return [{ id: `${i}`, campaignIds: [`${i}`], ...days, ...own }]
  })
  return ruleVerdict(cards)?.verdict ?? 'none'
}
