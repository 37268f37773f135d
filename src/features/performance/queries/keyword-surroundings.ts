import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import type { Campaign } from '#account-data/owned-entity.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { readSoldTerms } from '#account-data/sold-terms.ts'
import { negativeBlocks } from '#engine/account/matches.ts'
import type { Context } from '#platform/context.ts'
import { adGroups, keywords, negativeKeywords } from '#platform/db/schema/entities.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { ChangePreview } from '../contract/changes.ts'
import type { Surroundings } from '../rules/change-conflicts.ts'
import type { KeywordChange, MatchType } from '../rules/keyword-change.ts'

/** As the account was at the last sync, with what was changed from here since. */
export async function readSurroundings(
  ctx: Context,
  campaign: Campaign,
  change: KeywordChange,
): Promise<Surroundings> {
  const { customerId, campaignId } = campaign
  const own = await readsOf(ctx, customerId)
    .select({ ...getTableColumns(keywords), adGroupName: adGroups.name })
    .from(keywords)
    .innerJoin(
      adGroups,
      and(eq(adGroups.customerId, keywords.customerId), eq(adGroups.adGroupId, keywords.adGroupId)),
    )
    .where(
      and(
        eq(keywords.customerId, customerId),
        eq(keywords.campaignId, campaignId),
        ne(keywords.status, 'REMOVED'),
      ),
    )
  const acts = sql`(${negativeKeywords.scope} = 'campaign' and ${negativeKeywords.scopeId} = ${campaignId}
    or ${negativeKeywords.scope} = 'ad_group' and ${negativeKeywords.scopeId} = ${change.scopeId}
    or ${negativeKeywords.campaignIds} @> ${JSON.stringify([campaignId])}::jsonb)`
  const negatives = await readsOf(ctx, customerId)
    .select()
    .from(negativeKeywords)
    .where(and(eq(negativeKeywords.customerId, customerId), acts))
  return {
    keywords: own.map(matched),
    negatives: negatives.map(matched),
    biddingStrategyType: campaign.biddingStrategyType,
  }
}

const TERM_DAYS = 90
const MOST_BLOCKED = 20

/** Search terms with conversions that the negative would keep away, those with most first. */
export async function readBlockedTerms(
  ctx: Context,
  account: Account,
  change: KeywordChange,
): Promise<ChangePreview['blockedTerms']> {
  const to = dayInZone(ctx.clock.now(), account.timeZone)
  const terms = await readSoldTerms(ctx, {
    customerId: account.customerId,
    from: addDays(to, 1 - TERM_DAYS),
    to,
    where: {
      campaign_id: change.campaignId,
      ...(change.scope === 'ad_group' && { ad_group_id: change.scopeId }),
    },
  })
  return terms
    .filter(({ text }) => negativeBlocks(change, text))
    .slice(0, MOST_BLOCKED)
    .map(({ text, adGroupName, conversionsMicros, costMicros }) => ({
      search_term: text,
      ad_group_name: adGroupName,
      conversions: conversionsMicros / MICROS,
      cost: costMicros / MICROS,
    }))
}

function matched<T extends { matchType: string }>(row: T) {
  const { matchType } = row
  const known: MatchType = matchType === 'EXACT' || matchType === 'PHRASE' ? matchType : 'BROAD'
  return { ...row, matchType: known }
}
