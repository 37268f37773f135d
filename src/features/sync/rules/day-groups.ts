import { addDays, type Day, type DayRange } from '#shared/dates.ts'
import { type FactRow, sortAndAddUp } from './fact-row.ts'

/** Rows of whole days, sorted and without doubles: exactly what the tables shall hold for them. */
export type DayGroup = DayRange & { rows: FactRow[] }

/**
 * A group is closed at the end of the day in which it reaches this many rows. Fewer would move the same rollup rows more
 * often, more would take more memory: two groups are held at once, of some 200 B a row.
 */
const GROUP_ROWS = 48_000

/**
 * Cuts a stream ordered by day into groups that together cover the whole range, empty days included.
 * A day is complete only when a later one begins or the stream ends well, so a stream that breaks off
 * never makes the rest of a day look deleted. Throws if days come out of order.
 */
export async function* dayGroups(
  facts: AsyncIterable<readonly FactRow[]>,
  range: DayRange,
  groupRows = GROUP_ROWS,
): AsyncGenerator<DayGroup> {
  let from = range.from
  let closed: FactRow[] = []
  let open: FactRow[] = []
  let day: Day = ''
  for await (const batch of facts)
    for (const fact of batch) {
      if (fact.day !== day) {
        if (fact.day < day || fact.day < range.from || fact.day > range.to)
          throw new Error(`day ${fact.day} after ${day}, outside the order asked for`)
        closed = closed.concat(sortAndAddUp(open))
        open = []
        if (closed.length >= groupRows) {
          yield { from, to: day, rows: closed }
          from = addDays(day, 1)
          closed = []
        }
        day = fact.day
      }
      open.push(fact)
    }
  yield { from, to: range.to, rows: closed.concat(sortAndAddUp(open)) }
}
