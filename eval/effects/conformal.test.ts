import { expect, test } from 'vitest'
import { chanceFrom } from '../chance.ts'
import { conformalOf, conformalP } from './conformal.ts'
import { drawAccount, LEVELS } from './drifting-account.ts'
import type { Day } from './entity-days.ts'
import { nothingChanged } from './planted-changes.ts'
import { judge } from './verdicts.ts'

const CALM = [
  0.01, -0.02, 0.015, -0.005, 0.02, -0.012, 0.004, -0.018, 0.009, 0.013, -0.007, -0.003, 0.011,
  -0.014, 0.006, -0.01, 0.017, -0.001, 0.008, -0.009,
]

test('four weeks far from the rest are 1 of 24 shifts, and none of them lies nearer', () => {
  expect(conformalP([...CALM, -0.06, -0.05, -0.07, -0.045], 4)).toBeCloseTo(1 / 24, 12)
  // Of calm weeks every shift comes as far.
  expect(conformalP([...CALM, 0, 0, 0, 0], 4)).toBe(1)
  // The same weeks in the middle: those at the end are calm, and 17 of 24 shifts come as far as they do.
  const inTheMiddle = [...CALM.slice(0, 10), -0.06, -0.05, -0.07, -0.045, ...CALM.slice(10)]
  expect(conformalP(inTheMiddle, 4)).toBeGreaterThan(0.5)
})

test('nothing shifts, and p lies as evenly as so few shifts let it', () => {
  const chance = chanceFrom('conformal')
  const draws = 2_000
  const ps = Array.from({ length: draws }, () =>
    conformalP(
      Array.from({ length: 28 }, () => chance.normal()),
      4,
    ),
  )
  for (const at of [2 / 28, 7 / 28, 14 / 28, 21 / 28])
    expect(Math.abs(ps.filter((p) => p <= at + 1e-9).length / draws - at)).toBeLessThan(0.03)
})

/** Nothing is changed, but every entity keeps a level of its own from the day on which one would have been. */
function drifted(i: number) {
  const weeks = { weeksBefore: 24, weeksAfter: 4 }
  const { untouched, ...rest } = nothingChanged(
    drawAccount(LEVELS, chanceFrom(`conformal ${i}`), weeks),
  )
  return { ...rest, untouched, all: [rest.changed, ...untouched].map(weeklyClicks) }
}

function weeklyClicks(days: readonly Day[]): number[] {
  return Array.from({ length: days.length / 7 }, (_, week) =>
    Math.log(days.slice(7 * week, 7 * week + 7).reduce((sum, { clicks }) => sum + clicks, 0.5)),
  )
}

test('shifts in time alone take a drift for a change; ranked among the untouched as well they do not, nor does the product', () => {
  const accounts = 200
  const found = { inTime: 0, inBoth: 0, byProduct: 0 }
  for (let i = 0; i < accounts; i++) {
    const { all, ...change } = drifted(i)
    const [own, ...others] = conformalOf(all, 4)
    const asFar = others.filter(({ size }) => size >= own!.size).length
    const inSpace = (asFar + 1) / (others.length + 1)
    if (own!.p <= 0.05) found.inTime++
    if (Math.max(own!.p, inSpace) <= 0.05) found.inBoth++
    const lastWeeks = (days: Day[]) => days.slice(20 * 7)
    const { verdict } = judge(
      {
        ...change,
        changed: lastWeeks(change.changed),
        untouched: change.untouched.map(lastWeeks),
      },
      4,
      i,
    )
    if (verdict === 'improved' || verdict === 'worsened') found.byProduct++
  }
  expect(found.inTime / accounts).toBeGreaterThan(0.2)
  expect(found.inBoth / accounts).toBeLessThan(0.07)
  expect(found.byProduct / accounts).toBeLessThan(0.07)
})
