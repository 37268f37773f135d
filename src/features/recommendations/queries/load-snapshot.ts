import { eq } from 'drizzle-orm'
import { readSums, toMetrics } from '#account-data/fact-sums.ts'
import type { KeptInventory } from '#engine/account/kept-inventory.ts'
import { lagCurveOf } from '#engine/account/lag-curve.ts'
import type {
  AccountSnapshot,
  CampaignFacts,
  ConversionAction,
  NegativeKeyword,
} from '#engine/account/snapshot.ts'
import { analysisWindow } from '#engine/account/window.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import {
  adGroups,
  campaigns,
  conversionActions,
  negativeKeywords,
} from '#platform/db/schema/entities.ts'
import { addDays, type Day, dayInZone } from '#shared/dates.ts'
import { NO_METRICS } from '#shared/metrics.ts'
import { entityStatus, matchType } from '../rules/google-names.ts'
import { loadGoals } from './goals.ts'
import { loadInventory, loadKept, type SnapshotWindow } from './load-inventory.ts'
import { loadHiddenTerms, loadKeywords, loadSearchTerms } from './load-keywords.ts'

type Account = typeof adAccounts.$inferSelect

/** Days of account history the tracking rule looks at. */
const ACCOUNT_DAYS = 90

/** All the engine wants to know of an account, by a few aggregates. Null when the account is gone. */
export async function loadSnapshot(
  ctx: Context,
  customerId: number,
): Promise<AccountSnapshot | null> {
  const [account] = await ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.customerId, customerId))
  if (!account) return null
  const today = dayInZone(ctx.clock.now(), account.timeZone)
  const isConnected = account.source === 'google'
  const kept = isConnected ? await loadKept(ctx, customerId) : {}
  const lagCurve = lagCurveOf(kept.conversionLags ?? [])
  const window = windowOf(account, today, lagCurve)
  const campaignRows = await ctx.db
    .select()
    .from(campaigns)
    .where(eq(campaigns.customerId, customerId))
  const negativeRows = await ctx.db
    .select()
    .from(negativeKeywords)
    .where(eq(negativeKeywords.customerId, customerId))
  const searchTerms = await loadSearchTerms(ctx, customerId, window)
  const snapshot: AccountSnapshot = {
    account: {
      name: account.name,
      currencyCode: account.currencyCode,
      timeZone: account.timeZone,
      today,
      source: account.source,
    },
    window,
    ...(await loadGoals(ctx, customerId)),
    lagCurve,
    campaigns: await loadCampaigns(ctx, customerId, window, campaignRows),
    adGroups: await loadAdGroups(ctx, customerId),
    keywords: await loadKeywords(ctx, customerId, window),
    searchTerms,
    negatives: negativesOf(negativeRows),
    accountDays: account.granularity === 'day' ? await loadAccountDays(ctx, customerId, today) : [],
  }
  if (!isConnected) return snapshot
  const facts = { window, today, searchTerms, campaignRows, negativeRows }
  return {
    ...snapshot,
    campaignDays: await loadCampaignDays(ctx, customerId, today),
    actionDays: actionDaysOf(kept),
    conversionActions: await loadConversionActions(ctx, customerId, kept),
    hiddenSearchTerms: await loadHiddenTerms(ctx, customerId, window, snapshot.campaigns),
    inventory: await loadInventory(ctx, customerId, kept, facts),
  }
}

/** A report is looked at as it is; a connected account over the engine's window. */
function windowOf(account: Account, today: Day, lagCurve: readonly number[] | undefined) {
  if (account.source === 'imported' && account.dataFrom && account.dataTo)
    return { from: account.dataFrom, to: account.dataTo }
  return analysisWindow(today, lagCurve)
}

