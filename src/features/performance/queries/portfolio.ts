import { and, eq, inArray, sql } from 'drizzle-orm'
import { isDue } from '#account-data/order-of-recommendations.ts'
import type { Account } from '#account-data/owned-account.ts'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import { sumLevel } from '#account-data/sums.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendations } from '#platform/db/schema/recommendations.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import { STATUS } from '#shared/change-states.ts'
import { type Day, eachDay } from '#shared/dates.ts'
import { type Metrics, NO_METRICS } from '#shared/metrics.ts'
import { changesOf, eightMetrics, NO_CHANGES } from '../contract/eight-metrics.ts'
import type { PortfolioRow } from '../contract/portfolio.ts'
import { alertsOnWire } from '../contract/wire-codes.ts'
import { comparedRange, type Range } from '../rules/asked-range.ts'
import { type Alerts, attentionOf, inOrderOfNeed } from '../rules/attention.ts'
import { rememberRange } from './remember-range.ts'

/** Every account with data of the caller's, each in its own currency. Managers have none and are left out. */
export async function listPortfolio(
  ctx: CallerContext,
  cache: ResultCache,
): Promise<PortfolioRow[]> {
  const accounts = await ctx.db
    .select()
    .from(adAccounts)
    .where(and(accountsOfCaller(ctx), eq(adAccounts.isManager, false)))
  const alerts = await countAlerts(
    ctx,
    accounts.map(({ customerId }) => customerId),
  )
  const rows = []
  for (const account of accounts) {
    const figures = await readFigures(ctx, cache, account)
    const open = alerts.get(account.customerId) ?? { high: 0, medium: 0 }
    rows.push(toRow(account, figures, open))
  }
  return inOrderOfNeed(rows)
}

/** `previous`: null where it is not known of all its days. */
type Figures = {
  range: Range
  current: Metrics
  previous: Metrics | null
  days: PortfolioRow['days']
}

async function readFigures(ctx: Context, cache: ResultCache, account: Account): Promise<Figures> {
  const { customerId } = account
  return await rememberRange(ctx, cache, account, {}, 'portfolio', async (range) => {
    const sums = async (period: Range) =>
      (await sumLevel(ctx, { customerId, level: 'account', ...period }))[0] ?? NO_METRICS
    const before = comparedRange(range, 'previous')
    const isKnown = !account.fileFacts?.account || account.fileFacts.account.from <= before.from
    return {
      range,
      current: await sums(range),
      previous: isKnown ? await sums(before) : null,
      days: await readDays(ctx, account, range),
    }
  })
}

/** A report without days has no line to draw. */
async function readDays(ctx: Context, account: Account, range: Range): Promise<Figures['days']> {
  if (account.granularity !== 'day') return []
  const rows = await sumLevel(ctx, {
    customerId: account.customerId,
    level: 'account',
    ...range,
    groupBy: ['day'],
  })
  const byDay = new Map<unknown, Metrics>(rows.map((row) => [row.keys.day, row]))
  return eachDay(range.from, range.to).map((day: Day) => {
    const { spend, conversions } = eightMetrics(byDay.get(day) ?? NO_METRICS)
    return { day, spend, conversions }
  })
}

function toRow(account: Account, { range, current, previous, days }: Figures, alerts: Alerts) {
  const now = eightMetrics(current)
  const changes = previous ? changesOf(now, eightMetrics(previous)) : NO_CHANGES
  return {
    ...attentionOf({ account, current, previous: previous ?? current, alerts }),
    alerts,
    row: {
      customerId: account.googleCustomerId,
      accountName: account.name,
      parentAccountId: account.parentGoogleCustomerId,
      connected: account.connected,
      lastSyncedAt: account.lastSyncedAt?.toISOString() ?? null,
      currencyCode: account.currencyCode,
      ...range,
      spend: now.spend,
      conversions: now.conversions,
      costPerConversion: now.costPerConversion,
      unknown: unknownOf(account),
      changes: {
        spend: changes.spend,
        conversions: changes.conversions,
        costPerConversion: changes.costPerConversion,
      },
      days,
      alerts: alertsOnWire(alerts),
    },
  }
}

async function countAlerts(
  ctx: Context,
  customerIds: readonly number[],
): Promise<Map<number, Alerts>> {
  if (customerIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      customerId: recommendations.customerId,
      high: sql<number>`(count(*) filter (where priority = 'high'))::int`,
      medium: sql<number>`(count(*) filter (where priority = 'medium'))::int`,
    })
    .from(recommendations)
    .where(
      and(
        inArray(recommendations.customerId, [...customerIds]),
        eq(recommendations.status, STATUS.pending),
        isDue(ctx.clock.now()),
      ),
    )
    .groupBy(recommendations.customerId)
  return new Map(rows.map(({ customerId, ...alerts }) => [customerId, alerts]))
}

/** What the files of an imported account do not say. */
function unknownOf({ fileFacts }: Account): PortfolioRow['unknown'] {
  if (!fileFacts) return []
  const known = fileFacts.account?.columns ?? []
  return [
    ...(known.includes('costMicros') ? [] : (['spend'] as const)),
    ...(known.includes('conversionsMicros') ? [] : (['conversions'] as const)),
  ]
}
