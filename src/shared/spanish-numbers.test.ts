import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compact,
  conversionsText,
  currencyStepMicros,
  dayAndTime,
  dayWithWeekday,
  decimal,
  integer,
  longDay,
  money,
  numericDay,
  percent,
  plural,
  quantity,
  relativeTime,
  shortDay,
  timeAgo,
  verbAndCount,
  weekdayAndDay,
} from './spanish-numbers.ts'

/** Intl separates with no-break spaces; the tests write plain ones. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('money always groups and keeps the decimals of its currency', () => {
  expect(plain(money(1_234_500_000, 'EUR'))).toBe('1.234,50 €')
  expect(plain(money(0, 'EUR'))).toBe('0,00 €')
  expect(plain(money(-0.0001, 'EUR'))).toBe('0,00 €')
  expect(plain(money(-1_234_500_000, 'EUR'))).toBe('−1.234,50 €')
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
  expect(plain(compact(-1200, 'EUR'))).toBe('−1,2 mil €')
  expect(plain(compact(12_500))).toBe('12,5 mil')
  expect(plain(compact(0.5, 'EUR'))).toBe('0,5 €')
  expect(plain(compact(999_999))).toBe('1 M')
  expect(plain(compact(1_500_000, 'EUR'))).toBe('1,5 M €')
})

test('numbers read as Intl writes them', () => {
  const cents = fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((whole) => whole / 1000)
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 3 }), (value, digits) => {
      expect(decimal(value, digits)).toBe(ofIntl(value, digits, digits))
      expect(quantity(value, digits)).toBe(ofIntl(value, 0, digits))
    }),
    { numRuns: 2_000 },
  )
  expect(decimal(Number.NaN, 0)).toBe('NaN')
  expect(integer(1e18)).toBe('1.000.000.000.000.000.000')
  expect(decimal(1.005, 2)).toBe('1,01')
})

test('every currency is written as Intl writes it, with a minus as wide as a digit', () => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const format = new Intl.NumberFormat('es-ES', {
      style: 'currency',
      currency,
      useGrouping: 'always',
    })
    for (const value of [0, 1234.5, -20.25])
      expect(money(value * 1e6, currency)).toBe(format.format(value).replace('-', '−'))
  }
})

test('short forms read as Intl writes them, up to a thousand millions', () => {
  const format = new Intl.NumberFormat('es-ES', { notation: 'compact', maximumFractionDigits: 2 })
  fc.assert(
    fc.property(fc.integer({ min: -999_990_000, max: 999_990_000 }), (value) => {
      expect(compact(value)).toBe(format.format(value))
    }),
  )
})

test('days and moments read as Intl writes them', () => {
  const dayFormat = ofDays({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const weekdayFormat = ofDays({ weekday: 'long', timeZone: 'UTC' })
  const timeFormat = ofDays({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  const longFormat = ofDays({ weekday: 'long', day: 'numeric', month: 'long' })
  const range = { min: new Date('2001-01-01'), max: new Date('2099-12-31') }
  const instants = fc.date({ ...range, noInvalidDate: true })
  fc.assert(
    fc.property(instants, (instant) => {
      const day = instant.toISOString().slice(0, 10)
      const midnight = new Date(day)
      expect(longDay(day)).toBe(dayFormat.format(midnight))
      expect(dayWithWeekday(day)).toBe(`${weekdayFormat.format(midnight)}, ${longDay(day)}`)
      expect(dayAndTime(instant)).toBe(timeFormat.format(instant))
      expect(numericDay(instant)).toBe(ofDays({}).format(instant))
      expect(weekdayAndDay(instant)).toBe(longFormat.format(instant).replace(',', ''))
    }),
  )
})

test('how long ago reads as Intl writes it', () => {
  const format = new Intl.RelativeTimeFormat('es-ES')
  const now = new Date('2026-11-21T12:00:00Z')
  const days = { year: 365, month: 30, day: 1, hour: 1 / 24, minute: 1 / 1440 }
  for (const [unit, length] of Object.entries(days))
    for (const count of [-2, -1, 1, 2])
      expect(relativeTime(new Date(now.getTime() + count * length * 86_400_000), now)).toBe(
        format.format(count, unit as Intl.RelativeTimeFormatUnit),
      )
})

function ofIntl(value: number, atLeast: number, digits: number): string {
  const text = new Intl.NumberFormat('es-ES', {
    useGrouping: 'always',
    minimumFractionDigits: atLeast,
    maximumFractionDigits: digits,
  }).format(value)
  return /[1-9]/.test(text) ? text : text.replace('-', '')
}

const ofDays = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('es-ES', options)

test('conversions are none, one, or counted in parts', () => {
  expect([0, 1, 16.5, 1200, 0.004].map((count) => conversionsText(count))).toEqual([
    'ninguna conversión',
    '1 conversión',
    '16,5 conversiones',
    '1.200 conversiones',
    'ninguna conversión',
  ])
  expect(conversionsText(1.04, 1)).toBe('1 conversión')
})

test('a verb agrees with what is counted', () => {
  const left = (days: number) => verbAndCount(days, ['falta', 'faltan'], ['día', 'días'])
  expect([1, 2, 0].map(left)).toEqual(['falta 1 día', 'faltan 2 días', 'faltan 0 días'])
})
