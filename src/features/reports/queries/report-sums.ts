import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Day } from '#shared/dates.ts'
import { type Metrics, NO_METRICS } from '#shared/metrics.ts'
import type { Range } from '../rules/report.ts'

/** A report spans a month or two: the daily facts answer at once. Account totals come from account rows. */

const SUMS = sql`coalesce(sum(f.impressions), 0) as impressions, coalesce(sum(f.clicks), 0) as clicks,
  coalesce(sum(f.cost_micros), 0) as cost, coalesce(sum(f.conversions_micros), 0) as conversions,
  coalesce(sum(f.value_micros), 0) as value`

type Row = Record<'impressions' | 'clicks' | 'cost' | 'conversions' | 'value', string | number>

function within(customerId: number, { from, to }: Range): SQL {
  return sql`f.customer_id = ${customerId} and f.day between ${from} and ${to}`
}

export async function sumRange(ctx: Context, customerId: number, range: Range): Promise<Metrics> {
  const { rows } = await ctx.db.execute<Row>(
    sql`select ${SUMS} from account_day f where ${within(customerId, range)}`,
  )
  return rows[0] ? toMetrics(rows[0]) : NO_METRICS
}

export async function sumDays(
  ctx: Context,
  customerId: number,
  range: Range,
): Promise<Map<Day, Metrics>> {
  const { rows } = await ctx.db.execute<Row & { day: string }>(
    sql`select f.day::text as day, ${SUMS} from account_day f
      where ${within(customerId, range)} group by f.day`,
  )
  return new Map(rows.map((row) => [row.day, toMetrics(row)]))
}

/** Those with traffic, dearest first. */
export async function sumCampaigns(
  ctx: Context,
  customerId: number,
  range: Range,
): Promise<(Metrics & { name: string })[]> {
  const { rows } = await ctx.db.execute<Row & { name: string }>(
    sql`select c.name as name, ${SUMS} from campaign_day f
      join campaigns c on c.customer_id = f.customer_id and c.campaign_id = f.campaign_id
      where ${within(customerId, range)}
      group by c.campaign_id, c.name having sum(f.impressions) > 0 or sum(f.cost_micros) > 0
      order by sum(f.cost_micros) desc, c.name`,
  )
  return rows.map((row) => ({ ...toMetrics(row), name: row.name }))
}

function toMetrics(row: Row): Metrics {
  return {
    impressions: Number(row.impressions),
    clicks: Number(row.clicks),
    costMicros: Number(row.cost),
    conversionsMicros: Number(row.conversions),
    valueMicros: Number(row.value),
  }
}
