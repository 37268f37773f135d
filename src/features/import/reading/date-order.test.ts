import { expect, test } from 'vitest'
import { decideDateOrder } from './date-order.ts'
import { parseReport } from './parse-report.ts'
import { heldBytes } from './report-bytes.ts'

/** Days that can be read as day/month and as month/day. */

const ENGLISH = {
  language: 'en',
  period: null,
  delimiter: ',',
  decimalMark: '.',
  step: 'day',
} as const
const SPANISH = { ...ENGLISH, language: 'es' } as const
const NOVEMBER_DAY_FIRST = ['01/11/2026', '02/11/2026', '03/11/2026']
const NOVEMBER_MONTH_FIRST = ['11/01/2026', '11/02/2026', '11/03/2026']

test('the reading in which days follow each other wins over one day a month, whatever the headers', () => {
  expect(decideDateOrder(NOVEMBER_DAY_FIRST, ENGLISH).order).toBe('day-first')
  expect(decideDateOrder(NOVEMBER_MONTH_FIRST, SPANISH).order).toBe('month-first')
  expect(decideDateOrder(NOVEMBER_MONTH_FIRST, ENGLISH).order).toBe('month-first')
  expect(decideDateOrder(NOVEMBER_DAY_FIRST, SPANISH)).toEqual({ order: 'day-first', notes: [] })
})

test('weeks follow by seven days, months by their first', () => {
  const weeks = ['05/10/2026', '12/10/2026']
  expect(decideDateOrder(weeks, { ...ENGLISH, step: 'week' }).order).toBe('day-first')
  const october = ['04/05/2026', '04/12/2026']
  expect(decideDateOrder(october, { ...SPANISH, step: 'week' }).order).toBe('month-first')
  const months = ['01/10/2026', '01/11/2026']
  expect(decideDateOrder(months, { ...ENGLISH, step: 'month' }).order).toBe('day-first')
  expect(decideDateOrder(['10/01/2026'], { ...SPANISH, step: 'month' }).order).toBe('month-first')
})

test('a reading with days to come loses', () => {
  const told = { ...SPANISH, today: '2026-11-30' }
  expect(decideDateOrder(['11/12/2026', '01/12/2026'], told).order).toBe('month-first')
  expect(decideDateOrder(['12/11/2026'], { ...ENGLISH, today: '2026-11-30' }).order).toBe(
    'day-first',
  )
})

test('dots and commas are of countries that write the day first; headers tell where nothing else does', () => {
  expect(decideDateOrder(['01.11.2026'], ENGLISH).order).toBe('day-first')
  expect(decideDateOrder(['01/11/2026'], { ...ENGLISH, decimalMark: ',' }).order).toBe('day-first')
  const told = decideDateOrder(['01/11/2026'], ENGLISH)
  expect(told.order).toBe('month-first')
  expect(told.notes.join()).toContain('porque las cabeceras están en inglés')
})

test('a period that can be read in two ways is read as its days are, and is no ground for them', () => {
  const report = (...lines: string[]) => {
    const bytes = heldBytes(new TextEncoder().encode(lines.join('\n')))
    const parsed = parseReport(bytes, 'x.csv', { today: '2026-11-30' })
    return parsed.ok ? parsed.period : parsed.message
  }
  const days = NOVEMBER_DAY_FIRST.map((day) => `${day},A,100,10,1.50`)
  const november = { from: '2026-11-01', to: '2026-11-03' }
  const period = '01/11/2026 - 03/11/2026'
  expect(report('Report', period, 'Date,Campaign,Impr.,Clicks,Cost', ...days)).toEqual(november)
  const sums = 'Campaign,Impr.,Clicks,Cost'
  expect(report('Report', '10/11/2026 - 12/11/2026', sums, 'A,100,10,1.50')).toEqual({
    from: '2026-11-10',
    to: '2026-11-12',
  })
  expect(report('Report', '11/01/2026 - 11/03/2026', sums, 'A,100,10,1.50')).toEqual(november)
})
