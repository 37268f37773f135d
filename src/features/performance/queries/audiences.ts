import { and, eq } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import { ownedAdGroup, ownedCampaign } from '#account-data/owned-entity.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { sumLevel } from '#account-data/sums.ts'
import type { CallerContext } from '#platform/context.ts'
import { audiences } from '#platform/db/schema/entities.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import type { Day } from '#shared/dates.ts'
import { MICROS, NO_METRICS, ratesOf } from '#shared/metrics.ts'
import type { AudienceRow } from '../contract/entity-lists.ts'
import { segmentType } from '../contract/wire-codes.ts'
import { rememberRange } from './remember-range.ts'

type Days = { from?: Day; to?: Day }

export async function listCampaignAudiences(
  ctx: CallerContext,
  cache: ResultCache,
  asked: Days & { campaignId: string },
): Promise<AudienceRow[]> {
  const { account, campaign } = await ownedCampaign(ctx, asked.campaignId)
  return await listAudiences(ctx, cache, { account, campaignId: campaign.campaignId }, asked)
}

export async function listAdGroupAudiences(
  ctx: CallerContext,
  cache: ResultCache,
  asked: Days & { adGroupId: string },
): Promise<AudienceRow[]> {
  const { account, adGroup } = await ownedAdGroup(ctx, asked.adGroupId)
  const { campaignId, adGroupId } = adGroup
  return await listAudiences(ctx, cache, { account, campaignId, adGroupId }, asked)
}

/** Segments of the campaign itself are rows of no ad group: they are the campaign's only. */
async function listAudiences(
  ctx: CallerContext,
  cache: ResultCache,
  { account, campaignId, adGroupId }: { account: Account; campaignId: number; adGroupId?: number },
  asked: Days,
): Promise<AudienceRow[]> {
  const { customerId } = account
  const question = `audiences ${campaignId} ${adGroupId ?? ''}`
  return await rememberRange(ctx, cache, account, asked, question, async (range) => {
    const sums = await sumLevel(ctx, {
      customerId,
      level: 'audience',
      ...range,
      groupBy: ['ad_group_id', 'criterion_id'],
      where: {
        campaign_id: campaignId,
        ...(adGroupId !== undefined && { ad_group_id: adGroupId }),
      },
    })
    const idOf = (group: unknown, criterion: unknown) => `${group}~${criterion}`
    const bySegment = new Map(
      sums.map((row) => [idOf(row.keys.ad_group_id, row.keys.criterion_id), row]),
    )
    const all = await readsOf(ctx, customerId)
      .select()
      .from(audiences)
      .where(
        and(
          eq(audiences.customerId, customerId),
          eq(audiences.campaignId, campaignId),
          adGroupId === undefined ? undefined : eq(audiences.adGroupId, adGroupId),
        ),
      )
    return all.map((segment) => {
      const id = idOf(segment.adGroupId, segment.criterionId)
      const metrics = bySegment.get(id) ?? NO_METRICS
      const { conversions, ctr, spend } = ratesOf(metrics)
      return {
        id,
        segment_type: segmentType(segment.segmentType),
        segment_value: segment.name,
        bid_modifier: segment.bidModifier ?? 1,
        ad_group_id: segment.adGroupId === 0 ? null : String(segment.adGroupId),
        impressions: metrics.impressions,
        clicks: metrics.clicks,
        ctr: ctr * 100,
        cost: spend,
        conversions,
        conversions_value: metrics.valueMicros / MICROS,
      }
    })
  })
}
