/** A calendar day `YYYY-MM-DD`, without time zone: the account's own day. */
export type Day = string

/** Both days included. */
export type DayRange = { from: Day; to: Day }

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const MS_PER_DAY = 86_400_000

/** True for a day that exists (2026-02-30 does not). */
export function isDay(text: string): text is Day {
  return DAY.test(text) && toDay(fromDay(text)) === text
}

export function addDays(day: Day, days: number): Day {
  return toDay(fromDay(day) + days * MS_PER_DAY)
}

/** Days from `from` to `to`, both included. */
export function daysInRange(from: Day, to: Day): number {
  return Math.round((fromDay(to) - fromDay(from)) / MS_PER_DAY) + 1
}

export function eachDay(from: Day, to: Day): Day[] {
  return Array.from({ length: Math.max(0, daysInRange(from, to)) }, (_, i) => addDays(from, i))
}

export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 7)}-01`
}

/** Its Monday. */
export function startOfWeek(day: Day): Day {
  return addDays(day, -weekday(day))
}

/** Monday 0 … Sunday 6. */
export function weekday(day: Day): number {
  return (new Date(fromDay(day)).getUTCDay() + 6) % 7
}

/** The calendar day in an IANA time zone at an instant. */
export function dayInZone(instant: Date, timeZone: string): Day {
  const format =
    dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  dayFormats.set(timeZone, format)
  return format.format(instant)
}

/** Making one takes far longer than using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()
const clockFormats = new Map<string, Intl.DateTimeFormat>()

/** The zone, or UTC where it is none that is known here: one that is younger than this program's list, say. */
export function knownZone(timeZone: string): string {
  try {
    dayInZone(new Date(0), timeZone)
    return timeZone
  } catch {
    return 'UTC'
  }
}

/** `YYYY-MM-DD HH:MM:SS` on the wall clock of an IANA time zone, as Google's change history prints it. */
export function wallClockInZone(instant: Date, timeZone: string): string {
  const format =
    clockFormats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clockFormats.set(timeZone, format)
  return format.format(instant)
}

/** A time on the wall clock: the zone's distance from UTC is read off at that very hour. */
export function instantInZone(day: Day, time: string, timeZone: string): Date {
  const asUtc = new Date(`${day}T${time}Z`)
  const shown = new Date(`${wallClockInZone(asUtc, timeZone).replace(' ', 'T')}Z`)
  return new Date(asUtc.getTime() * 2 - shown.getTime())
}

/** How far the wall clock of a zone is before UTC at an instant. */
export function utcOffsetMinutes(instant: Date, timeZone: string): number {
  const there = Date.parse(`${wallClockInZone(instant, timeZone).replace(' ', 'T')}Z`)
  return Math.round((there - instant.getTime()) / 60_000)
}

/** The calendar day at an instant where the clock is so far before UTC. */
export function dayAtOffset(instant: Date, offsetMinutes: number): Day {
  return toDay(instant.getTime() + offsetMinutes * 60_000)
}

/** The range of equal length that ends the day before `from`. */
export function previousPeriod(range: DayRange): DayRange {
  const length = daysInRange(range.from, range.to)
  return { from: addDays(range.from, -length), to: addDays(range.from, -1) }
}

function fromDay(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`)
}

function toDay(ms: number): Day {
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10)
}
