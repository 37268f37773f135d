import { addDays, type Day } from '#shared/dates.ts'

/** A day looks like what it will be once nearly all of its conversions have come. */
const NEARLY_ALL = 0.95

/**
 * The first day whose conversions are not nearly all in. `curve`: share reported so many days after the click; the day
 * before `today` has had one day for it. Null where all are.
 */
export function lateFrom(curve: readonly number[] | undefined, today: Day): Day | null {
  const days = curve?.findIndex((share) => share >= NEARLY_ALL) ?? 0
  return days > 0 ? addDays(today, 1 - days) : null
}
