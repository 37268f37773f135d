import { addDays, type Day, type DayRange, isDay, weekday } from '#shared/dates.ts'
import { easter } from '#shared/easter.ts'

/** Days as a text names them, and where. */
export type SpokenRange = DayRange & SpokenPhrase
export type SpokenPhrase = { start: number; said: string }

export function monthRange(year: number, month: number): DayRange {
  const from = dayOf(year, month, 1)
  return { from, to: addDays(nextMonth(year, month), -1) }
}

export function yearRange(year: number): DayRange {
  return { from: `${year}-01-01`, to: `${year}-12-31` }
}

export function quarterRange(year: number, quarter: number): DayRange {
  const first = quarter * 3 - 2
  return { from: dayOf(year, first, 1), to: monthRange(year, first + 2).to }
}

/** The month so many before the one of the day. */
export function monthBefore(day: Day, months: number): DayRange {
  const count = yearOf(day) * 12 + monthOf(day) - 1 - months
  return monthRange(Math.floor(count / 12), (count % 12) + 1)
}

/** The last whole month of the name that has begun; of this year, unless it is still to come. */
export function latestYear(today: Day, month: number, date = 1): number {
  const year = yearOf(today)
  return dayOf(year, month, date) > today ? year - 1 : year
}

export const yearOf = (day: Day) => Number(day.slice(0, 4))
export const monthOf = (day: Day) => Number(day.slice(5, 7))

/** May be a day that does not exist: 31 June. */
export function dayOf(year: number, month: number, date: number): Day {
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}

function nextMonth(year: number, month: number): Day {
  return month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1)
}

/** Named days of the shops: Black Friday is the day after the fourth Thursday of November. */
export const HOLIDAYS: { name: RegExp; daysOf: (year: number) => DayRange }[] = [
  { name: /black ?friday|viernes negro/, daysOf: (year) => single(blackFriday(year)) },
  { name: /cyber ?monday|ciberlunes/, daysOf: (year) => single(addDays(blackFriday(year), 3)) },
  { name: /nochebuena|christmas eve/, daysOf: (year) => single(`${year}-12-24`) },
  { name: /nochevieja|fin de ano/, daysOf: (year) => single(`${year}-12-31`) },
  {
    name: /navidad(?:es)?|christmas/,
    daysOf: (year) => span(`${year}-12-24`, `${year + 1}-01-06`),
  },
  { name: /(?:dia de )?(?:los )?reyes(?: magos)?/, daysOf: (year) => single(`${year}-01-06`) },
  { name: /san valentin/, daysOf: (year) => single(`${year}-02-14`) },
  { name: /ano nuevo/, daysOf: (year) => single(`${year}-01-01`) },
  { name: /halloween/, daysOf: (year) => single(`${year}-10-31`) },
  { name: /dia del padre/, daysOf: (year) => single(`${year}-03-19`) },
  { name: /dia de la madre/, daysOf: (year) => single(nthWeekday(year, 5, 6, 1)) },
  { name: /semana santa/, daysOf: (year) => span(addDays(easter(year), -7), easter(year)) },
  {
    name: /(?:el )?puente de la constitucion/,
    daysOf: (year) => span(`${year}-12-06`, `${year}-12-08`),
  },
]

const single = (day: Day): DayRange => ({ from: day, to: day })
const span = (from: Day, to: Day): DayRange => ({ from, to })

function blackFriday(year: number): Day {
  return addDays(nthWeekday(year, 11, 3, 4), 1)
}

/** `day`: Monday 0 … Sunday 6. */
function nthWeekday(year: number, month: number, day: number, nth: number): Day {
  const first = dayOf(year, month, 1)
  return addDays(first, ((day - weekday(first) + 7) % 7) + 7 * (nth - 1))
}

export const existing = (day: Day): Day | null => (isDay(day) ? day : null)
