import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { type KeyColumn, type Level, METRIC_COLUMNS, SHARE_COLUMNS } from '#platform/db/levels.ts'
import type { Day } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { splitRange } from './split-range.ts'

type Grain = KeyColumn | 'day'
export type SummedRow = Metrics & { keys: Record<string, number | string> }

/** Impressions that searches offered, and those that went by for want of budget or rank. */
export type ShareSums = { eligible: number; lostToBudget: number; lostToRank: number }

type Question = {
  customerId: number
  level: Level
  from: Day
  to: Day
  groupBy?: readonly Grain[]
  where?: Partial<Record<KeyColumn, number>>
  /** Only the groups with most impressions. */
  top?: number
}

/**
 * Sums a level over an inclusive range, grouped by `groupBy`. Whole months come from the rollup, the days at the
 * edges from the daily facts; grouped by day only the daily facts can answer. Rows without traffic are left out.
 */
export async function sumLevel(ctx: Context, question: Question): Promise<SummedRow[]> {
  const { groupBy = [] } = question
  const { rows } = await ctx.db.execute(sumsQuery(question, METRIC_COLUMNS))
  return (rows as Record<string, number | string>[]).map((row) => toSummedRow(row, groupBy))
}

/** The same with the sums impression shares are made of; only for levels that have them. */
export async function sumShares(
  ctx: Context,
  question: Question & { level: 'campaign' | 'ad_group' | 'keyword' },
): Promise<(SummedRow & ShareSums)[]> {
  const { groupBy = [] } = question
  const { rows } = await ctx.db.execute(sumsQuery(question, [...METRIC_COLUMNS, ...SHARE_COLUMNS]))
  return (rows as Record<string, number | string>[]).map((row) => ({
    ...toSummedRow(row, groupBy),
    eligible: Number(row.eligible_impressions),
    lostToBudget: Number(row.lost_budget_impressions),
    lostToRank: Number(row.lost_rank_impressions),
  }))
}

/** For statements that join the sums with something: `groupBy` and the metric columns. */
export function sumsQuery(question: Question, metrics: readonly string[] = METRIC_COLUMNS): SQL {
  const { groupBy = [], where = {}, top } = question
  const keys = groupBy.map((name) => sql.identifier(name))
  const columns = sql.join([...keys, ...metrics.map((name) => sql.identifier(name))], sql`, `)
  const sums = metrics.map(
    (name) => sql`coalesce(sum(${sql.identifier(name)}), 0) as ${sql.identifier(name)}`,
  )
  const conditions = [
    sql`customer_id = ${question.customerId}`,
    ...Object.entries(where).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`),
  ]
  const part = (table: string, span: SQL) =>
    sql`select ${columns} from ${sql.identifier(table)} where ${sql.join([...conditions, span], sql` and `)}`

  return sql`
    select ${sql.join([...keys, ...sums], sql`, `)}
    from (${sql.join(partsOf(question, part), sql` union all `)}) facts
    ${keys.length > 0 ? sql`group by ${sql.join(keys, sql`, `)}` : sql``}
    ${top === undefined ? sql`` : sql`order by sum(impressions) desc limit ${top}`}`
}

function partsOf(
  { level, from, to, groupBy = [] }: Question,
  part: (table: string, span: SQL) => SQL,
): SQL[] {
  const { months, edges } = groupBy.includes('day')
    ? { months: null, edges: [{ from, to }] }
    : splitRange(from, to)
  return [
    ...(months ? [part(`${level}_month`, sql`month between ${months.from} and ${months.to}`)] : []),
    ...edges.map((edge) => part(`${level}_day`, sql`day between ${edge.from} and ${edge.to}`)),
  ]
}

function toSummedRow(row: Record<string, number | string>, groupBy: readonly Grain[]): SummedRow {
  return {
    keys: Object.fromEntries(groupBy.map((name) => [name, row[name]!])),
    impressions: Number(row.impressions),
    clicks: Number(row.clicks),
    costMicros: Number(row.cost_micros),
    conversionsMicros: Number(row.conversions_micros),
    valueMicros: Number(row.value_micros),
  }
}
