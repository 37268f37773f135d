import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Counts } from '#engine/second-opinion/surroundings.ts'
import type { Context } from '#platform/context.ts'
import { ads, assetLinks, campaigns } from '#platform/db/schema/entities.ts'

/** How many links, callouts and ads there are already. Google shows a campaign's own links together with the account's. */
export async function loadCounts(ctx: Context, customerId: number): Promise<Counts> {
  const links = await ctx.db
    .select({
      scope: assetLinks.scope,
      scopeId: assetLinks.scopeId,
      fieldType: assetLinks.fieldType,
      assetId: assetLinks.assetId,
    })
    .from(assetLinks)
    .where(
      and(
        eq(assetLinks.customerId, customerId),
        inArray(assetLinks.scope, ['account', 'campaign']),
        inArray(assetLinks.fieldType, ['SITELINK', 'CALLOUT']),
      ),
    )
  const campaignIds = await ctx.db
    .select({ id: campaigns.campaignId })
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
  const inForce = (fieldType: string) => {
    const ofType = links.filter((link) => link.fieldType === fieldType)
    const assetsAt = (id: number) =>
      ofType.filter(({ scope, scopeId }) => scope === 'account' || scopeId === id)
    return new Map(
      campaignIds.map(({ id }) => [
        String(id),
        new Set(assetsAt(id).map(({ assetId }) => assetId)).size,
      ]),
    )
  }
  return {
    sitelinks: inForce('SITELINK'),
    callouts: inForce('CALLOUT'),
    liveAds: await countLiveAds(ctx, customerId),
  }
}

async function countLiveAds(ctx: Context, customerId: number) {
  const rows = await ctx.db
    .select({ id: ads.adGroupId, count: sql<number>`count(*)::int` })
    .from(ads)
    .where(
      and(
        eq(ads.customerId, customerId),
        eq(ads.type, 'RESPONSIVE_SEARCH_AD'),
        eq(ads.status, 'ENABLED'),
        sql`${ads.approvalStatus} is distinct from 'DISAPPROVED'`,
      ),
    )
    .groupBy(ads.adGroupId)
  return new Map(rows.map(({ id, count }) => [String(id), count]))
}
