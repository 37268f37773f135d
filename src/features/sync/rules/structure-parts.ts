/** What of an account's structure Google's history of changes tells of, and is read again only where it does. */
export const TOLD_PARTS = [
  'adGroups',
  'keywords',
  'ads',
  'audiences',
  'ownNegatives',
  'assets',
] as const
export type ToldPart = (typeof TOLD_PARTS)[number]

export type Told = { resourceType: string; operation: string }

const ALL: ReadonlySet<ToldPart> = new Set(TOLD_PARTS)

/** By `change_event.change_resource_type`; campaigns and their budgets are read every time. */
const PARTS_OF: Readonly<Record<string, readonly ToldPart[]>> = {
  CAMPAIGN: [],
  CAMPAIGN_BUDGET: [],
  // Kept with the settings, which are asked once a day.
  AD_GROUP_BID_MODIFIER: [],
  AD_GROUP: ['adGroups'],
  AD_GROUP_CRITERION: ['keywords', 'audiences', 'ownNegatives'],
  CAMPAIGN_CRITERION: ['audiences', 'ownNegatives'],
  AD: ['ads', 'assets'],
  AD_GROUP_AD: ['ads', 'assets'],
  ASSET: ['assets'],
  CUSTOMER_ASSET: ['assets'],
  CAMPAIGN_ASSET: ['assets'],
  AD_GROUP_ASSET: ['assets'],
}

/** A kind of change that is not known, and a new or removed parent of others, may be about everything. */
export function touchedParts(changes: readonly Told[]): ReadonlySet<ToldPart> {
  const touched = changes.map(({ resourceType, operation }) =>
    /^(CAMPAIGN|AD_GROUP)$/.test(resourceType) && operation !== 'UPDATE'
      ? undefined
      : PARTS_OF[resourceType],
  )
  return touched.every((parts) => parts !== undefined) ? new Set(touched.flat()) : ALL
}
