import { and, eq, sql } from 'drizzle-orm'
import type { Counts } from '#engine/second-opinion/surroundings.ts'
import type { Context } from '#platform/context.ts'
import { ads, assetLinks, campaigns } from '#platform/db/schema/entities.ts'

/** How many links, callouts and ads there are already. A campaign's own links replace the account's. */
export async function loadCounts(ctx: Context, customerId: number): Promise<Counts> {
  const links = await ctx.db
    .select({
      scope: assetLinks.scope,
      scopeId: assetLinks.scopeId,
      fieldType: assetLinks.fieldType,
      count: sql<number>`count(*)::int`,
    })
    .from(assetLinks)
    .where(eq(assetLinks.customerId, customerId))
    .groupBy(assetLinks.scope, assetLinks.scopeId, assetLinks.fieldType)
  const campaignIds = await ctx.db
    .select({ id: campaigns.campaignId })
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
  const inForce = (fieldType: string) => {
    const own = links.filter((link) => link.fieldType === fieldType)
    const ofAccount = own.find(({ scope }) => scope === 'account')?.count ?? 0
    return new Map(
      campaignIds.map(({ id }) => [
        String(id),
        own.find(({ scope, scopeId }) => scope === 'campaign' && scopeId === id)?.count ??
          ofAccount,
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
