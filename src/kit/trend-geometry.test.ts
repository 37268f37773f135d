import { expect, test } from 'vitest'
import { addDays, weekday } from '#shared/dates.ts'
import {
  hasWeekends,
  indexAt,
  lateNameY,
  niceTicks,
  type TrendDay,
  tickIndexes,
  tooltipPlace,
  trendGeometry,
} from './trend-geometry.ts'

const frame = { width: 700, height: 280, left: 50, right: 50 }

test('the first and last day sit on the edges and the axis starts at zero', () => {
  const days = daysFrom('2026-11-01', [10, 40, 25])
  const drawn = trendGeometry(days, frame)
  expect([drawn.x(0), drawn.x(2)]).toEqual([50, 650])
  expect(drawn.valueTicks[0]).toEqual({ value: 0, y: 280 - 28 })
  expect(drawn.valueTicks.at(-1)?.value).toBeGreaterThanOrEqual(40)
  expect(drawn.y(40)).toBeLessThan(drawn.y(10))
})

test('a day without a value interrupts the line instead of falling to zero', () => {
  const gap = trendGeometry(daysFrom('2026-11-01', [1, 2, null, 3, 4]), frame)
  expect(gap.currentPath.match(/M/g)).toHaveLength(2)
})

test('a day that is still running is a stretch of its own, and no fall of the line', () => {
  const days = daysFrom('2026-11-01', [10, 10, 1])
  const drawn = trendGeometry(days, frame, '2026-11-03')
  expect(drawn.currentPath).not.toContain('650')
  expect(drawn.unfinished).toEqual({ x: 350, width: 300 })
  expect(trendGeometry(days, frame).unfinished).toBeNull()
  const alone = trendGeometry(days.slice(0, 1), frame, '2026-11-01')
  expect(alone.currentPath).not.toBe('')
  expect(alone.unfinished, 'all of it is').toEqual({ x: 50, width: 600 })
  expect(trendGeometry(days.slice(0, 1), frame).unfinished).toBeNull()
})

test('days of which a part is still to come are hatched from the last whole one on, and drawn', () => {
  const days = daysFrom('2026-11-01', [10, 10, 6, 3])
  const drawn = trendGeometry(days, frame, null, '2026-11-03')
  expect(drawn.unfinished).toEqual({ x: 250, width: 400 })
  expect(drawn.currentPath).toContain('650')
  expect(trendGeometry(days, frame, null, '2026-12-01').unfinished).toBeNull()
})

test('the name of the hatched days keeps out of the lines where it can', () => {
  const named = (values: number[]) => {
    const days = daysFrom('2026-11-01', values)
    const drawn = trendGeometry(days, frame, null, '2026-11-04')
    return { at: lateNameY(days, drawn, drawn.unfinished!), low: drawn.y(0) - 12 }
  }
  const above = named([10, 10, 10, 10])
  expect(above.at).toBe(above.low)
  const fallen = named([10, 5, 0, 10])
  expect(fallen.at).toBeLessThan(fallen.low)
})

test('a tooltip stands within the chart, also where its words are long', () => {
  expect(tooltipPlace(200, 1000)).toEqual({ left: 212, maxWidth: 256 })
  expect(tooltipPlace(800, 1000)).toEqual({ right: 212, maxWidth: 256 })
  // On a phone, in the middle.
  expect(tooltipPlace(170, 327)).toEqual({ right: 169, maxWidth: 158 })
})

test('an axis has round values, from zero to the first that is not below the highest', () => {
  expect(niceTicks(330)).toEqual([0, 100, 200, 300, 400])
  expect(niceTicks(0.7)).toEqual([0, 0.2, 0.4, 0.6, 0.8])
  expect(niceTicks(1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
  expect(niceTicks(4)).toEqual([0, 1, 2, 3, 4])
  for (const highest of [0.003, 7.2, 99, 1_234_567])
    expect(niceTicks(highest).at(-1)).toBeGreaterThanOrEqual(highest)
})

test('only zeros still have an axis', () => {
  const drawn = trendGeometry(daysFrom('2026-11-01', [0, 0]), frame)
  expect(drawn.y(0)).toBe(252)
  expect(drawn.currentPath).not.toContain('NaN')
})

test('a single day is drawn in the middle', () => {
  const drawn = trendGeometry(daysFrom('2026-11-01', [7]), frame)
  expect(drawn.currentPath).not.toContain('NaN')
  expect(drawn.x(0)).toBe(350)
  expect(indexAt(500, 1, frame)).toBe(0)
})

test('thirty days are labelled on Mondays, a year on firsts of a month', () => {
  const month = daysFrom('2026-10-23', Array(30).fill(1))
  expect(tickIndexes(month, 600).map((i) => weekday(month[i]?.day ?? ''))).toEqual([0, 0, 0, 0])
  const year = daysFrom('2025-11-22', Array(365).fill(1))
  const ticks = tickIndexes(year, 400)
  expect(ticks.every((i) => year[i]?.day.endsWith('-01'))).toBe(true)
  expect(ticks.length).toBeLessThanOrEqual(6)
  expect(tickIndexes(month, 200).length).toBeLessThanOrEqual(3)
})

test('weekends are bands that stay inside the frame; a year has none', () => {
  const days = daysFrom('2026-11-21', Array(9).fill(1))
  const bands = trendGeometry(days, frame).weekends
  expect(bands.map((b) => b.index)).toEqual([0, 1, 7, 8])
  expect(bands[0]?.x).toBe(50)
  expect((bands[3]?.x ?? 0) + (bands[3]?.width ?? 0)).toBe(650)
  expect(trendGeometry(daysFrom('2026-01-01', Array(90).fill(1)), frame).weekends).toEqual([])
  expect([hasWeekends(days), hasWeekends(daysFrom('2026-11-16', Array(5).fill(1)))]).toEqual([
    true,
    false,
  ])
  const months = [{ day: '2026-08-01' }, { day: '2026-09-01' }]
  expect(hasWeekends(months), 'August begins on a Saturday').toBe(false)
})

test('a position finds its nearest day, also outside the frame', () => {
  expect(indexAt(50, 7, frame)).toBe(0)
  expect(indexAt(249, 7, frame)).toBe(2)
  expect(indexAt(-30, 7, frame)).toBe(0)
  expect(indexAt(9999, 7, frame)).toBe(6)
})

function daysFrom(first: string, values: (number | null)[]): TrendDay[] {
  return values.map((current, index) => ({
    day: addDays(first, index),
    current,
    previousDay: addDays(first, index - values.length),
    previous: current,
  }))
}
