import { and, eq, sql } from 'drizzle-orm'
import { ownedCampaign } from '#account-data/owned-entity.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { sumLevel, sumsQuery } from '#account-data/sums.ts'
import type { CallerContext } from '#platform/context.ts'
import { prepared } from '#platform/db/prepared.ts'
import { adGroups } from '#platform/db/schema/entities.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import { MICROS, NO_METRICS, ratesOf } from '#shared/metrics.ts'
import type { AdGroupRow } from '../contract/metrics.ts'
import { statusCode } from '../contract/wire-codes.ts'
import { rememberRange } from './remember-range.ts'

/** Ad groups of a campaign of the caller's own; 404 for another user's. */
export async function listAdGroups(
  ctx: CallerContext,
  cache: ResultCache,
  asked: { campaignId: string; from?: Day; to?: Day },
): Promise<AdGroupRow[]> {
  const { account, campaign } = await ownedCampaign(ctx, asked.campaignId)
  const question = `ad-groups ${campaign.campaignId}`
  const read = async (range: DayRange) => {
    const { customerId, campaignId } = campaign
    const [sums, quality, all] = await Promise.all([
      sumLevel(ctx, {
        customerId,
        level: 'ad_group',
        ...range,
        groupBy: ['ad_group_id'],
        where: { campaign_id: campaignId },
      }),
      qualityScores(ctx, customerId, campaignId, range),
      groupsOfCampaign(readsOf(ctx, customerId)).execute({ customerId, campaignId }),
    ])
    const byAdGroup = new Map(sums.map((row) => [row.keys.ad_group_id, row]))
    return all.map((adGroup) => {
      const metrics = byAdGroup.get(adGroup.adGroupId) ?? NO_METRICS
      const { spend, conversions, ctr, cpc } = ratesOf(metrics)
      return {
        ad_group_id: String(adGroup.adGroupId),
        ad_group_name: adGroup.name,
        campaign_id: String(campaign.campaignId),
        campaign_name: campaign.name,
        status: statusCode(adGroup.status),
        bid: adGroup.cpcBidMicros === null ? null : adGroup.cpcBidMicros / MICROS,
        cost: spend,
        impressions: metrics.impressions,
        clicks: metrics.clicks,
        conversions,
        ctr: ctr * 100,
        average_cpc: cpc,
        qualityScore: quality.get(adGroup.adGroupId) ?? null,
      }
    })
  }
  return await rememberRange(ctx, cache, account, asked, question, read, 'ad_group')
}

const groupsOfCampaign = prepared('groups_of_campaign', (db) =>
  db
    .select({
      adGroupId: adGroups.adGroupId,
      name: adGroups.name,
      status: adGroups.status,
      cpcBidMicros: adGroups.cpcBidMicros,
    })
    .from(adGroups)
    .where(
      and(
        eq(adGroups.customerId, sql.placeholder('customerId')),
        eq(adGroups.campaignId, sql.placeholder('campaignId')),
      ),
    ),
)

/** Mean of its keywords' scores weighted by impressions in the range, rounded; keywords without a score do not count. */
async function qualityScores(
  ctx: CallerContext,
  customerId: number,
  campaignId: number,
  range: DayRange,
): Promise<Map<number, number>> {
  const question = {
    customerId,
    level: 'keyword',
    ...range,
    groupBy: ['ad_group_id', 'criterion_id'],
    where: { campaign_id: campaignId },
  } as const
  const { rows } = await readsOf(ctx, customerId).execute<{
    ad_group_id: number
    weighted: number
    seen: number
  }>(sql`
    select f.ad_group_id, sum(f.impressions * k.quality_score) as weighted, sum(f.impressions) as seen
    from (${sumsQuery(question, ['impressions'])}) f
    join keywords k on k.customer_id = ${customerId} and k.ad_group_id = f.ad_group_id
      and k.criterion_id = f.criterion_id and k.quality_score is not null
    group by f.ad_group_id
    having sum(f.impressions) > 0`)
  return new Map(rows.map((row) => [row.ad_group_id, Math.round(row.weighted / row.seen)]))
}
