import { addDays, type Day, type DayRange, startOfMonth } from '#shared/dates.ts'

/** The range of two clicked days, in whichever order they were clicked. */
export function orderedRange(one: Day, other: Day): DayRange {
  return one <= other ? { from: one, to: other } : { from: other, to: one }
}

/** As they stand in addresses: what is opened on another day shows other days. */
const QUICK_NAMES = ['today', 'this_month', 'last_month', 'this_year'] as const
export type QuickRange = (typeof QUICK_NAMES)[number]

/** Two days, or the name of a range that moves with the calendar. */
export type RangeChoice = DayRange | QuickRange

const QUICK_LABELS: Record<QuickRange, string> = {
  today: 'Hoy',
  this_month: 'Este mes',
  last_month: 'Último mes',
  this_year: 'Este año',
}

/** The ranges offered beside the calendar. */
export const QUICK_RANGES = QUICK_NAMES.map((name) => ({ name, label: QUICK_LABELS[name] }))

export function quickNamed(text: string | null): (typeof QUICK_RANGES)[number] | null {
  return QUICK_RANGES.find(({ name }) => name === text) ?? null
}

/** The days that a name means on the account's own today. */
export function quickDays(name: QuickRange, today: Day): DayRange {
  const endOfLastMonth = addDays(startOfMonth(today), -1)
  return {
    today: { from: today, to: today },
    this_month: { from: startOfMonth(today), to: today },
    last_month: { from: startOfMonth(endOfLastMonth), to: endOfLastMonth },
    this_year: { from: `${today.slice(0, 4)}-01-01`, to: today },
  }[name]
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
