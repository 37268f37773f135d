import type { Day } from './dates.ts'
import { MICROS } from './metrics.ts'

/**
 * The only place where numbers and dates become Spanish text, in the browser and on the server.
 * Grouping is always on: es-ES alone would print 1234,50 but 12.345,00, and columns would not align.
 * Written out, and held to Intl's words by a test: making one of its formats takes a phone 10 to 70 ms.
 */
const LOCALE = 'es-ES'
const SHORT_MONTHS = 'ene feb mar abr may jun jul ago sept oct nov dic'.split(' ')
const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  )
const WEEKDAYS = 'domingo lunes martes miércoles jueves viernes sábado'.split(' ')

/** Money in micros of `currencyCode`, with the currency's own decimals: '1.234,50 €', '−1.235 JPY'. */
export function money(micros: number, currencyCode: string): string {
  const { symbol, digits } = currencyOf(currencyCode)
  const amount = withMinus(decimal(micros / MICROS, digits))
  return symbol ? `${amount}\u00a0${symbol}` : amount
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
  return withMinus(integer(Math.round(micros / MICROS)))
}

/** A minus as wide as a digit: amounts are read in columns. */
function withMinus(amount: string): string {
  return amount.replace('-', '−')
}

function symbolOf(currencyCode: string): string {
  return currencyOf(currencyCode).symbol || currencyCode
}

/** The smallest amount of the currency, in micros: 10,000 for EUR, 1,000,000 for JPY. */
export function currencyStepMicros(currencyCode: string): number {
  return MICROS / 10 ** currencyOf(currencyCode).digits
}

/** '1.234'; rounds. */
export function integer(value: number): string {
  return decimal(value, 0)
}

/** Exactly `digits` decimals: decimal(1234.5, 2) → '1.234,50'. */
export function decimal(value: number, digits: number): string {
  return spanishDigits(value, digits, digits)
}

/** Up to `digits` decimals, none when whole: conversions may be fractional ('3', '3,5'). */
export function quantity(value: number, digits = 2): string {
  return spanishDigits(value, 0, digits)
}

/** A fraction 0..1 as percent: percent(0.0375) → '3,75 %'. */
export function percent(fraction: number, digits = 2): string {
  return `${decimal(fraction * 100, digits)}\u00a0%`
}

/** '1 nov 2026'. */
export function longDay(value: Day): string {
  return `${shortDay(value)} ${value.slice(0, 4)}`
}

/** '1 nov': for axes, where the year is known. */
export function shortDay(value: Day): string {
  return `${Number(value.slice(8, 10))} ${SHORT_MONTHS[Number(value.slice(5, 7)) - 1]}`
}

/** The day of an instant where the reader is, in the plain Spanish form: '1/11/2026'. */
export function numericDay(instant: Date): string {
  return `${instant.getDate()}/${instant.getMonth() + 1}/${instant.getFullYear()}`
}

/** An instant where the reader is: '1 nov 2026, 9:05'. */
export function dayAndTime(instant: Date): string {
  const day = `${instant.getDate()} ${SHORT_MONTHS[instant.getMonth()]} ${instant.getFullYear()}`
  return `${day}, ${instant.getHours()}:${String(instant.getMinutes()).padStart(2, '0')}`
}

/** 'domingo, 1 nov 2026'. */
export function dayWithWeekday(value: Day): string {
  return `${WEEKDAYS[new Date(`${value}T00:00:00Z`).getUTCDay()]}, ${longDay(value)}`
}

/** 'domingo 22 de noviembre', where the reader is. */
export function weekdayAndDay(instant: Date): string {
  return `${WEEKDAYS[instant.getDay()]} ${instant.getDate()} de ${MONTHS[instant.getMonth()]}`
}

/** Short form for axes: compact(1234) → '1,23 mil'; with a currency, of units: '1,23 mil €'. */
export function compact(value: number, currencyCode?: string): string {
  const step = COMPACT_STEPS.find(({ from }) => Math.abs(value) >= from) ?? COMPACT_STEPS[2]
  const symbol = currencyCode ? currencyOf(currencyCode).symbol : ''
  const digits = spanishDigits(value / step.size, 0, 2)
  const amount = currencyCode ? withMinus(digits) : digits
  return [amount, step.name, symbol].filter(Boolean).join('\u00a0')
}

