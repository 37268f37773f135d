import { budgetResponses, type ShownExponent, shownBy } from '#engine/effect/budget-learning.ts'
import { NOTHING_LEARNED } from '#engine/effect/calibration.ts'
import { measuredOf } from '#engine/effect/measured-texts.ts'
import { usualExponent } from '#engine/statistics/budget-response.ts'
import type { Exponent } from '#engine/statistics/learned-exponents.ts'
import { MICROS } from '#shared/metrics.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { drawAccount, FOUR_WEEKS, LEVELS, STEADY } from './effects/drifting-account.ts'
import { budgetsRaised } from './effects/planted-changes.ts'
import { judge } from './effects/verdicts.ts'
import { atMost, between, type LayerOptions, type Metric, noted } from './metric.ts'

const CARDS = 16
const STEP = Math.log(1.2)
const RANGE_80 = 1.2816

/** Accounts in which sixteen budgets were raised by a fifth and used up: what is believed of the exponent of one more campaign. */
export function budgetWorlds({ seeds, full }: LayerOptions): Metric[] {
  const accounts = full ? 400 : 60
  const told = (world: typeof LEVELS, truth: (chance: Chance) => number) =>
    Array.from({ length: accounts }, (_, i) => {
      const chance = chanceFrom(`budgets ${world.name} ${seeds.first + i}`)
      const exponent = truth(chance)
      const next = exponent + 0.08 * chance.normal()
      return {
        next,
        believed: budgetResponses(shownIn(world, chance, exponent), NOTHING_LEARNED).usual,
      }
    })
  const usual = usualExponent()
  return [LEVELS, STEADY].flatMap((world) => {
    const asBelieved = told(world, (chance) => usual.mean + 0.1 * chance.normal())
    const flat = told(world, () => 0.45)
    const errors = (all: typeof flat) =>
      errorOf(all) / errorOf(all.map(({ next }) => ({ next, believed: usual })))
    return [
      atMost(
        `budgets, ${world.name}: error of exponents once measured / before`,
        errors(asBelieved),
        1.01,
      ),
      between(
        `budgets, ${world.name}: 80 % range of an exponent holds`,
        holds(asBelieved),
        0.72,
        0.88,
      ),
      noted(`budgets, ${world.name}, flat ones: error once measured / before`, errors(flat)),
    ]
  })
}

type Told = { next: number; believed: Exponent }

function shownIn(world: typeof LEVELS, chance: Chance, exponent: number): ShownExponent[] {
  const account = drawAccount(world, chance)
  const exponents = Array.from({ length: CARDS }, () => exponent + 0.08 * chance.normal())
  return budgetsRaised(account, STEP, exponents).flatMap((change, i) => {
    const effect = judge(change, FOUR_WEEKS.weeksBefore, 'budget')
    const day = '2026-01-01'
    const measured = measuredOf(effect, {
      measuredOn: day,
      windows: { before: { from: day, to: day }, after: { from: day, to: day } },
      confounders: [],
      campaignIds: [`${i}`],
      currencyCode: 'EUR',
      worth: { micros: change.worth * MICROS, sd: 0.1, source: 'goal' },
    })
    return shownBy(measured, STEP) ?? []
  })
}

function errorOf(all: readonly Told[]): number {
  const squares = all.map(({ next, believed }) => (believed.mean - next) ** 2)
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / all.length)
}

function holds(all: readonly Told[]): number {
  const within = all.filter(
    ({ next, believed: { mean, sd } }) => Math.abs(next - mean) <= RANGE_80 * sd,
  )
  return within.length / all.length
}
