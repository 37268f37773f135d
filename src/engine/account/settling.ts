import { addDays, type Day, daysInRange } from '#shared/dates.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { AccountChange } from './inventory.ts'
import type { AccountSnapshot, KeywordFacts } from './snapshot.ts'

/** Which were changed so lately that what came of it cannot be read yet. */
export type Settling = {
  /** Campaigns, by their budget, target or bid strategy: another budget waits. */
  budgets: ReadonlySet<string>
  /** Campaigns, by their target or bid strategy: another of these waits. */
  bidding: ReadonlySet<string>
  /** Campaigns, by a bid modifier: another one waits. */
  modifiers: ReadonlySet<string>
  /** By its own bid or that of its ad group: as long as bid steps do not tell of it. */
  hasNewBid: (keyword: KeywordFacts<never>) => boolean
}

export function settlingOf({ account, inventory }: AccountSnapshot): Settling {
  const since = settlingSince(account.today)
  const all = (inventory?.changes ?? []).filter(
    ({ at, isUndone }) => at.slice(0, 10) >= since && !isUndone,
  )
  const steps = all.filter((one) => one.operation === 'UPDATE' && isStep(one))
  const lately = withoutTakenBack(steps)
  const within = (some: typeof all, ...what: (keyof typeof FIELDS)[]) =>
    new Set(
      some.flatMap((one) =>
        one.campaignId && what.some((field) => isAbout(one, field)) ? [one.campaignId] : [],
      ),
    )
  return {
    budgets: within(lately, 'budget', 'target', 'strategy'),
    bidding: within(lately, 'target', 'strategy'),
    // The first modifier of a device makes its criterion.
    modifiers: within(all, 'modifier'),
    hasNewBid: newBids(lately, account.today),
  }
}

function newBids(lately: readonly AccountChange[], today: Day): Settling['hasNewBid'] {
  const since = addDays(today, -THRESHOLDS.unreadBidDays.value)
  const moved = new Set(
    lately
      .filter((one) => one.at.slice(0, 10) >= since && isAbout(one, 'bid'))
      .map(({ adGroupId, criterionId }) => placeOf(adGroupId, criterionId)),
  )
  return ({ adGroupId, criterionId }) =>
    moved.has(placeOf(adGroupId, criterionId)) || moved.has(placeOf(adGroupId))
}

const placeOf = (adGroupId = '', criterionId = '') => `${adGroupId} ${criterionId}`

/** The first day whose changes have not settled. */
export const settlingSince = (today: Day) => addDays(today, -THRESHOLDS.unreadDays.value)

const FIELDS = {
  budget: /amount_?micros$/i,
  target: /target_?(cpa|roas)/i,
  strategy: /bidding_?strategy_?type$/i,
  bid: /cpc_?bid_?micros$/i,
  modifier: /bid_?modifier$/i,
}

export function isAbout({ changedFields }: AccountChange, what: keyof typeof FIELDS): boolean {
  return changedFields.some((field) => FIELDS[what].test(field))
}

/** What was changed and within a week put back in Google's own screen is as it was: most figures are of how it is. */
function withoutTakenBack(steps: readonly AccountChange[]): AccountChange[] {
  const byField = Map.groupBy(steps, (one) =>
    [
      one.resourceType,
      one.campaignId,
      placeOf(one.adGroupId, one.criterionId),
      ...one.changedFields,
    ].join(' '),
  )
  return [...byField.values()].filter((some) => !isTakenBack(some)).flat()
}

function isTakenBack(steps: readonly AccountChange[]): boolean {
  const [first, ...others] = steps.toSorted((a, b) => a.at.localeCompare(b.at))
  const last = others.at(-1)
  if (!first?.beforeMicros || !last?.afterMicros) return false
  const away = daysInRange(first.at.slice(0, 10), last.at.slice(0, 10))
  return (
    away <= THRESHOLDS.unreadBidDays.value && !isStep({ ...first, afterMicros: last.afterMicros })
  )
}

/** By what a script moves it every day it is not another one. */
function isStep({ beforeMicros = 0, afterMicros = 0 }: AccountChange): boolean {
  if (beforeMicros <= 0 || afterMicros <= 0) return true
  return Math.abs(afterMicros / beforeMicros - 1) >= THRESHOLDS.unreadStep.value
}