/** 'hace 5 minutos', 'hace 2 días', 'dentro de 1 hora'; under a minute 'ahora mismo'. */
export function relativeTime(instant: Date, now: Date): string {
  const seconds = (instant.getTime() - now.getTime()) / 1000
  const unit = RELATIVE_UNITS.find(({ size }) => Math.abs(seconds) >= size)
  if (!unit) return 'ahora mismo'
  const count = plural(Math.trunc(Math.abs(seconds) / unit.size), unit.one, unit.many)
  return seconds < 0 ? `hace ${count}` : `dentro de ${count}`
}

/** 'hace 5 minutos' of something past, also when the reader's clock runs behind the server's. */
export function timeAgo(instant: Date, now: Date): string {
  return relativeTime(instant < now ? instant : now, now)
}

/** '+5,3 %', '−2 %': a change as a fraction, its rise marked too. */
export function signedPercent(fraction: number, digits = 1): string {
  return `${fraction > 0 ? '+' : ''}${withMinus(percent(fraction, digits))}`
}

/** plural(1, 'clic', 'clics') → '1 clic'; plural(1200, …) → '1.200 clics'. */
export function plural(n: number, singular: string, many: string): string {
  return `${integer(n)} ${Math.round(n) === 1 ? singular : many}`
}

/** verbAndCount(1, ['falta', 'faltan'], ['día', 'días']) → 'falta 1 día'. */
export function verbAndCount(
  n: number,
  [verb, verbs]: readonly [string, string],
  [singular, many]: readonly [string, string],
): string {
  return `${Math.round(n) === 1 ? verb : verbs} ${plural(n, singular, many)}`
}

/** 'ninguna conversión', '1 conversión', '16,5 conversiones': they are counted in parts too. */
export function conversionsText(count: number, digits = 2): string {
  const text = quantity(count, digits)
  if (text === '0') return 'ninguna conversión'
  return `${text} ${text === '1' ? 'conversión' : 'conversiones'}`
}

/** 'uno, dos y tres'. */
export function listed(parts: readonly string[]): string {
  return LIST.format(parts)
}

const LIST = new Intl.ListFormat('es', { type: 'conjunction' })

const RELATIVE_UNITS = [
  { one: 'año', many: 'años', size: 365 * 86_400 },
  { one: 'mes', many: 'meses', size: 30 * 86_400 },
  { one: 'día', many: 'días', size: 86_400 },
  { one: 'hora', many: 'horas', size: 3_600 },
  { one: 'minuto', many: 'minutos', size: 60 },
]

/** What rounds up to the next unit is written in it: 999.996 is '1 mil' once rounded. */
const COMPACT_STEPS = [
  { from: 999_995, size: 1_000_000, name: 'M' },
  { from: 999.995, size: 1_000, name: 'mil' },
  { from: 0, size: 1, name: '' },
] as const

/**
 * Rounds half away from zero, as the number's shortest decimals read; an error in its last bit makes no less of a half.
 * What rounds to zero has no sign: '-0,00 €' would read as a loss.
 */
function spanishDigits(value: number, atLeast: number, digits: number): string {
  const size = Math.abs(value)
  const scaled = Math.round(Number(`${size < 1e-6 ? 0 : size}e${digits}`))
  if (!(scaled <= Number.MAX_SAFE_INTEGER)) return enormous(value, atLeast, digits)
  const text = String(scaled).padStart(digits + 1, '0')
  const point = text.length - digits
  const whole = text.slice(0, point).replace(/\B(?=(\d{3})+$)/g, '.')
  let end = text.length
  while (end > point + atLeast && text[end - 1] === '0') end--
  const fraction = text.slice(point, end)
  return `${value < 0 && scaled > 0 ? '-' : ''}${whole}${fraction && `,${fraction}`}`
}

/** Beyond what a number counts exactly, and what is none. */
function enormous(value: number, atLeast: number, digits: number): string {
  return new Intl.NumberFormat(LOCALE, {
    useGrouping: 'always',
    minimumFractionDigits: atLeast,
    maximumFractionDigits: digits,
  }).format(value)
}

type Currency = { symbol: string; digits: number }
const currencies = new Map<string, Currency>([['EUR', { symbol: '€', digits: 2 }]])

/** What is no code has no symbol. */
function currencyOf(code: string): Currency {
  const known = currencies.get(code)
  if (known) return known
  const currency = /^[A-Z]{3}$/.test(code) ? askedOfIntl(code) : { symbol: '', digits: 2 }
  currencies.set(code, currency)
  return currency
}

function askedOfIntl(currency: string): Currency {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency })
  const part = format.formatToParts(0).find(({ type }) => type === 'currency')
  const { maximumFractionDigits = 2 } = format.resolvedOptions()
  return { symbol: part?.value ?? currency, digits: maximumFractionDigits }
}
