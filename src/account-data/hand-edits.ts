import { and, eq, gte, inArray, lte } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { camelCase } from '#platform/google-ads/field-paths.ts'
import type { DayRange } from '#shared/dates.ts'
import { type Place, placeOf } from './edited-parts.ts'
import { readsOf } from './reads-of.ts'
import { weightyEdits } from './small-edits.ts'

/** What Google's history tells was changed within campaigns, from here or not: of which part, and of which campaigns it may be any (ids). */
export type HandEdits = { places: Place[]; wide: Set<string> }

/** Ads, keywords, searches and bids; what an ad only shows besides moves little. */
const WITHIN = [
  'AD_GROUP',
  'AD_GROUP_AD',
  'AD_GROUP_BID_MODIFIER',
  'AD_GROUP_CRITERION',
  'CAMPAIGN_CRITERION',
]

/** A bid that went a little up and down is taken for the same, as a budget is. */
const AMOUNTS = /^(amountMicros|cpcBidMicros)$/

export async function readHandEdits(
  ctx: Context,
  customerId: number,
  { from, to }: DayRange,
): Promise<HandEdits> {
  const events = await readsOf(ctx, customerId)
    .select()
    .from(changeEvents)
    .where(
      and(
        eq(changeEvents.customerId, customerId),
        inArray(changeEvents.resourceType, WITHIN),
        gte(changeEvents.at, from),
        lte(changeEvents.at, `${to} 24`),
      ),
    )
    .orderBy(changeEvents.at)
  const edits: HandEdits = { places: [], wide: new Set() }
  for (const event of weightyEdits(events, AMOUNTS)) {
    const place = placeOf(asStep(event))
    if (place) edits.places.push(place)
    else if (event.campaignId !== null) edits.wide.add(String(event.campaignId))
  }
  return edits
}

type Event = typeof changeEvents.$inferSelect

/** As a step of a card that did the same would say it. */
function asStep(event: Event): Parameters<typeof placeOf>[0] {
  const { resourceName, operation, campaignId, adGroupId } = event
  const kind = camelCase(event.resourceType.toLowerCase())
  const resource = operation === 'REMOVE' ? event.oldResource : event.newResource
  const { negative, keyword } = (resource[kind] ?? resource) as {
    negative?: boolean
    keyword?: object
  }
  const isGroups = kind.startsWith('adGroup')
  const of = isGroups
    ? { adGroup: `adGroups/${adGroupId}` }
    : { campaign: `campaigns/${campaignId}` }
  const isCreated = operation === 'CREATE' || negative === true
  return [
    `${kind}Operation`,
    isCreated ? { create: { ...of, negative, keyword } } : { update: { resourceName } },
  ]
}
