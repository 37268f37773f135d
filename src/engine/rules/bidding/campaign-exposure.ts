import { addDays, daysInRange } from '#shared/dates.ts'
import type { Context } from '../../account/context.ts'
import { hasBudget } from '../../account/known-settings.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { BudgetUsers } from './budget-users.ts'

/**
 * How long a campaign could be watched: the window's days over those since it began. `bindingMicros`: the daily budget below which
 * it would spend less. `present`: share of its spend that its budget still pays for, 1 unless it was lowered meanwhile.
 */
export type Watched = { stretch: number; bindingMicros: number; present: number }

/** Null for a campaign that began too lately, or has not been shown of late, to speak of what it spends. */
export function watchedOf(
  campaign: CampaignFacts,
  { window, inventory }: AccountSnapshot,
  { days }: Context,
): Watched | null {
  const { exposure, sums } = campaign
  if (!exposure) {
    const bindingMicros = sums.costMicros / days
    return { stretch: 1, bindingMicros, present: paidFor(campaign, bindingMicros) }
  }
  const since = daysInRange(exposure.from, window.to)
  const isYoung = since < Math.min(days, THRESHOLDS.shiftDays.value)
  const isIdle = exposure.to < addDays(window.to, -THRESHOLDS.shiftIdleDays.value)
  if (isYoung || isIdle || exposure.servedDays <= 0) return null
  return {
    stretch: days / since,
    bindingMicros: (sums.costMicros / exposure.servedDays) * scheduledShare(campaign, inventory),
    // Over days without an ad too: Google may spend twice a budget on a day, and none more than its sum.
    present: paidFor(campaign, sums.costMicros / since),
  }
}

/**
 * Of the spend on a day that it runs, the daily budget that pays for it: what is not spent on the days it is off may be spent on the
 * others, up to twice the budget on one of them (Google, 'average daily budget').
 */
function scheduledShare(campaign: CampaignFacts, inventory: AccountSnapshot['inventory']): number {
  return Math.max(1 / 2, weekdaysOf(campaign, inventory) / WEEK)
}

/**
 * The daily budgets that the window could spend: one a day since it began, days off among them, and two a day that it runs at most
 * (Google, as above).
 */
export function budgetDays(
  campaign: CampaignFacts<never>,
  { window, inventory }: Pick<AccountSnapshot, 'window' | 'inventory'>,
  { days }: Context,
): number {
  const { exposure } = campaign
  const since = exposure ? Math.min(days, daysInRange(exposure.from, window.to)) : days
  return since * Math.min(1, (2 * weekdaysOf(campaign, inventory)) / WEEK)
}

/** All of them unless ads are scheduled. */
function weekdaysOf({ id }: CampaignFacts<never>, inventory: AccountSnapshot['inventory']): number {
  const own = inventory?.adSchedules?.filter(({ campaignId }) => campaignId === id) ?? []
  return new Set(own.map(({ weekday }) => weekday)).size || WEEK
}

/**
 * What the window's sums of all who spend a budget are multiplied by to be those of a whole window at that budget: one of them that
 * began meanwhile spent nothing before, and what was lowered pays for less. Less than a week counts as one.
 */
export function wholeWindow(
  { users, campaign }: BudgetUsers,
  { window }: AccountSnapshot,
  { days }: Context,
): number {
  const stretched = users.reduce((sum, { sums, exposure }) => {
    const since = exposure ? Math.max(WEEK, daysInRange(exposure.from, window.to)) : days
    return sum + (sums.costMicros * days) / Math.min(days, since)
  }, 0)
  const { costMicros } = campaign.sums
  if (costMicros <= 0) return 1
  return (stretched / costMicros) * budgetShare(campaign.budgetMicros, stretched / days)
}

const WEEK = 7

/** The window's sums of a campaign × this = 30 days of it. One that began within the last weeks is taken to be three weeks old: its first days tell little. */
export function ownMonthFactor(
  { exposure }: CampaignFacts<never>,
  { window }: Pick<AccountSnapshot, 'window'>,
  { monthFactor, days }: Context,
): number {
  if (!exposure) return monthFactor
  const since = Math.max(THRESHOLDS.shiftDays.value, daysInRange(exposure.from, window.to))
  return monthFactor * (days / Math.min(days, since))
}

function paidFor(campaign: CampaignFacts, spentMicros: number): number {
  if (!hasBudget(campaign) || campaign.budgetShared) return 1
  return budgetShare(campaign.budgetMicros, spentMicros)
}

/** Google's daily spend is no more than its budget in the mean: of what was, the part that it still pays for. */
function budgetShare(budgetMicros: number, spentMicros: number): number {
  return budgetMicros < spentMicros * (1 - THRESHOLDS.budgetLowered.value)
    ? budgetMicros / spentMicros
    : 1
}
