import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { heldCurve } from '../account/held-curve.ts'
import { effectWindows } from './effect-windows.ts'
import { lateText, reportedIn, withLate } from './late-conversions.ts'

const { after, readyOn } = effectWindows('2026-01-05', 7)
/** A click's conversions come evenly over fifty days. */
const SLOW = Array.from({ length: 50 }, (_, age) => (age + 1) / 50)
const said = { micros: 40 * MICROS, sd: 0.1, source: 'goal' } as const

test('the days after a change tell of what has come in by then, at the latest when they were last pulled', () => {
  expect(reportedIn(after, readyOn)).toBeGreaterThan(0.98)
  // The last day is eight days old, the first would be 35: it was pulled last when it was 29.
  const ages = Array.from({ length: 28 }, (_, i) => Math.min(29, 8 + i))
  const mean = ages.reduce((sum, age) => sum + (age + 1) / 50, 0) / ages.length
  expect(reportedIn(after, readyOn, heldCurve(SLOW, null))).toBeCloseTo(mean, 9)
  expect(reportedIn(after, addDays(readyOn, 60), heldCurve(SLOW, null))).toBeCloseTo(0.6, 9)
  expect(reportedIn(after, addDays(readyOn, 60), SLOW)).toBe(1)
})

test('each that has come in stands for those that are still to come, and that is in doubt', () => {
  const late = withLate(said, 0.8)!
  expect(late.micros).toBe(50 * MICROS)
  expect(late.saidMicros).toBe(40 * MICROS)
  expect(late.sd).toBeCloseTo(Math.hypot(0.1, 0.125), 9)
  expect(lateText(late)).toBe(
    ', y se cuenta con que falta por llegar el 20\u00a0% de las de esos días',
  )
  expect(lateText(withLate(said, 0.97)!)).toBe('')
  expect(withLate(null, 0.8)).toBeNull()
})
