import { addDays, type Day, type DayRange, startOfWeek, weekday } from '#shared/dates.ts'
import * as calendar from './calendar-days.ts'

/** The words that periods are named with, and which days they are. */

type Match = (string | undefined)[]
export type DateReading = {
  words: RegExp
  /** Null where the words name no days. */
  daysOf: (match: Match, today: Day) => DayRange | null
}

// 'Mar' alone may as well be the sea, 'may' and 'ago' be English.
const MONTHS = [
  ...['ene(?:ro)?', 'feb(?:rero)?', 'marzo', 'abr(?:il)?', 'mayo', 'jun(?:io)?', 'jul(?:io)?'],
  ...['agosto', 'se(?:p|p?t(?:iembre)?)', 'oct(?:ubre)?', 'nov(?:iembre)?', 'dic(?:iembre)?'],
]
export const MONTH = `(${MONTHS.join('|')})`
export const YEAR =
  '(?: (?:de |del )?((?:ano )?20\\d\\d|(?:ano )?pasado|ano anterior|(?:este )?ano(?: actual)?))?'
export const SINCE = '(desde )?'
export const NUMBER =
  '(\\d{1,3}|un|una|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|quince|treinta)'
export const WEEKDAYS = 'lunes|martes|miercoles|jueves|viernes|sabado|domingo'.split('|')
export const ORDINALS = ['primer', 'segundo', 'tercer', 'cuarto']

export function words(source: string, daysOf: DateReading['daysOf']): DateReading {
  return { words: new RegExp(`\\b(?:${source})\\b`, 'g'), daysOf }
}

export function dateOf(date?: string, month?: string, year?: string, today: Day = ''): Day | null {
  const number = monthNumber(month)
  if (!number) return null
  const latest = year === 'pasado' ? addDays(today, -1) : today
  const inYear = yearNamed(year, calendar.latestYear(latest, number, Number(date)), today)
  return calendar.existing(calendar.dayOf(inYear, number, Number(date)))
}

export function monthNamed(month?: string, year?: string, today: Day = ''): DayRange | null {
  const number = monthNumber(month)
  if (!number) return null
  const latest = year === 'pasado' ? calendar.monthBefore(today, 1).to : today
  return calendar.monthRange(yearNamed(year, calendar.latestYear(latest, number), today), number)
}

export function quarterNamed(nth: number, year: string | undefined, today: Day): DayRange {
  const latest = year === 'pasado' ? calendar.monthBefore(today, 3).to : today
  const inYear = yearNamed(year, calendar.latestYear(latest, nth * 3 - 2), today)
  return calendar.quarterRange(inYear, nth)
}

/** 'Octubre pasado' is the last one that is over; 'octubre del año pasado' is one of last year. */
export function yearNamed(year: string | undefined, latest: number, today: Day): number {
  return !year || year === 'pasado' ? latest : numberOfYear(year, today)
}

export function numberOfYear(said: string, today: Day): number {
  if (/\bano(?: actual)?$/.test(said)) return calendar.yearOf(today)
  return /(?:pasado|anterior)$/.test(said) ? calendar.yearOf(today) - 1 : Number(said.slice(-4))
}

/** The last one that has begun, or the one of the year that is said. */
export function holidayNamed(
  daysOf: (year: number) => DayRange,
  said: string | undefined,
  today: Day,
): DayRange {
  if (said && said !== 'pasado') return daysOf(numberOfYear(said, today))
  const year = calendar.yearOf(today)
  const { from, to } = daysOf(year)
  const isToCome = said === 'pasado' ? to >= today : from > today
  return daysOf(isToCome ? year - 1 : year)
}

export function slashDay(text: string, today: Day): Day | null {
  const [date, month, year] = text.split('/').map(Number)
  if (!date || !month) return null
  const inYear = year ?? calendar.latestYear(today, month, date)
  return calendar.existing(calendar.dayOf(inYear, month, date))
}

const monthNumber = (name = '') =>
  MONTHS.findIndex((month) => new RegExp(`^${month}$`).test(name)) + 1

const NUMBERS: Record<string, number> = {
  un: 1,
  una: 1,
  uno: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
  diez: 10,
  quince: 15,
  treinta: 30,
}
export const numberOf = (said = '') => NUMBERS[said] ?? Math.max(1, Number(said))

export function sameDateBefore(today: Day, months: number): Day {
  const { from, to } = calendar.monthBefore(today, months)
  const same = `${from.slice(0, 8)}${today.slice(8)}`
  return addDays(same < to ? same : to, 1)
}

export const lastDays = (today: Day, days: number): DayRange => ({
  from: addDays(today, 1 - days),
  to: today,
})
/** The last one before today. */
export function lastWeekday(name: string, today: Day): Day {
  return addDays(today, -((weekday(today) - WEEKDAYS.indexOf(name) + 7) % 7 || 7))
}
export const lastDayOnly = (day: Day): DayRange => ({ from: day, to: day })

export function weekBefore(today: Day, weeks: number): DayRange {
  const monday = addDays(startOfWeek(today), -7 * weeks)
  return { from: monday, to: addDays(monday, 6) }
}

export function dayOrSince(
  day: Day | null,
  since: string | undefined,
  today: Day,
): DayRange | null {
  return day ? orSince({ from: day, to: day }, since, today) : null
}

export function orSince(
  range: DayRange | null,
  since: string | undefined,
  today: Day,
): DayRange | null {
  return range && since ? { from: range.from, to: today } : range
}

export function ordered(from: Day | null, to: Day | null): DayRange | null {
  return from && to && from <= to ? { from, to } : null
}
