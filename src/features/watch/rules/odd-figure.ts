import type { Alert } from '#engine/watch/alert.ts'
import { addDays, type Day } from '#shared/dates.ts'

export type OddFigure = { customerId: number; alert: Alert }

/** What was changed so many days before a figure left its band may have done it; a lasting fall is dated anew as it goes on. */
const DAYS_BEFORE = 10

/** The campaign it is about, or the one that moved it most. */
export const placeOf = ({ alert }: OddFigure) =>
  String(alert.campaignId ?? alert.causes[0]?.campaignId)

/** The first day of it, which may be further back than the run that is seen of it now. */
export const firstDay = ({ since, from }: Pick<Alert, 'since' | 'from'>): Day => since ?? from

/** Days on which a change may have done it, its own first one included. */
export const daysOf = ({ alert }: OddFigure) => ({
  from: addDays(firstDay(alert), -DAYS_BEFORE),
  to: firstDay(alert),
})

/** Where and since when changes are read that may have done any of them; null without any. */
export function readFor(all: readonly OddFigure[]): { customerIds: number[]; since: Day } | null {
  const [since] = all.map((one) => daysOf(one).from).sort()
  return since ? { customerIds: [...new Set(all.map((one) => one.customerId))], since } : null
}
