import { and, eq, inArray, sql } from 'drizzle-orm'
import { lastReadDay, lastWholeDay } from '#account-data/last-known-day.ts'
import { lateDay } from '#account-data/late-days.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { metricsOf, sumLevel, sumsQuery, toMetrics } from '#account-data/sums.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { comparedRange, wholeDays } from '#shared/compared-days.ts'
import { type Day, type DayRange, eachDay } from '#shared/dates.ts'
import { type LevelFacts, wholeSteps } from '#shared/file-facts.ts'
import type { Metrics } from '#shared/metrics.ts'
import { STEP_WORDS } from '#shared/step-text.ts'
import type { Compare, Period } from '../contract/shapes.ts'
import { firstReadDay, rangeOf } from '../rules/periods.ts'
import type { AccountReport, DaySums, RangeSums } from '../rules/report.ts'
import { readApplied, readPending } from './report-recommendations.ts'

export type ReportAsk = {
  userId: string
  /** Our customer_ids, in the order of the report. */
  customerIds: readonly number[]
  period: Period
  compare: Compare
  /** The day from which 'last week' is told, where the clock is an account's. */
  todayIn: (timeZone: string) => Day
  /** Files that end before the period tell nothing of it; else they are told with their own. */
  isScheduled?: true
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
  const wanted = rangeOf(ask.period, ask.todayIn(account.timeZone))
  const facts = account.fileFacts?.account
  const isOver = ask.isScheduled && endsBefore(account, wanted)
  const range = facts && !isOver ? wholeSteps(wanted, facts) : wanted
  const asked =
    facts?.step === 'period' || ask.compare === 'none'
      ? null
      : comparedRange(range, ask.compare, facts)
  // Of a first sync that is under way, and of files by weeks, as far as there are figures.
  const dataTo = lastReadDay(account, ctx.clock.now()) ?? account.dataTo
  const lastWhole = facts ? lastWholeDay(account, ctx.clock.now()) : dataTo
  const dataFrom = firstReadDay(account.dataFrom, row.backfilledFrom)
  const previous = asked && dataFrom && dataFrom <= asked.from ? asked : null
  return {
    name: account.name,
    accountId: account.googleCustomerId,
    currencyCode: account.currencyCode,
    range,
    otherRange: facts ? otherRange(range, wanted, facts) : null,
    known: account.fileFacts ? (account.fileFacts.account?.columns ?? []) : null,
    current: await sumRange(ctx, customerId, range),
    compared:
      previous && lastWhole
        ? await compare(ctx, customerId, wholeDays(range, previous, lastWhole, facts))
        : null,
    missingComparison:
      asked && !previous
        ? 'Sin comparación: el histórico de la cuenta no llega hasta el periodo anterior.'
        : null,
    days: account.granularity !== 'day' ? [] : await daysOf(ctx, customerId, range),
    previousDays: previous ? await daysOf(ctx, customerId, previous) : [],
    campaigns: await sumCampaigns(ctx, customerId, range),
    applied: await readApplied(ctx, account, range),
    ...(await readPending(ctx, customerId)),
    dataFrom,
    dataTo,
    lateFrom: await lateDay(ctx, account),
  }
}

/** Of files whose figures are not of days: of those by days a report tells itself which it lacks. */
export function endsBefore({ granularity, dataTo }: Row['account'], wanted: DayRange): boolean {
  return granularity !== 'day' && dataTo !== null && dataTo < wanted.from
}

/** A file without days is one figure for its whole period, one by weeks or months one for each. */
function otherRange(range: DayRange, wanted: DayRange, { step }: LevelFacts): string | null {
  if (range.from === wanted.from && range.to === wanted.to) return null
  return step === 'period'
    ? 'No es el periodo pedido: es el del archivo.'
    : `No es justo el periodo pedido: el archivo viene por ${STEP_WORDS[step].many}.`
}

async function compare(
  ctx: Context,
  customerId: number,
  ranges: [DayRange, DayRange] | null,
): Promise<AccountReport['compared']> {
  if (!ranges) return null
  const summed = async (range: DayRange): Promise<RangeSums> => ({
    ...range,
    sums: await sumRange(ctx, customerId, range),
  })
  return { now: await summed(ranges[0]), before: await summed(ranges[1]) }
}

async function sumRange(ctx: Context, customerId: number, range: DayRange): Promise<Metrics> {
  const [sums] = await sumLevel(ctx, {
    customerId,
    level: 'account',
    from: range.from,
    to: range.to,
  })
  return metricsOf(sums)
}

async function daysOf(
  ctx: Context,
  customerId: number,
  { from, to }: DayRange,
): Promise<DaySums[]> {
  const rows = await sumLevel(ctx, { customerId, level: 'account', from, to, groupBy: ['day'] })
  const byDay = new Map(rows.map((row) => [row.keys.day, row]))
  return eachDay(from, to).map((day) => ({ ...metricsOf(byDay.get(day)), day }))
}

/** Those with traffic, dearest first. */
async function sumCampaigns(
  ctx: Context,
  customerId: number,
  { from, to }: DayRange,
): Promise<AccountReport['campaigns']> {
  const question = { customerId, level: 'campaign', from, to, groupBy: ['campaign_id'] } as const
  const { rows } = await readsOf(ctx, customerId).execute<{ name: string }>(sql`
    select c.name, f.* from (${sumsQuery(question)}) f
    join campaigns c on c.customer_id = ${customerId} and c.campaign_id = f.campaign_id
    where f.impressions > 0 or f.cost_micros > 0
    order by f.cost_micros desc, c.name`)
  return rows.map((row) => ({ ...toMetrics(row), name: row.name }))
}
