import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { dayInZone, eachDay } from '#shared/dates.ts'
import { NO_METRICS } from '#shared/metrics.ts'
import type { Compare, Period } from '../contract/shapes.ts'
import { comparedRange, rangeOf } from '../rules/periods.ts'
import type { AccountReport, DaySums, Range } from '../rules/report.ts'
import { readApplied, readPending } from './report-recommendations.ts'
import { sumCampaigns, sumDays, sumRange } from './report-sums.ts'

export type ReportAsk = {
  userId: string
  /** Our customer_ids, in the order of the report. */
  customerIds: readonly number[]
  period: Period
  compare: Compare
  /** The instant from which 'last week' is told. */
  at: Date
}

/** Those of the asked accounts that are the user's and have figures of their own; managers have none. */
export async function readReportAccounts(ctx: Context, ask: ReportAsk): Promise<AccountReport[]> {
  const rows = await ctx.db
    .select({ account: adAccounts, backfilledFrom: syncStates.backfilledFrom })
    .from(adAccounts)
    .leftJoin(syncStates, eq(syncStates.customerId, adAccounts.customerId))
    .where(
      and(
        eq(adAccounts.userId, ask.userId),
        inArray(adAccounts.customerId, [...ask.customerIds]),
        eq(adAccounts.isManager, false),
      ),
    )
  const reports: AccountReport[] = []
  for (const customerId of ask.customerIds) {
    const row = rows.find(({ account }) => account.customerId === customerId)
    if (row) reports.push(await readAccount(ctx, row, ask))
  }
  return reports
}

type Row = { account: typeof adAccounts.$inferSelect; backfilledFrom: string | null }

async function readAccount(ctx: Context, row: Row, ask: ReportAsk): Promise<AccountReport> {
  const { account } = row
  const { customerId } = account
  const whole = wholePeriod(account)
  const range = whole ?? rangeOf(ask.period, dayInZone(ask.at, account.timeZone))
  const asked = whole ? null : comparedRange(range, ask.compare)
  const previous = asked && isKnown(row, asked) ? asked : null
  return {
    name: account.name,
    accountId: account.googleCustomerId,
    currencyCode: account.currencyCode,
    range,
    current: await sumRange(ctx, customerId, range),
    previous: previous && { ...previous, sums: await sumRange(ctx, customerId, previous) },
    missingComparison:
      asked && !previous
        ? 'Sin comparación: el histórico de la cuenta no llega hasta el periodo anterior.'
        : null,
    days: whole ? [] : await daysOf(ctx, customerId, range),
    previousDays: previous ? await daysOf(ctx, customerId, previous) : [],
    campaigns: await sumCampaigns(ctx, customerId, range),
    applied: await readApplied(ctx, account, range),
    ...(await readPending(ctx, customerId)),
    dataTo: account.dataTo,
  }
}

/** A report without days is one figure for its whole period. */
function wholePeriod({ granularity, dataFrom, dataTo }: Row['account']): Range | null {
  return granularity === 'period' && dataFrom && dataTo ? { from: dataFrom, to: dataTo } : null
}

/** History reaches back to the first compared day; else any change would be invented. */
function isKnown({ account, backfilledFrom }: Row, compared: Range): boolean {
  return [account.dataFrom, backfilledFrom].some((day) => day !== null && day <= compared.from)
}

async function daysOf(ctx: Context, customerId: number, range: Range): Promise<DaySums[]> {
  const byDay = await sumDays(ctx, customerId, range)
  return eachDay(range.from, range.to).map((day) => ({ ...(byDay.get(day) ?? NO_METRICS), day }))
}
