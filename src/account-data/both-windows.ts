import { addUp } from '#engine/account/measurement.ts'
import type { Context } from '#platform/context.ts'
import { type DayRange, eachDay } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { type SummedRow, type SumsQuestion, sumLevel } from './sums.ts'

/** Before a change and after it; both ends included, in the account's time zone. */
export type Windows = { before: DayRange; after: DayRange }

export async function sumBoth(
  ctx: Context,
  { before, after }: Windows,
  question: Omit<SumsQuestion, 'from' | 'to'>,
): Promise<SummedRow[]> {
  return [
    ...(await sumLevel(ctx, { ...question, ...before })),
    ...(await sumLevel(ctx, { ...question, ...after })),
  ]
}

/** Every day of both windows, from rows by day. */
export function dayByDay(rows: readonly SummedRow[], { before, after }: Windows) {
  const ofDays = Map.groupBy(rows, ({ keys }) => String(keys.day))
  const days = (window: DayRange): Metrics[] =>
    eachDay(window.from, window.to).map((day) => addUp(ofDays.get(day) ?? []))
  return { before: days(before), after: days(after) }
}
