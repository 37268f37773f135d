import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adGroups, campaigns, keywords } from '#platform/db/schema/entities.ts'
import { readsOf } from '../reads-of.ts'

/** Where Google takes bids as they are set. */
const MANUAL = ['MANUAL_CPC', 'ENHANCED_CPC']

/** What each ad group bids for its keywords that have no bid of their own, where Google uses bids at all. */
export async function loadGroupBids(
  ctx: Context,
  customerId: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await readsOf(ctx, customerId)
    .select({ id: adGroups.adGroupId, bidMicros: adGroups.cpcBidMicros })
    .from(adGroups)
    .innerJoin(
      campaigns,
      and(
        eq(campaigns.customerId, adGroups.customerId),
        eq(campaigns.campaignId, adGroups.campaignId),
      ),
    )
    .where(
      and(
        eq(adGroups.customerId, customerId),
        gt(adGroups.cpcBidMicros, 0),
        inArray(campaigns.biddingStrategyType, MANUAL),
      ),
    )
  return new Map(rows.map(({ id, bidMicros }) => [id, bidMicros!]))
}

/** By ad group those keywords whose bid is the group's. */
export async function loadHeirs(
  ctx: Context,
  customerId: number,
  adGroupIds: readonly number[],
): Promise<ReadonlyMap<number, number[]>> {
  if (adGroupIds.length === 0) return new Map()
  const rows = await readsOf(ctx, customerId)
    .select({ adGroupId: keywords.adGroupId, criterionId: keywords.criterionId })
    .from(keywords)
    .where(
      and(
        eq(keywords.customerId, customerId),
        inArray(keywords.adGroupId, [...adGroupIds]),
        isNull(keywords.cpcBidMicros),
      ),
    )
  const groups = Map.groupBy(rows, ({ adGroupId }) => adGroupId)
  return new Map([...groups].map(([id, own]) => [id, own.map((one) => one.criterionId)]))
}
