import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { type Columns, readColumns } from '#platform/db/columns.ts'
import {
  KEPT_DAYS,
  KEPT_LEVEL,
  type KeyColumn,
  type Level,
  METRIC_COLUMNS,
  type MetricColumn,
  SHARE_COLUMNS,
} from '#platform/db/levels.ts'
import { type Day, daysInRange } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { readsOf } from './reads-of.ts'
import { splitRange } from './split-range.ts'

/** `weekday` counts from Monday, 1. */
type Grain = KeyColumn | 'day' | 'weekday'
export type SummedRow = Metrics & {
  keys: Record<string, number | string>
  recent?: { clicks: number; conversionsMicros: number }
}

/** Impressions that searches offered, and those that went by for want of budget or rank. */
export type ShareSums = {
  /** Had where it is known how many there were to be had: Google gives no share of days with few searches. */
  searchImpressions: number
  eligible: number
  lostToBudget: number
  lostToRank: number
}

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
  /** Of those `byDays`, besides, what came from this day on. */
  recentFrom?: Day
}

type RawRow = Record<string, number | string>

/**
 * Sums a level over an inclusive range, grouped by `groupBy`. Whole months come from the rollup, the days at the
 * edges from the daily facts; grouped by day only the daily facts can answer. Keywords over a kept range come from its
 * sums while these are true (`kept-sums.ts`). Rows without traffic are left out.
 */
export async function sumLevel(ctx: Context, question: SumsQuestion): Promise<SummedRow[]> {
  const { groupBy = [], recentFrom } = question
  const { rows } = await readsOf(ctx, question.customerId).execute(sumsQuery(question))
  return (rows as RawRow[]).map((row) => {
    const summed = toSummedRow(row, groupBy)
    if (recentFrom) summed.recent = toRecent(row)
    return summed
  })
}

/** The same by columns, for lists of a thousand. */
export async function sumColumns<Key extends KeyColumn>(
  ctx: Context,
  question: SumsQuestion & { groupBy: readonly Key[] },
): Promise<Columns<Record<Key | MetricColumn, number>>> {
  return await readColumns(
    readsOf(ctx, question.customerId),
    [...question.groupBy, ...METRIC_COLUMNS],
    sumsQuery(question),
  )
}

/**
 * The same with the sums impression shares are made of; only for levels that have them. Which impressions had a share only
 * the daily facts know: a month of the rollup has all of its own, or none.
 */
export async function sumShares(
  ctx: Context,
  question: SumsQuestion & { level: 'campaign' | 'ad_group' | 'keyword' },
): Promise<(SummedRow & ShareSums)[]> {
  const { groupBy = [] } = question
  const { rows } = await readsOf(ctx, question.customerId).execute(
    sumsQuery(question, [...METRIC_COLUMNS, ...SHARE_COLUMNS, 'search_impressions']),
  )
  return (rows as RawRow[]).map((row) => ({
    ...toSummedRow(row, groupBy),
    searchImpressions: Number(row.search_impressions),
    eligible: Number(row.eligible_impressions),
    lostToBudget: Number(row.lost_budget_impressions),
    lostToRank: Number(row.lost_rank_impressions),
  }))
}

/** By their key values, joined with a blank. */
export function byKeys<Row extends SummedRow>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [Object.values(row.keys).join(' '), row]))
}

/**
 * For statements that join the sums with something: `groupBy` and the metric columns. Written in few pieces: nearly
 * every read makes one, and drizzle looks at each piece several times.
 */
export function sumsQuery(
  question: SumsQuestion,
  metrics: readonly string[] = METRIC_COLUMNS,
): SQL {
  const { groupBy = [], top } = question
  const select = (table: string, span: SQL) =>
    sql`${sql.raw(`select ${[...groupBy, ...metrics].map(columnOf).join(', ')}`)}${recentOf(question)}${sql.raw(` from ${table} where customer_id = `)}${question.customerId}${conditionsOf(question)} and ${span}`
  const sums = (parts: readonly SQL[]) => grouped(question, metrics, parts)
  const plain = partsOf(question).map(({ table, date, from, to }) =>
    select(table, sql`${sql.raw(date)} between ${from} and ${to}`),
  )
  const days = daysInRange(question.from, question.to)
  if (!mayBeKept(question, metrics, days)) return sums(plain)
  // The database looks once which of both it is, and reads no row of the other.
  const kept = select(`${KEPT_LEVEL}_kept`, sql`days = ${days} and ${isKept(question)}`)
  const others = plain.map((part) => sql`${part} and not ${isKept(question)}`)
  if (top === undefined || !groupBy.includes('criterion_id') || !groupBy.includes('ad_group_id'))
    return sums([kept, ...others])
  // A kept row is a keyword's already, and need not be grouped.
  return sql`select * from ((${kept}${topOf('impressions', top)}) union all (${sums(others)})) tops${topOf('impressions', top)}`
}

