import { eq, sql } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { sumLevel } from '#account-data/sums.ts'
import type { CallerContext } from '#platform/context.ts'
import { prepared } from '#platform/db/prepared.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import { MICROS, NO_METRICS, ratesOf } from '#shared/metrics.ts'
import type { CampaignRow } from '../contract/metrics.ts'
import { campaignTypeCode, statusCode, typeName } from '../contract/wire-codes.ts'
import { rememberRange } from './remember-range.ts'

/** Every campaign of the account, those without traffic too. */
export async function listCampaignMetrics(
  ctx: CallerContext,
  cache: ResultCache,
  asked: { customerId: string; from?: Day; to?: Day },
): Promise<CampaignRow[]> {
  const account = await ownedAccount(ctx, asked.customerId)
  const { customerId } = account
  const read = async (range: DayRange) => {
    const [sums, all] = await Promise.all([
      sumLevel(ctx, { customerId, level: 'campaign', ...range, groupBy: ['campaign_id'] }),
      campaignsOfAccount(readsOf(ctx, customerId)).execute({ customerId }),
    ])
    const byCampaign = new Map(sums.map((row) => [row.keys.campaign_id, row]))
    return all.map((campaign) => {
      const metrics = byCampaign.get(campaign.campaignId) ?? NO_METRICS
      const { conversions, ctr, costPerConversion } = ratesOf(metrics)
      return {
        campaign_id: String(campaign.campaignId),
        campaign_name: campaign.name,
        campaign_status: statusCode(campaign.status),
        campaign_type: campaignTypeCode(campaign.channelType),
        campaign_type_name: typeName(campaign.channelType),
        budget_micros: campaign.budgetMicros,
        cost_micros: metrics.costMicros,
        impressions: metrics.impressions,
        clicks: metrics.clicks,
        conversions,
        ctr: ctr * 100,
        cost_per_conversion_micros: Math.round(costPerConversion * MICROS),
      }
    })
  }
  return await rememberRange(ctx, cache, account, asked, 'campaigns', read, 'campaign')
}

const campaignsOfAccount = prepared('campaigns_of_account', (db) =>
  db
    .select({
      campaignId: campaigns.campaignId,
      name: campaigns.name,
      status: campaigns.status,
      channelType: campaigns.channelType,
      budgetMicros: campaigns.budgetMicros,
    })
    .from(campaigns)
    .where(eq(campaigns.customerId, sql.placeholder('customerId'))),
)
