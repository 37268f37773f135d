/** Calendar days `YYYY-MM-DD` and the date ranges GAQL knows by name. */
export type DayRange = { from: string; to: string }

const MS_PER_DAY = 86_400_000
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const
export const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const

/** The range of a DURING literal seen from `today` (the account's own day); undefined for an unknown name. */
export function namedRange(name: string, today: string): DayRange | undefined {
  const yesterday = addDays(today, -1)
  const sinceMonday = weekdayIndex(today)
  const monday = addDays(today, -sinceMonday)
  const sunday = addDays(today, -((sinceMonday + 1) % 7))
  switch (name) {
    case 'TODAY':
      return { from: today, to: today }
    case 'YESTERDAY':
      return { from: yesterday, to: yesterday }
    case 'LAST_7_DAYS':
      return { from: addDays(today, -7), to: yesterday }
    case 'LAST_14_DAYS':
      return { from: addDays(today, -14), to: yesterday }
    case 'LAST_30_DAYS':
      return { from: addDays(today, -30), to: yesterday }
    case 'LAST_BUSINESS_WEEK':
      return { from: addDays(monday, -7), to: addDays(monday, -3) }
    case 'LAST_WEEK_MON_SUN':
      return { from: addDays(monday, -7), to: addDays(monday, -1) }
    case 'LAST_WEEK_SUN_SAT':
      return { from: addDays(sunday, -7), to: addDays(sunday, -1) }
    case 'THIS_WEEK_MON_TODAY':
      return { from: monday, to: today }
    case 'THIS_WEEK_SUN_TODAY':
      return { from: sunday, to: today }
    case 'THIS_MONTH':
      return { from: monthStart(today), to: today }
    case 'LAST_MONTH': {
      const last = addDays(monthStart(today), -1)
      return { from: monthStart(last), to: last }
    }
    default:
      return undefined
  }
}

export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

export function addDays(day: string, days: number): string {
  return toDay(Date.parse(`${day}T00:00:00Z`) + days * MS_PER_DAY)
}

/** To make one takes as long as a short query; zones are few. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The account's calendar day at an instant. */
export function dayInZone(instant: Date, timeZone: string): string {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  formats.set(timeZone, format)
  return format.format(instant)
}

export function monthStart(day: string): string {
  return `${day.slice(0, 7)}-01`
}

export function quarterStart(day: string): string {
  const month = Number(day.slice(5, 7))
  return `${day.slice(0, 5)}${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`
}

/** Monday of the week. */
export function weekStart(day: string): string {
  return addDays(day, -weekdayIndex(day))
}

/** The day before the same date `months` later, for the end of a month or quarter. */
export function endOfMonths(start: string, months: number): string {
  const date = new Date(`${start}T00:00:00Z`)
  return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 0))
}

/** Monday 0 … Sunday 6. */
export function weekdayIndex(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
