import type { Day } from '#shared/dates.ts'
import type { AccountInventory } from './inventory.ts'

/**
 * The parts of an inventory that are asked of Google once a day and kept as they came; the others are sums of
 * daily tables. A part that Google refused is absent.
 */
export type KeptInventory = Pick<
  AccountInventory,
  | 'tracking'
  | 'billableUnits'
  | 'conversionDays'
  | 'conversionLags'
  | 'simulations'
  | 'portfolioSimulations'
  | 'deviceModifiers'
  | 'adSchedules'
  | 'locationMatches'
  | 'firstPlaces'
  | 'networks'
  | 'restrictedAdGroups'
  | 'userLists'
  | 'demographics'
  | 'placements'
  | 'excludedPlaces'
  | 'chosenPlaces'
  | 'languages'
  | 'landingPages'
  | 'autoApply'
  | 'assetGroups'
> & {
  /** Without the brand exclusion, which is a criterion. */
  campaignSettings?: NonNullable<AccountInventory['campaignSettings']>
  /** Campaigns that exclude a list of brands. */
  brandExclusions?: readonly string[]
  lastConversions?: readonly { actionId: string; day: Day }[]
  /** Present, and empty, where Google goes on refusing the history of changes: what changed is unknown. */
  changesUnread?: readonly never[]
  /** Times of which Google had forgotten the changes when the account was read again; wall times of the account. */
  changesMissed?: readonly MissedChanges[]
  /** Where a list is used is known from the negatives themselves. */
  negativeLists?: readonly { id: string; name: string; memberCount: number }[]
  /** Those of AI Max; Performance Max has its own in the daily table. */
  aiMaxTerms?: NonNullable<AccountInventory['keywordlessTerms']>
}

export type MissedChanges = { from: string; to: string }

export type KeptPart = keyof KeptInventory
