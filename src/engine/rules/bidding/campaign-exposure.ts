import { addDays, daysInRange } from '#shared/dates.ts'
import type { Context } from '../../account/context.ts'
import { hasBudget } from '../../account/known-settings.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/**
 * How long a campaign could be watched: the window's days over those since it began, and its spend on a day it ran. `present`: share
 * of that spend that its budget still pays for, 1 unless it was lowered meanwhile.
 */
export type Watched = { stretch: number; spentDailyMicros: number; present: number }

/** Null for a campaign that began too lately, or has not been shown of late, to speak of what it spends. */
export function watchedOf(
  campaign: CampaignFacts,
  { window }: AccountSnapshot,
  { days }: Context,
): Watched | null {
  const { exposure, sums } = campaign
  if (!exposure) {
    const spentDailyMicros = sums.costMicros / days
    return { stretch: 1, spentDailyMicros, present: paidFor(campaign, spentDailyMicros) }
  }
  const since = daysInRange(exposure.from, window.to)
  const isYoung = since < Math.min(days, THRESHOLDS.shiftDays.value)
  const isIdle = exposure.to < addDays(window.to, -THRESHOLDS.shiftIdleDays.value)
  if (isYoung || isIdle || exposure.servedDays <= 0) return null
  return {
    stretch: days / since,
    spentDailyMicros: sums.costMicros / exposure.servedDays,
    // Over days without an ad too: Google may spend twice a budget on a day, and none more than its sum.
    present: paidFor(campaign, sums.costMicros / since),
  }
}

function paidFor(campaign: CampaignFacts, spentMicros: number): number {
  if (!hasBudget(campaign) || campaign.budgetShared) return 1
  const { budgetMicros } = campaign
  return budgetMicros < spentMicros * (1 - THRESHOLDS.budgetLowered.value)
    ? budgetMicros / spentMicros
    : 1
}
