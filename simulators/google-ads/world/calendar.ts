const MS_PER_DAY = 86_400_000

/** Days since 1970-01-01 of a calendar day `YYYY-MM-DD`. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY)
}

/** `YYYY-MM-DD` of a day number. */
export function dayText(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10)
}

/** Monday 0 … Sunday 6. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7
}

/** Month 0…11 with the fraction of it gone, e.g. 15 July ≈ 6.45. */
export function monthPosition(day: number): number {
  const date = new Date(day * MS_PER_DAY)
  return date.getUTCMonth() + (date.getUTCDate() - 1) / 31
}

export type LocalTime = { day: number; hour: number; text: string }

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Day number, hour 0…23 and `YYYY-MM-DD HH:MM:SS` of an instant in an IANA time zone. */
export function localTime(instant: Date, timeZone: string): LocalTime {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    formatters.set(timeZone, formatter)
  }
  const text = formatter.format(instant)
  return { day: dayNumber(text.slice(0, 10)), hour: Number(text.slice(11, 13)), text }
}
