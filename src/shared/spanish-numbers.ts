import type { Day } from './dates.ts'
import { MICROS } from './metrics.ts'

/**
 * The only place where numbers and dates become Spanish text, in the browser and on the server.
 * Grouping is always on: es-ES alone would print 1234,50 but 12.345,00, and columns would not align.
 */
const LOCALE = 'es-ES'

/** Money in micros of `currencyCode`, with the currency's own decimals: '1.234,50 €', '1.235 JPY'. */
export function money(micros: number, currencyCode: string): string {
  return moneyFormat(currencyCode).format(withoutMinusZero(micros / MICROS))
}

/** A forecast, which knows no cents: '1.235 €', '−20 €'. */
export function wholeMoney(micros: number, currencyCode: string): string {
  return `${whole(micros)}\u00a0${symbolOf(currencyCode)}`
}

/** '288–371 €'; with an end below zero in words, where a dash would read as a minus: 'de −20 a 140 €'. */
export function wholeMoneyRange(
  { low, high }: { low: number; high: number },
  currencyCode: string,
): string {
  const unit = `\u00a0${symbolOf(currencyCode)}`
  if (low < 0) return `de ${whole(low)} a ${whole(high)}${unit}`
  return whole(low) === whole(high) ? `${whole(low)}${unit}` : `${whole(low)}–${whole(high)}${unit}`
}

function whole(micros: number): string {
  return integer(Math.round(micros / MICROS)).replace('-', '−')
}

function symbolOf(currencyCode: string): string {
  const parts = moneyFormat(currencyCode).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currencyCode
}

/** The smallest amount of the currency, in micros: 10,000 for EUR, 1,000,000 for JPY. */
export function currencyStepMicros(currencyCode: string): number {
  const digits = moneyFormat(currencyCode).resolvedOptions().maximumFractionDigits ?? 2
  return MICROS / 10 ** digits
}

/** '1.234'; rounds. */
export function integer(value: number): string {
  return decimal(value, 0)
}

/** Exactly `digits` decimals: decimal(1234.5, 2) → '1.234,50'. */
export function decimal(value: number, digits: number): string {
  return numberFormat(digits).format(withoutMinusZero(value))
}

/** Up to `digits` decimals, none when whole: conversions may be fractional ('3', '3,5'). */
export function quantity(value: number, digits = 2): string {
  return numberFormat(digits, 0).format(withoutMinusZero(value))
}

/** A fraction 0..1 as percent: percent(0.0375) → '3,75 %'. */
export function percent(fraction: number, digits = 2): string {
  return `${decimal(fraction * 100, digits)}\u00a0%`
}

/** '1 nov 2026'. */
export function longDay(value: Day): string {
  return dayFormat.format(new Date(`${value}T00:00:00Z`))
}

/** '1 nov': for axes, where the year is known. */
export function shortDay(value: Day): string {
  return shortDayFormat.format(new Date(`${value}T00:00:00Z`))
}

/** The day of an instant where the reader is, in the plain Spanish form: '1/11/2026'. */
export function numericDay(instant: Date): string {
  return numericDayFormat.format(instant)
}

/** An instant where the reader is: '1 nov 2026, 9:05'. */
export function dayAndTime(instant: Date): string {
  return dayAndTimeFormat.format(instant)
}

/** 'domingo, 1 nov 2026'. */
export function dayWithWeekday(value: Day): string {
  return `${weekdayFormat.format(new Date(`${value}T00:00:00Z`))}, ${longDay(value)}`
}

/** 'domingo 22 de noviembre', where the reader is. */
export function weekdayAndDay(instant: Date): string {
  return weekdayAndDayFormat.format(instant).replace(',', '')
}

/** Short form for axes: compact(1234) → '1,2 mil'; with a currency, of units: '1,2 mil €'. */
export function compact(value: number, currencyCode?: string): string {
  return compactFormat(currencyCode).format(withoutMinusZero(value))
}

/** 'hace 5 minutos', 'hace 2 días', 'dentro de 1 hora'; under a minute 'ahora mismo'. */
export function relativeTime(instant: Date, now: Date): string {
  const seconds = (instant.getTime() - now.getTime()) / 1000
  const unit = RELATIVE_UNITS.find(({ size }) => Math.abs(seconds) >= size)
  if (!unit) return 'ahora mismo'
  return relativeFormat.format(Math.trunc(seconds / unit.size), unit.name)
}

/** 'hace 5 minutos' of something past, also when the reader's clock runs behind the server's. */
export function timeAgo(instant: Date, now: Date): string {
  return relativeTime(instant < now ? instant : now, now)
}

/** '+5,3 %', '-2 %': a change as a fraction, its rise marked too. */
export function signedPercent(fraction: number, digits = 1): string {
  return `${fraction > 0 ? '+' : ''}${percent(fraction, digits)}`
}

/** plural(1, 'clic', 'clics') → '1 clic'; plural(1200, …) → '1.200 clics'. */
export function plural(n: number, singular: string, many: string): string {
  return `${integer(n)} ${Math.round(n) === 1 ? singular : many}`
}

const RELATIVE_UNITS = [
  { name: 'year', size: 365 * 86_400 },
  { name: 'month', size: 30 * 86_400 },
  { name: 'day', size: 86_400 },
  { name: 'hour', size: 3_600 },
  { name: 'minute', size: 60 },
] as const

const dayFormat = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortDayFormat = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const weekdayFormat = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' })
const weekdayAndDayFormat = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})
const numericDayFormat = new Intl.DateTimeFormat(LOCALE)
const dayAndTimeFormat = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const relativeFormat = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' })
const formats = new Map<string, Intl.NumberFormat>()

function moneyFormat(currencyCode: string): Intl.NumberFormat {
  return remembered(`money ${currencyCode}`, () => {
    const known = /^[A-Z]{3}$/.test(currencyCode)
    return new Intl.NumberFormat(LOCALE, {
      useGrouping: 'always',
      ...(known
        ? { style: 'currency', currency: currencyCode }
        : { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    })
  })
}

function compactFormat(currencyCode = ''): Intl.NumberFormat {
  return remembered(`compact ${currencyCode}`, () => {
    const known = /^[A-Z]{3}$/.test(currencyCode)
    return new Intl.NumberFormat(LOCALE, {
      notation: 'compact',
      minimumFractionDigits: 0,
      maximumFractionDigits: 2,
      ...(known && { style: 'currency', currency: currencyCode }),
    })
  })
}

function numberFormat(digits: number, atLeast = digits): Intl.NumberFormat {
  return remembered(`number ${atLeast} ${digits}`, () => {
    return new Intl.NumberFormat(LOCALE, {
      useGrouping: 'always',
      minimumFractionDigits: atLeast,
      maximumFractionDigits: digits,
    })
  })
}

function remembered(key: string, make: () => Intl.NumberFormat): Intl.NumberFormat {
  const format = formats.get(key) ?? make()
  formats.set(key, format)
  return format
}

/** '-0,00 €' would read as a loss. */
function withoutMinusZero(value: number): number {
  return Math.abs(value) < 1e-9 ? 0 : value
}
