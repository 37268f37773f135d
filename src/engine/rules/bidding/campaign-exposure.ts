import { addDays, daysInRange } from '#shared/dates.ts'
import type { Context } from '../../account/context.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/** How long a campaign could be watched: the window's days over those since it began, and its spend on a day it ran. */
export type Watched = { stretch: number; spentDailyMicros: number }

/** Null for a campaign that began too lately, or has not been shown of late, to speak of what it spends. */
export function watchedOf(
  { exposure, sums }: CampaignFacts,
  { window }: AccountSnapshot,
  { days }: Context,
): Watched | null {
  if (!exposure) return { stretch: 1, spentDailyMicros: sums.costMicros / days }
  const since = daysInRange(exposure.from, window.to)
  const isYoung = since < Math.min(days, THRESHOLDS.shiftDays.value)
  const isIdle = exposure.to < addDays(window.to, -THRESHOLDS.shiftIdleDays.value)
  if (isYoung || isIdle || exposure.servedDays <= 0) return null
  return { stretch: days / since, spentDailyMicros: sums.costMicros / exposure.servedDays }
}
