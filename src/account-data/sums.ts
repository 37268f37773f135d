import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { type KeyColumn, type Level, METRIC_COLUMNS, SHARE_COLUMNS } from '#platform/db/levels.ts'
import type { Day } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { splitRange } from './split-range.ts'

/** `weekday` counts from Monday, 1. */
type Grain = KeyColumn | 'day' | 'weekday'
export type SummedRow = Metrics & { keys: Record<string, number | string> }

/** Impressions that searches offered, and those that went by for want of budget or rank. */
export type ShareSums = { eligible: number; lostToBudget: number; lostToRank: number }

export type SumsQuestion = {
  customerId: number
  level: Level
  from: Day
  to: Day
  groupBy?: readonly Grain[]
  where?: Partial<Record<KeyColumn, number | readonly number[]>>
  /** Only the groups with most impressions. */
  top?: number
  /** From the daily facts alone: the analysis breaks ties by the order of its rows, which is theirs. */
  byDays?: true
}

type RawRow = Record<string, number | string>

/**
 * Sums a level over an inclusive range, grouped by `groupBy`. Whole months come from the rollup, the days at the
 * edges from the daily facts; grouped by day only the daily facts can answer. Rows without traffic are left out.
 */
export async function sumLevel(ctx: Context, question: SumsQuestion): Promise<SummedRow[]> {
  const { groupBy = [] } = question
  const { rows } = await ctx.db.execute(sumsQuery(question))
  return (rows as RawRow[]).map((row) => toSummedRow(row, groupBy))
}

/** The same with the sums impression shares are made of; only for levels that have them. */
export async function sumShares(
  ctx: Context,
  question: SumsQuestion & { level: 'campaign' | 'ad_group' | 'keyword' },
): Promise<(SummedRow & ShareSums)[]> {
  const { groupBy = [] } = question
  const { rows } = await ctx.db.execute(sumsQuery(question, [...METRIC_COLUMNS, ...SHARE_COLUMNS]))
  return (rows as RawRow[]).map((row) => ({
    ...toSummedRow(row, groupBy),
    eligible: Number(row.eligible_impressions),
    lostToBudget: Number(row.lost_budget_impressions),
    lostToRank: Number(row.lost_rank_impressions),
  }))
}

/** By their key values, joined with a blank. */
export function byKeys<Row extends SummedRow>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [Object.values(row.keys).join(' '), row]))
}

/** For statements that join the sums with something: `groupBy` and the metric columns. */
export function sumsQuery(
  question: SumsQuestion,
  metrics: readonly string[] = METRIC_COLUMNS,
): SQL {
  const { groupBy = [], top } = question
  const keys = groupBy.map((name) => sql.identifier(name))
  const columns = [...groupBy.map(columnOf), ...metrics.map((name) => sql.identifier(name))]
  const sums = metrics.map(
    (name) => sql`coalesce(sum(${sql.identifier(name)}), 0) as ${sql.identifier(name)}`,
  )
  const conditions = [sql`customer_id = ${question.customerId}`, ...conditionsOf(question)]
  const part = (table: string, span: SQL) =>
    sql`select ${sql.join(columns, sql`, `)} from ${sql.identifier(table)} where ${sql.join([...conditions, span], sql` and `)}`

  return sql`
    select ${sql.join([...keys, ...sums], sql`, `)}
    from (${sql.join(partsOf(question, part), sql` union all `)}) facts
    ${keys.length > 0 ? sql`group by ${sql.join(keys, sql`, `)}` : sql``}
    ${top === undefined ? sql`` : sql`order by sum(impressions) desc limit ${top}`}`
}

function columnOf(name: Grain): SQL {
  return name === 'weekday'
    ? sql`extract(isodow from day)::int as weekday`
    : sql`${sql.identifier(name)}`
}

function conditionsOf({ where = {} }: SumsQuestion): SQL[] {
  return Object.entries(where).map(([name, value]) => {
    if (typeof value === 'number') return sql`${sql.identifier(name)} = ${value}`
    return value.length > 0 ? sql`${sql.identifier(name)} in ${value}` : sql`false`
  })
}

function partsOf(
  { level, from, to, groupBy = [], byDays }: SumsQuestion,
  part: (table: string, span: SQL) => SQL,
): SQL[] {
  const needsDays = byDays || groupBy.includes('day') || groupBy.includes('weekday')
  const { months, edges } = needsDays
    ? { months: null, edges: [{ from, to }] }
    : splitRange(from, to)
  return [
    ...(months ? [part(`${level}_month`, sql`month between ${months.from} and ${months.to}`)] : []),
    ...edges.map((edge) => part(`${level}_day`, sql`day between ${edge.from} and ${edge.to}`)),
  ]
}

function toSummedRow(row: RawRow, groupBy: readonly Grain[]): SummedRow {
  return {
    keys: Object.fromEntries(groupBy.map((name) => [name, row[name]!])),
    ...toMetrics(row),
  }
}

/** The metric columns of a row of facts, or of sums of them. */
export function toMetrics(row: Readonly<Record<string, unknown>>): Metrics {
  return {
    impressions: Number(row.impressions),
    clicks: Number(row.clicks),
    costMicros: Number(row.cost_micros),
    conversionsMicros: Number(row.conversions_micros),
    valueMicros: Number(row.value_micros),
  }
}

/** Without the keys and the other things that a row of sums carries. */
export function metricsOf(row: Metrics | undefined): Metrics {
  return {
    impressions: row?.impressions ?? 0,
    clicks: row?.clicks ?? 0,
    costMicros: row?.costMicros ?? 0,
    conversionsMicros: row?.conversionsMicros ?? 0,
    valueMicros: row?.valueMicros ?? 0,
  }
}
