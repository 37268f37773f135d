import type { Context } from '#platform/context.ts'
import type { DayRange } from '#shared/dates.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import { loadKept } from './snapshot/load-inventory.ts'

/** Parts of those days of which it will never be known what was changed: the account was read again too late. */
export async function readMissedChanges(
  ctx: Context,
  customerId: number,
  { from, to }: DayRange,
): Promise<DayRange[]> {
  const { changesMissed = [] } = await loadKept(ctx, customerId, ['changesMissed'])
  return changesMissed
    .map((one) => ({ from: one.from.slice(0, 10), to: one.to.slice(0, 10) }))
    .filter((one) => one.from <= to && one.to > from)
}

export const missedText = ({ from, to }: DayRange) =>
  `Del ${longDay(from)} al ${longDay(to)}: no se sabe qué más se cambió, la cuenta estuvo sin leerse y Google ya no lo recuerda`