async function loadCampaigns(
  ctx: Context,
  customerId: number,
  window: SnapshotWindow,
  rows: readonly (typeof campaigns.$inferSelect)[],
): Promise<CampaignFacts[]> {
  const sums = await readSums(ctx, {
    customerId,
    level: 'campaign',
    window,
    groupBy: ['campaign_id'],
  })
  return rows.map((row) => {
    const facts = sums.get(String(row.campaignId))
    return {
      id: String(row.campaignId),
      name: row.name,
      status: entityStatus(row.status),
      channelType: row.channelType,
      biddingStrategyType: row.biddingStrategyType ?? 'UNKNOWN',
      targetCpaMicros: row.targetCpaMicros ?? undefined,
      targetRoas: row.targetRoas ?? undefined,
      budgetId: row.budgetId === null ? undefined : String(row.budgetId),
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

async function loadAdGroups(ctx: Context, customerId: number) {
  const rows = await ctx.db.select().from(adGroups).where(eq(adGroups.customerId, customerId))
  return rows.map((row) => ({
    id: String(row.adGroupId),
    campaignId: String(row.campaignId),
    name: row.name,
    status: entityStatus(row.status),
  }))
}

function watchedDays(today: Day): SnapshotWindow {
  return { from: addDays(today, -ACCOUNT_DAYS), to: addDays(today, -1) }
}

async function loadAccountDays(ctx: Context, customerId: number, today: Day) {
  const window = watchedDays(today)
  const sums = await readSums(ctx, { customerId, level: 'account', window, groupBy: ['day'] })
  return [...sums].map(([day, facts]) => ({ day, ...toMetrics(facts) }))
}

async function loadCampaignDays(ctx: Context, customerId: number, today: Day) {
  const sums = await readSums(ctx, {
    customerId,
    level: 'campaign',
    window: watchedDays(today),
    groupBy: ['day', 'campaign_id'],
  })
  return [...sums].map(([key, facts]) => {
    const [day = '', campaignId = ''] = key.split(' ')
    const { clicks, conversionsMicros } = toMetrics(facts)
    return { day, campaignId, clicks, conversionsMicros }
  })
}

/** Known as far as the last conversion of any action: an answer of yesterday knows nothing of today. */
function actionDaysOf({ conversionDays = [] }: KeptInventory): AccountSnapshot['actionDays'] {
  const days = conversionDays.map(({ day }) => day).toSorted()
  const [from, to] = [days[0], days.at(-1)]
  return from && to ? { from, to, rows: conversionDays } : undefined
}

async function loadConversionActions(
  ctx: Context,
  customerId: number,
  { lastConversions = [] }: KeptInventory,
): Promise<ConversionAction[]> {
  const rows = await ctx.db
    .select()
    .from(conversionActions)
    .where(eq(conversionActions.customerId, customerId))
  const lastDays = new Map(lastConversions.map(({ actionId, day }) => [actionId, day]))
  return rows.map((row) => ({
    id: String(row.conversionActionId),
    name: row.name,
    status: row.status === 'HIDDEN' || row.status === 'REMOVED' ? row.status : 'ENABLED',
    category: row.category,
    primaryForGoal: row.primaryForGoal,
    type: row.type,
    origin: row.origin ?? undefined,
    countingType: countingType(row.countingType),
    attributionModel: row.attributionModel ?? undefined,
    clickLookbackDays: row.clickLookbackDays ?? undefined,
    lastConversionDay: lastDays.get(String(row.conversionActionId)),
  }))
}

function countingType(name: string | null): ConversionAction['countingType'] {
  return name === 'ONE_PER_CLICK' || name === 'MANY_PER_CLICK' ? name : undefined
}

/** A shared list acts in each campaign that uses it, so it is repeated for each. */
function negativesOf(rows: readonly (typeof negativeKeywords.$inferSelect)[]): NegativeKeyword[] {
  return rows.flatMap((row): NegativeKeyword[] => {
    const criterionId = String(row.criterionId)
    const words = { text: row.text, matchType: matchType(row.matchType), criterionId }
    const scopeId = String(row.scopeId)
    if (row.scope === 'ad_group') return [{ scope: 'adGroup', adGroupId: scopeId, ...words }]
    if (row.scope === 'campaign') return [{ scope: 'campaign', campaignId: scopeId, ...words }]
    return row.campaignIds.map((id) => ({
      scope: 'shared',
      campaignId: String(id),
      listId: scopeId,
      ...words,
    }))
  })
}
