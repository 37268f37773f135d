import { expect, test } from 'vitest'
import {
  compact,
  currencyStepMicros,
  dayWithWeekday,
  decimal,
  integer,
  longDay,
  money,
  percent,
  plural,
  quantity,
  relativeTime,
  shortDay,
  timeAgo,
} from './spanish-numbers.ts'

/** Intl separates with no-break spaces; the tests write plain ones. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('money always groups and keeps the decimals of its currency', () => {
  expect(plain(money(1_234_500_000, 'EUR'))).toBe('1.234,50 €')
  expect(plain(money(0, 'EUR'))).toBe('0,00 €')
  expect(plain(money(-0.0001, 'EUR'))).toBe('0,00 €')
  expect(plain(money(1_234_500_000, 'JPY'))).toBe('1.235 JPY')
  expect(plain(money(1_234_500_000, 'CLP'))).toBe('1.235 CLP')
  expect(plain(money(1_234_500_000, 'KWD'))).toBe('1.234,500 KWD')
  expect(plain(money(5_000_000, ''))).toBe('5,00')
  expect(currencyStepMicros('EUR')).toBe(10_000)
  expect(currencyStepMicros('CLP')).toBe(1_000_000)
})

test('numbers, percentages and plurals', () => {
  expect(integer(1234)).toBe('1.234')
  expect(decimal(1234.5, 2)).toBe('1.234,50')
  expect(quantity(3)).toBe('3')
  expect(quantity(3.456)).toBe('3,46')
  expect(plain(percent(0.0375))).toBe('3,75 %')
  expect(plural(1, 'clic', 'clics')).toBe('1 clic')
  expect(plural(1200, 'clic', 'clics')).toBe('1.200 clics')
})

test('days and relative time', () => {
  expect(longDay('2026-11-01')).toBe('1 nov 2026')
  const now = new Date('2026-11-21T12:00:00Z')
  expect(relativeTime(new Date('2026-11-21T11:55:00Z'), now)).toBe('hace 5 minutos')
  expect(relativeTime(new Date('2026-11-21T11:59:30Z'), now)).toBe('ahora mismo')
  expect(timeAgo(new Date('2026-11-21T11:55:00Z'), now)).toBe('hace 5 minutos')
  expect(timeAgo(new Date('2026-11-21T12:10:00Z'), now)).toBe('ahora mismo')
  expect(relativeTime(new Date('2026-11-19T12:00:00Z'), now)).toBe('hace 2 días')
})

test('short forms for axes', () => {
  expect(shortDay('2026-11-01')).toBe('1 nov')
  expect(dayWithWeekday('2026-11-01')).toBe('domingo, 1 nov 2026')
  expect(plain(compact(1200))).toBe('1,2 mil')
  expect(plain(compact(12_500))).toBe('12,5 mil')
  expect(plain(compact(0.5, 'EUR'))).toBe('0,5 €')
})