/** Only the daily facts know days, and only days and months the columns beside the metrics. */
function mayBeKept(
  { level, groupBy = [], byDays }: SumsQuestion,
  metrics: readonly string[],
  days: number,
): boolean {
  return (
    level === KEPT_LEVEL &&
    KEPT_DAYS.includes(days) &&
    !needsDays({ groupBy, byDays }) &&
    metrics.every((name) => METRIC_COLUMNS.some((known) => known === name))
  )
}

function isKept({ customerId, to }: SumsQuestion): SQL {
  return sql`exists (select 1 from kept_ranges where customer_id = ${customerId} and to_day = ${to} and ready)`
}

function grouped(
  { groupBy = [], top, recentFrom }: SumsQuestion,
  metrics: readonly string[],
  parts: readonly SQL[],
): SQL {
  const sums = [...metrics, ...(recentFrom ? RECENT_COLUMNS : [])].map(
    (name) => `coalesce(sum(${name}), 0) as ${name}`,
  )
  const by = groupBy.length > 0 ? ` group by ${groupBy.join(', ')}` : ''
  return sql`${sql.raw(`select ${[...groupBy, ...sums].join(', ')} from (`)}${sql.join([...parts], UNION_ALL)}${sql.raw(`) facts${by}`)}${
    top === undefined ? undefined : topOf('sum(impressions)', top)
  }`
}

const RECENT_COLUMNS = ['recent_clicks', 'recent_conversions_micros']

function recentOf({ recentFrom }: SumsQuestion): SQL | undefined {
  if (recentFrom === undefined) return
  return sql`, case when day >= ${recentFrom} then clicks else 0 end as recent_clicks, case when day >= ${recentFrom} then conversions_micros else 0 end as recent_conversions_micros`
}

const UNION_ALL = sql.raw(' union all ')

function topOf(column: string, top: number): SQL {
  return sql`${sql.raw(` order by ${column} desc limit `)}${top}`
}

const MADE_COLUMNS: Readonly<Record<string, string>> = {
  weekday: 'extract(isodow from day)::int',
  search_impressions: 'case when eligible_impressions > 0 then impressions else 0 end',
}

function columnOf(name: string): string {
  const made = MADE_COLUMNS[name]
  return made ? `${made} as ${name}` : name
}

function conditionsOf({ where = {} }: SumsQuestion): SQL | undefined {
  const conditions = Object.entries(where).map(([name, value]) => {
    if (typeof value === 'number') return sql`${sql.raw(` and ${name} = `)}${value}`
    return value.length > 0 ? sql`${sql.raw(` and ${name} in `)}${value}` : sql.raw(' and false')
  })
  return conditions.length > 0 ? sql.join(conditions) : undefined
}

/** Which days, or whole months, of which table. */
type Part = { table: string; date: 'day' | 'month'; from: Day; to: Day }

function partsOf({ level, from, to, groupBy = [], byDays }: SumsQuestion): Part[] {
  const { months, edges } = needsDays({ groupBy, byDays })
    ? { months: null, edges: [{ from, to }] }
    : splitRange(from, to)
  return [
    ...(months ? [{ table: `${level}_month`, date: 'month', ...months } as const] : []),
    ...edges.map((edge) => ({ table: `${level}_day`, date: 'day', ...edge }) as const),
  ]
}

function needsDays({
  groupBy,
  byDays,
}: {
  groupBy: readonly Grain[]
  byDays: true | undefined
}): boolean {
  return byDays || groupBy.includes('day') || groupBy.includes('weekday')
}

function toSummedRow(row: RawRow, groupBy: readonly Grain[]): SummedRow {
  return {
    keys: Object.fromEntries(groupBy.map((name) => [name, row[name]!])),
    ...toMetrics(row),
  }
}

export function toRecent(row: Readonly<Record<string, unknown>>) {
  return {
    clicks: Number(row.recent_clicks),
    conversionsMicros: Number(row.recent_conversions_micros),
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

export function metricsAt(columns: Columns<Record<MetricColumn, number>>, place: number): Metrics {
  return {
    impressions: columns.impressions[place]!,
    clicks: columns.clicks[place]!,
    costMicros: columns.cost_micros[place]!,
    conversionsMicros: columns.conversions_micros[place]!,
    valueMicros: columns.value_micros[place]!,
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
