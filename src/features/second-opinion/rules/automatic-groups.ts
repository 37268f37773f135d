import type { EffectPlace } from '#account-data/effect-evidence.ts'
import type { EffectKind } from '#engine/effect/measure-effect.ts'
import type { Day } from '#shared/dates.ts'

/** Makers of changes that are not made by hand. */
export const AUTOMATIC_CLIENTS = [
  'GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION',
  'GOOGLE_ADS_AUTOMATED_RULE',
  'GOOGLE_ADS_SCRIPTS',
  'SEARCH_ADS_360_SYNC',
  'INTERNAL_TOOL',
] as const
/** The one that is Google applying its own advice. */
export const AUTO_APPLY = AUTOMATIC_CLIENTS[0]

type Event = {
  at: string
  clientType: string
  resourceType: string
  resourceName: string
  operation: string
  changedFields: readonly string[]
  oldResource: Record<string, unknown>
  newResource: Record<string, unknown>
  campaignId: number | null
  adGroupId: number | null
}

/** What one maker did in one place on one day: judged together, because their effects cannot be told apart. */
export type AutomaticGroup<E> = {
  key: string
  day: Day
  clientType: string
  /** All campaigns of a budget that several share; null for the whole account. */
  place: EffectPlace | null
  /** Oldest first. */
  events: E[]
}

/** Newest day first; `campaignsOf` a budget, by its id. */
export function groupAutomatic<E extends Event>(
  events: readonly E[],
  campaignsOf: ReadonlyMap<number, readonly number[]>,
): AutomaticGroup<E>[] {
  const byKey = new Map<string, AutomaticGroup<E>>()
  for (const event of events.toSorted((a, b) => (a.at < b.at ? -1 : 1))) {
    const place = placeOf(event, campaignsOf)
    const day = event.at.slice(0, 10)
    const key = `${day} ${event.clientType} ${placeKey(event, place)}`
    const group = byKey.get(key) ?? { key, day, clientType: event.clientType, place, events: [] }
    group.events.push(event)
    byKey.set(key, group)
  }
  return [...byKey.values()].sort((a, b) =>
    a.day === b.day ? (a.key < b.key ? -1 : 1) : a.day < b.day ? 1 : -1,
  )
}

function placeOf(
  event: Event,
  campaignsOf: ReadonlyMap<number, readonly number[]>,
): EffectPlace | null {
  const { campaignId, adGroupId } = event
  const ids = campaignId === null ? usersOf(event, campaignsOf) : [campaignId]
  if (ids.length === 0) return null
  return {
    adGroupId: campaignId === null || adGroupId === null ? null : String(adGroupId),
    campaignIds: ids.map(String),
  }
}

/** Stays the same when other campaigns come to share a budget: what was measured is kept by it. */
function placeKey({ resourceName }: Event, place: EffectPlace | null): string {
  if (!place) return 'account'
  if (place.adGroupId) return `ad_group ${place.adGroupId}`
  const [only, ...others] = place.campaignIds
  return others.length === 0 ? `campaign ${only}` : `budget ${resourceName.split('/').at(-1)}`
}

function usersOf(
  { resourceType, resourceName }: Event,
  campaignsOf: ReadonlyMap<number, readonly number[]>,
): readonly number[] {
  if (resourceType !== 'CAMPAIGN_BUDGET') return []
  return campaignsOf.get(Number(resourceName.split('/').at(-1))) ?? []
}

/** What the day's changes are judged by: what most of them are for. */
export function effectKindOf(events: readonly Event[]): EffectKind {
  const counts = new Map<EffectKind, number>()
  for (const event of events) {
    const kind = kindOf(event)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'budget'
}

/** Of bid strategies, portfolios and ad groups. */
const TARGETS = /target_?(cpa|roas)/i

export const movesTarget = (events: readonly Event[]): boolean =>
  events.some(({ changedFields }) => changedFields.some((field) => TARGETS.test(field)))

const BIDS = /bid|target|maximize/i

function kindOf(event: Event): EffectKind {
  const { resourceType, operation, changedFields, oldResource, newResource } = event
  if (/^AD$|AD_GROUP_AD|ASSET/.test(resourceType)) return 'ads'
  if (resourceType === 'CAMPAIGN_BUDGET') return 'budget'
  const [removed = {}] = Object.values(oldResource) as { negative?: boolean }[]
  if (operation === 'REMOVE') return removed.negative ? 'budget' : 'saving'
  const [created = {}] = Object.values(newResource) as { negative?: boolean; status?: string }[]
  if (created.negative || created.status === 'PAUSED') return 'saving'
  // Opting into a network or adding a keyword buys more of the same.
  return operation === 'UPDATE' && changedFields.some((field) => BIDS.test(field))
    ? 'bids'
    : 'budget'
}
