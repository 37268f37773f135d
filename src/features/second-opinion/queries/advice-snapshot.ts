import { and, eq, inArray, sql } from 'drizzle-orm'
import { readSums, toMetrics } from '#account-data/fact-sums.ts'
import { contextOf, type Context as EngineContext } from '#engine/account/context.ts'
import type { KeptInventory } from '#engine/account/kept-inventory.ts'
import { lagCurveOf } from '#engine/account/lag-curve.ts'
import type { AccountSnapshot, CampaignFacts, ConversionAction } from '#engine/account/snapshot.ts'
import { analysisWindow } from '#engine/account/window.ts'
import type { Counts } from '#engine/second-opinion/surroundings.ts'
import { sayIn } from '#engine/words/say.ts'
import type { Context } from '#platform/context.ts'
import type { adAccounts } from '#platform/db/schema/access.ts'
import {
  accountInventory,
  ads,
  assetLinks,
  campaigns,
  conversionActions,
} from '#platform/db/schema/entities.ts'
import { addDays, type Day, dayInZone } from '#shared/dates.ts'
import { NO_METRICS } from '#shared/metrics.ts'
import * as spanishNumbers from '#shared/spanish-numbers.ts'

export type AdAccount = typeof adAccounts.$inferSelect

/** Days of account history from which broken tracking is told. */
const ACCOUNT_DAYS = 90
const PARTS = ['campaignSettings', 'networks', 'simulations', 'conversionLags'] as const

/**
 * The part of an account a verdict on Google's advice is taken from: campaigns and settings, no keywords or terms.
 * With the engine's own reading of it, so that both judge by the same targets.
 */
export async function loadAdviceSnapshot(
  ctx: Context,
  account: AdAccount,
): Promise<{ snapshot: AccountSnapshot; context: EngineContext }> {
  const { customerId, currencyCode, timeZone, source, name } = account
  const today = dayInZone(ctx.clock.now(), timeZone)
  const kept = await loadKept(ctx, customerId)
  const { campaignSettings, networks, simulations } = kept
  const lagCurve = lagCurveOf(kept.conversionLags ?? [])
  const window = analysisWindow(today, lagCurve)
  const snapshot: AccountSnapshot = {
    account: { name, currencyCode, timeZone, today, source },
    window,
    lagCurve,
    campaigns: await loadCampaigns(ctx, customerId, window),
    adGroups: [],
    keywords: [],
    searchTerms: [],
    negatives: [],
    accountDays: await loadDays(ctx, customerId, today),
    conversionActions: await loadActions(ctx, customerId),
    inventory: {
      ...(campaignSettings && { campaignSettings }),
      ...(networks && { networks }),
      ...(simulations && { simulations }),
    },
  }
  return { snapshot, context: contextOf(snapshot, sayIn(currencyCode, spanishNumbers)) }
}

async function loadKept(ctx: Context, customerId: number): Promise<KeptInventory> {
  const rows = await ctx.db
    .select({ part: accountInventory.part, rows: accountInventory.rows })
    .from(accountInventory)
    .where(
      and(eq(accountInventory.customerId, customerId), inArray(accountInventory.part, [...PARTS])),
    )
  return Object.fromEntries(rows.filter((row) => row.rows !== null).map((r) => [r.part, r.rows]))
}

async function loadCampaigns(
  ctx: Context,
  customerId: number,
  window: { from: Day; to: Day },
): Promise<CampaignFacts[]> {
  const rows = await ctx.db.select().from(campaigns).where(eq(campaigns.customerId, customerId))
  const question = { customerId, level: 'campaign', window, groupBy: ['campaign_id'] } as const
  const sums = await readSums(ctx, question)
  return rows.map((row) => {
    const facts = sums.get(String(row.campaignId))
    return {
      id: String(row.campaignId),
      name: row.name,
      status: row.status === 'PAUSED' || row.status === 'REMOVED' ? row.status : 'ENABLED',
      channelType: row.channelType,
      biddingStrategyType: row.biddingStrategyType ?? 'UNKNOWN',
      ...(row.targetCpaMicros !== null && { targetCpaMicros: row.targetCpaMicros }),
      ...(row.targetRoas !== null && { targetRoas: row.targetRoas }),
      ...(row.budgetId !== null && { budgetId: String(row.budgetId) }),
      budgetMicros: row.budgetMicros ?? 0,
      budgetShared: row.budgetShared ?? false,
      sums: facts ? toMetrics(facts) : NO_METRICS,
      impressionShare: {
        eligible: facts?.eligible_impressions ?? 0,
        lostToBudget: facts?.lost_budget_impressions ?? 0,
        lostToRank: facts?.lost_rank_impressions ?? 0,
      },
    }
  })
}

async function loadDays(ctx: Context, customerId: number, today: Day) {
  const window = { from: addDays(today, -ACCOUNT_DAYS), to: addDays(today, -1) }
  const sums = await readSums(ctx, { customerId, level: 'account', window, groupBy: ['day'] })
  return [...sums].map(([day, facts]) => ({ day, ...toMetrics(facts) }))
}

async function loadActions(ctx: Context, customerId: number): Promise<ConversionAction[]> {
  const rows = await ctx.db
    .select()
    .from(conversionActions)
    .where(eq(conversionActions.customerId, customerId))
  return rows.map((row) => ({
    id: String(row.conversionActionId),
    name: row.name,
    status: row.status === 'HIDDEN' || row.status === 'REMOVED' ? row.status : 'ENABLED',
    category: row.category,
    primaryForGoal: row.primaryForGoal,
    type: row.type,
  }))
}

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
