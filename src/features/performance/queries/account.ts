import { sql } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { ownedAccount } from '#platform/owned-account.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import { type Day, eachDay, previousPeriod } from '#shared/dates.ts'
import { NO_METRICS } from '#shared/metrics.ts'
import type { AccountMetrics, DayPoint } from '../contract.ts'
import { askedRange, type Range } from '../rules/asked-range.ts'
import { changesOf, eightMetrics } from '../rules/eight-metrics.ts'
import { sumLevel } from './sum-level.ts'

type Asked = { customerId: string; from?: Day; to?: Day }

export async function getAccountMetrics(
  ctx: CallerContext,
  cache: ResultCache,
  asked: Asked,
): Promise<AccountMetrics> {
  const account = await ownedAccount(ctx, asked.customerId)
  const range = askedRange(account, asked, ctx.clock.now())
  const { customerId, syncVersion } = account
  return await cache.remember(
    `metrics ${customerId} ${syncVersion} ${range.from} ${range.to}`,
    async () => {
      const current = eightMetrics(await accountSums(ctx, customerId, range))
      const previous = eightMetrics(await accountSums(ctx, customerId, previousPeriod(range)))
      return {
        ...current,
        changes: changesOf(current, previous),
        currencyCode: account.currencyCode,
        ...range,
      }
    },
  )
}

/** Every day of the range is there, days without traffic as zeros, so that a chart needs no gaps filled. */
export async function getAccountTrend(ctx: CallerContext, cache: ResultCache, asked: Asked) {
  const account = await ownedAccount(ctx, asked.customerId)
  const range = askedRange(account, asked, ctx.clock.now())
  const { customerId, syncVersion } = account
  return await cache.remember(
    `trend ${customerId} ${syncVersion} ${range.from} ${range.to}`,
    async () => ({
      currencyCode: account.currencyCode,
      current: await dayPoints(ctx, customerId, range),
      previous: await dayPoints(ctx, customerId, previousPeriod(range)),
    }),
  )
}

export async function listDaysWithData(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<Day[]> {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const { rows } = await ctx.db.execute(
    sql`select day from account_day where customer_id = ${customerId} and impressions > 0 order by day`,
  )
  return rows.map((row) => String(row.day))
}

async function accountSums(ctx: CallerContext, customerId: number, range: Range) {
  const [sums] = await sumLevel(ctx, { customerId, level: 'account', ...range })
  return sums ?? NO_METRICS
}

async function dayPoints(
  ctx: CallerContext,
  customerId: number,
  range: Range,
): Promise<DayPoint[]> {
  const rows = await sumLevel(ctx, { customerId, level: 'account', ...range, groupBy: ['day'] })
  const byDay = new Map(rows.map((row) => [row.keys.day, row]))
  return eachDay(range.from, range.to).map((day) => ({
    day,
    ...eightMetrics(byDay.get(day) ?? NO_METRICS),
  }))
}
