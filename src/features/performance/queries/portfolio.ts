import { and, eq, inArray, sql } from 'drizzle-orm'
import { sumBothRanges } from '#account-data/account-ranges.ts'
import { lastKnownDay, lastWholeDay } from '#account-data/last-known-day.ts'
import { loadLagCurve } from '#account-data/load-lag-curve.ts'
import { isDue } from '#account-data/order-of-recommendations.ts'
import type { Account } from '#account-data/owned-account.ts'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import { sumLevel } from '#account-data/sums.ts'
import { reportedShare } from '#engine/account/window.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendations } from '#platform/db/schema/recommendations.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import { STATUS } from '#shared/change-states.ts'
import { comparedRange, wholeDays } from '#shared/compared-days.ts'
import { addDays, type Day, type DayRange, eachDay } from '#shared/dates.ts'
import { type Metrics, NO_METRICS } from '#shared/metrics.ts'
import { changesOf, eightMetrics, NO_CHANGES } from '../contract/eight-metrics.ts'
import type { PortfolioRow } from '../contract/portfolio.ts'
import { alertsOnWire } from '../contract/wire-codes.ts'
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
  const alerts = await countPending(
    ctx,
    accounts.map(({ customerId }) => customerId),
  )
  const rows = []
  for (const account of accounts) {
    const figures = await readFigures(ctx, cache, account)
    const open = alerts.get(account.customerId) ?? NONE_PENDING
    rows.push(toRow(account, figures, open))
  }
  return inOrderOfNeed(rows)
}

/** `compared`: null where it is not known of all its days. `current`: of the range as it is, today's hours among them. */
type Figures = {
  range: DayRange
  current: Metrics
  compared: { current: Metrics; previous: Metrics; reported: number } | null
  days: PortfolioRow['days']
}

async function readFigures(ctx: Context, cache: ResultCache, account: Account): Promise<Figures> {
  const { customerId } = account
  const last = lastKnownDay(account, ctx.clock.now())
  return await rememberRange(ctx, cache, account, {}, `portfolio ${last}`, async (range) => {
    const [sums] = await sumLevel(ctx, { customerId, level: 'account', ...range })
    return {
      range,
      current: sums ?? NO_METRICS,
      compared: await compare(ctx, account, range, last),
      days: await readDays(ctx, account, range),
    }
  })
}

/** Files are known as far as they go; what Google tells, as far as it was read. */
async function compare(ctx: Context, account: Account, range: DayRange, last: Day | null) {
  const { customerId, source, fileFacts } = account
  const facts = fileFacts?.account
  const before = comparedRange(range, 'previous', facts)
  const lastDay = source === 'google' ? last : (lastWholeDay(account, ctx.clock.now()) ?? range.to)
  const isKnown = !facts || facts.from <= before.from
  const ranges = isKnown && lastDay ? wholeDays(range, before, lastDay, facts) : null
  if (!ranges) return null
  const [current, previous] = await sumBothRanges(ctx, customerId, ranges)
  return {
    current,
    previous,
    reported: source === 'google' ? await reportedOf(ctx, account, ranges) : 1,
  }
}

/** How many of the conversions of the first range have come when it ends, against those of the second. */
async function reportedOf(ctx: Context, account: Account, ranges: readonly [DayRange, DayRange]) {
  const curve = await loadLagCurve(ctx, account)
  const asOf = addDays(ranges[0].to, 1)
  const [now, before] = ranges.map(({ from, to }) =>
    eachDay(from, to).reduce((sum, day) => sum + reportedShare(day, asOf, curve), 0),
  )
  return now! / before!
}

/** A report without days has no line to draw. */
async function readDays(ctx: Context, account: Account, range: DayRange): Promise<Figures['days']> {
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

function toRow(account: Account, { range, current, compared, days }: Figures, open: Pending) {
  const { pending, ...alerts } = open
  const now = eightMetrics(current)
  const changes = compared
    ? changesOf(eightMetrics(compared.current), eightMetrics(compared.previous))
    : NO_CHANGES
  return {
    ...attentionOf({ account, alerts, ...(compared ?? { current, previous: current }) }),
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
      pending,
      alerts: alertsOnWire(alerts),
    },
  }
}

type Pending = Alerts & { pending: number }

const NONE_PENDING: Pending = { high: 0, medium: 0, pending: 0 }

async function countPending(
  ctx: Context,
  customerIds: readonly number[],
): Promise<Map<number, Pending>> {
  if (customerIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      customerId: recommendations.customerId,
      high: sql<number>`(count(*) filter (where priority = 'high'))::int`,
      medium: sql<number>`(count(*) filter (where priority = 'medium'))::int`,
      pending: sql<number>`count(*)::int`,
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
