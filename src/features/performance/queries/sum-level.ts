import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { type KeyColumn, type Level, METRIC_COLUMNS } from '#platform/db/levels.ts'
import type { Day } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { splitRange } from '../rules/split-range.ts'

type Grain = KeyColumn | 'day'
export type SummedRow = Metrics & { keys: Record<string, number | string> }

/**
 * Sums a level over an inclusive range, grouped by `groupBy`. Whole months come from the rollup, the days at the
 * edges from the daily facts; grouped by day only the daily facts can answer. Rows without traffic are left out.
 */
export async function sumLevel(
  ctx: Context,
  question: {
    customerId: number
    level: Level
    from: Day
    to: Day
    groupBy?: readonly Grain[]
    where?: Partial<Record<KeyColumn, number>>
  },
): Promise<SummedRow[]> {
  const { groupBy = [], where = {} } = question
  const keys = groupBy.map((name) => sql.identifier(name))
  const columns = sql.join(
    [...keys, ...METRIC_COLUMNS.map((name) => sql.identifier(name))],
    sql`, `,
  )
  const sums = METRIC_COLUMNS.map(
    (name) => sql`coalesce(sum(${sql.identifier(name)}), 0) as ${sql.identifier(name)}`,
  )
  const conditions = [
    sql`customer_id = ${question.customerId}`,
    ...Object.entries(where).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`),
  ]
  const part = (table: string, span: SQL) =>
    sql`select ${columns} from ${sql.identifier(table)} where ${sql.join([...conditions, span], sql` and `)}`

  const { rows } = await ctx.db.execute(sql`
    select ${sql.join([...keys, ...sums], sql`, `)}
    from (${sql.join(partsOf(question, part), sql` union all `)}) facts
    ${keys.length > 0 ? sql`group by ${sql.join(keys, sql`, `)}` : sql``}`)
  return (rows as Record<string, number | string>[]).map((row) => toSummedRow(row, groupBy))
}

function partsOf(
  {
    level,
    from,
    to,
    groupBy = [],
  }: { level: Level; from: Day; to: Day; groupBy?: readonly Grain[] },
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
