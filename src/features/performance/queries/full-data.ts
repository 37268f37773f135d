import { eq, sql } from 'drizzle-orm'
import { ownedAccount } from '#account-data/owned-account.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { sumShares, sumsQuery } from '#account-data/sums.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { ALL_CONVERSIONS_COLUMN } from '#platform/db/levels.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import { type Metrics, MICROS, NO_METRICS, ratesOf, ratio } from '#shared/metrics.ts'
import type { CampaignSummary } from '../contract/account-views.ts'
import { campaignTypeCode, statusCode, typeName } from '../contract/wire-codes.ts'
import { rememberRange } from './remember-range.ts'

const NO_SHARES = { eligible: 0, lostToBudget: 0, lostToRank: 0 }

/** Every campaign with rates and impression shares as fractions. */
export async function getFullData(
  ctx: CallerContext,
  cache: ResultCache,
  asked: { customerId: string; from?: Day; to?: Day },
): Promise<{ currencyCode: string; campaigns: CampaignSummary[] }> {
  const account = await ownedAccount(ctx, asked.customerId)
  const { customerId, currencyCode, source } = account
  const read = async (range: DayRange) => {
    const groupBy = ['campaign_id'] as const
    const sums = await sumShares(ctx, { customerId, level: 'campaign', ...range, groupBy })
    const byCampaign = new Map(sums.map((row) => [row.keys.campaign_id, row]))
    const allConversions = await sumAllConversions(ctx, customerId, range)
    const all = await readsOf(ctx, customerId)
      .select()
      .from(campaigns)
      .where(eq(campaigns.customerId, customerId))
    return {
      currencyCode,
      campaigns: all.map((campaign) => ({
        id: String(campaign.campaignId),
        name: campaign.name,
        status: statusCode(campaign.status),
        type: campaignTypeCode(campaign.channelType),
        type_name: typeName(campaign.channelType),
        budget_micros: campaign.budgetMicros,
        metrics: summary(
          byCampaign.get(campaign.campaignId) ?? { ...NO_METRICS, ...NO_SHARES },
          // A downloaded report does not tell: a zero would be read as none.
          source === 'imported' ? null : (allConversions.get(campaign.campaignId) ?? 0),
        ),
      })),
    }
  }
  return await rememberRange(ctx, cache, account, asked, 'full', read, 'campaign')
}

async function sumAllConversions(ctx: Context, customerId: number, range: DayRange) {
  const question = { customerId, level: 'campaign', ...range, groupBy: ['campaign_id'] } as const
  const { rows } = await readsOf(ctx, customerId).execute<{ campaign_id: number; sum: number }>(
    sql`select campaign_id, ${sql.identifier(ALL_CONVERSIONS_COLUMN)} as sum
      from (${sumsQuery(question, [ALL_CONVERSIONS_COLUMN])}) sums`,
  )
  return new Map(rows.map(({ campaign_id, sum }) => [Number(campaign_id), Number(sum) / MICROS]))
}

function summary(
  sums: Metrics & typeof NO_SHARES,
  allConversions: number | null,
): CampaignSummary['metrics'] {
  const rates = ratesOf(sums)
  const lost = (part: number) =>
    sums.eligible === 0 ? null : Math.min(1, ratio(part, sums.eligible))
  return {
    impressions: sums.impressions,
    clicks: sums.clicks,
    ctr: rates.ctr,
    cost_per_conversion: rates.costPerConversion,
    average_cpc: rates.cpc,
    conv_rate: rates.conversionRate,
    conversions: rates.conversions,
    all_conversions: allConversions,
    cost_micros: sums.costMicros,
    search_rank_lost_impression_share: lost(sums.lostToRank),
    search_budget_lost_impression_share: lost(sums.lostToBudget),
  }
}
