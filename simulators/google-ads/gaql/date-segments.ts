import { MONTHS, monthStart, quarterStart, WEEKDAYS, weekdayIndex, weekStart } from './days.ts'

const FROM_DAY: Record<string, (day: string) => string | number> = {
  'segments.date': (day) => day,
  'segments.week': weekStart,
  'segments.month': monthStart,
  'segments.quarter': quarterStart,
  'segments.year': (day) => Number(day.slice(0, 4)),
  'segments.day_of_week': (day) => WEEKDAYS[weekdayIndex(day)]!,
  'segments.month_of_year': (day) => MONTHS[Number(day.slice(5, 7)) - 1]!,
}

/** True for the segments that follow from the day alone. */
export function isDateSegment(field: string): boolean {
  return Object.hasOwn(FROM_DAY, field)
}

export function dateSegment(field: string, day: string): string | number {
  return FROM_DAY[field]!(day)
}
