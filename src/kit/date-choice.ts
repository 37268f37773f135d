import { addDays, type Day, startOfMonth } from '#shared/dates.ts'

export type DayRange = { from: Day; to: Day }

/** The range of two clicked days, in whichever order they were clicked. */
export function orderedRange(one: Day, other: Day): DayRange {
  return one <= other ? { from: one, to: other } : { from: other, to: one }
}

/** The ranges offered beside the calendar, relative to the account's own today. */
export function quickRanges(today: Day): { label: string; range: DayRange }[] {
  const endOfLastMonth = addDays(startOfMonth(today), -1)
  return [
    { label: 'Hoy', range: { from: today, to: today } },
    { label: 'Este mes', range: { from: startOfMonth(today), to: today } },
    { label: 'Último mes', range: { from: startOfMonth(endOfLastMonth), to: endOfLastMonth } },
    { label: 'Este año', range: { from: `${today.slice(0, 4)}-01-01`, to: today } },
  ]
}

/** The calendar component counts in local dates; only their year, month and day are meant. */
export function toLocalDate(day: Day): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

export function fromLocalDate(date: Date): Day {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
