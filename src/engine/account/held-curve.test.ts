import { expect, test } from 'vitest'
import { comesLate, heldCurve } from './held-curve.ts'
import { analysisWindow, reportedShare } from './window.ts'

/** A click's conversions come evenly over fifty days. */
const SLOW = Array.from({ length: 50 }, (_, age) => (age + 1) / 50)
const QUICK = [0.5, 0.9, 1]
const TODAY = '2026-11-20'

test('what comes after thirty days is asked for where a window waits for it or the account’s own does', () => {
  expect(comesLate(SLOW, [30])).toBe(true)
  expect(comesLate(QUICK, [30, null])).toBe(false)
  expect(comesLate(QUICK, [30, 60])).toBe(true)
  expect(comesLate(undefined, [])).toBe(false)
})

test('a day holds what had come when it was read last', () => {
  const held = heldCurve(SLOW, 5)
  expect(held.slice(0, 30)).toEqual(SLOW.slice(0, 30))
  // Five days ago the one that is 34 days old now was 29, as on its last sync, and the next was 30.
  expect([held[34], held[35], held[54]]).toEqual([SLOW[29], SLOW[30], 1])
  expect(reportedShare('2026-08-01', TODAY, held)).toBe(1)
  expect(heldCurve(QUICK, null)).toEqual(QUICK)
})

test('a day that is never read again is never complete', () => {
  const held = heldCurve(SLOW, null)
  expect(reportedShare('2026-10-11', TODAY, held)).toBe(0.6)
  expect(reportedShare('2025-10-11', TODAY, held)).toBe(0.6)
})

test('an analysis waits for late conversions as long as they are read, and no longer', () => {
  expect(analysisWindow(TODAY, SLOW).to).toBe('2026-10-07')
  expect(analysisWindow(TODAY, heldCurve(SLOW, 5)).to).toBe('2026-10-02')
  // Not read for months: the days will not hold more than they did at 29.
  expect(analysisWindow(TODAY, heldCurve(SLOW, 300)).to).toBe('2026-10-22')
  expect(analysisWindow(TODAY, heldCurve(SLOW, null)).to).toBe('2026-10-22')
})
