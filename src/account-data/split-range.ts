import { addDays, type Day, type DayRange, startOfMonth } from '#shared/dates.ts'

/** A range as whole months, read from the rollup, and the days at its edges, read from the daily facts. */
export type SplitRange = {
  /** First days of the first and last whole month; null where there is none. */
  months: DayRange | null
  edges: DayRange[]
}

export function splitRange(from: Day, to: Day): SplitRange {
  const firstMonth = from === startOfMonth(from) ? from : startOfNextMonth(from)
  const lastMonthEnd =
    addDays(to, 1) === startOfMonth(addDays(to, 1)) ? to : addDays(startOfMonth(to), -1)
  if (firstMonth > lastMonthEnd) return { months: null, edges: [{ from, to }] }
  const edges: SplitRange['edges'] = []
  if (from < firstMonth) edges.push({ from, to: addDays(firstMonth, -1) })
  if (lastMonthEnd < to) edges.push({ from: addDays(lastMonthEnd, 1), to })
  return { months: { from: firstMonth, to: startOfMonth(lastMonthEnd) }, edges }
}

function startOfNextMonth(day: Day): Day {
  // 31 days after the first of any month is always in the next one.
  return startOfMonth(addDays(startOfMonth(day), 31))
}
