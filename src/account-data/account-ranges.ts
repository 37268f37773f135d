import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { METRIC_COLUMNS, type MetricColumn } from '#platform/db/levels.ts'
import { prepared } from '#platform/db/prepared.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import { readsOf } from './reads-of.ts'
import { splitRange } from './split-range.ts'
import { toMetrics } from './sums.ts'

/** No day is in it. */
const NO_DAYS: DayRange = { from: '2000-01-02', to: '2000-01-01' }

/**
 * The whole account over two ranges, in their order, in one statement that is planned once: whole months, and the days at
 * both edges, of each. Each statement has a price of its own, however little it reads.
 */
export async function sumBothRanges(
  ctx: Context,
  customerId: number,
  ranges: readonly [DayRange, DayRange],
): Promise<[Metrics, Metrics]> {
  const values = Object.assign({ customerId }, ...ranges.map(valuesOf))
  const rows = await rangeSums(readsOf(ctx, customerId)).execute(values)
  const of = (at: number) => toMetrics(rows.find((row) => row.at === at)!)
  return [of(0), of(1)]
}

function valuesOf({ from, to }: DayRange, at: number): Record<string, Day> {
  const { months, edges } = splitRange(from, to)
  const [before, after] = edges
  const parts = [months, before, after].map((part) => part ?? NO_DAYS)
  return Object.assign(
    {},
    ...parts.map((part, i) => ({ [`from_${at}_${i}`]: part.from, [`to_${at}_${i}`]: part.to })),
  )
}

const rangeSums = prepared('range_sums', (db) => {
  const columns = METRIC_COLUMNS.map((name) => [name, sql<number>`${sql.raw(name)}`])
  const both = sql`${sumsOfRange(0)} union all ${sumsOfRange(1)}`
  return db
    .select({
      at: sql<number>`at`,
      ...(Object.fromEntries(columns) as Record<MetricColumn, SQL<number>>),
    })
    .from(sql`(${both}) range_sums`)
})

function sumsOfRange(at: number): SQL {
  const parts = ['month', 'day', 'day'].map((grain, i) => {
    const head = `select ${METRIC_COLUMNS.join(', ')} from account_${grain} where customer_id = `
    const [from, to] = [sql.placeholder(`from_${at}_${i}`), sql.placeholder(`to_${at}_${i}`)]
    return sql`${sql.raw(head)}${sql.placeholder('customerId')} and ${sql.raw(grain)} between ${from} and ${to}`
  })
  const sums = METRIC_COLUMNS.map((name) => `coalesce(sum(${name}), 0) as ${name}`).join(', ')
  return sql`${sql.raw(`select ${at} as at, ${sums} from (`)}${sql.join(parts, sql.raw(' union all '))}) facts`
}
