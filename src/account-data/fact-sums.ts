import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { type KeyColumn, type Level, sumsOf } from '#platform/db/levels.ts'
import type { Day } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'

/** One group's sums by column name; the impression share columns only where the level has them. */
export type FactSums = Record<string, number>

/** Daily facts summed over a window, by the group's key values joined with a blank. */
export async function readSums(
  ctx: Context,
  question: {
    customerId: number
    level: Level
    window: { from: Day; to: Day }
    groupBy: readonly (KeyColumn | 'day')[]
  },
): Promise<Map<string, FactSums>> {
  const keys = question.groupBy.map((name) => sql.identifier(name))
  const sums = sumsOf(question.level).map(
    (name) => sql`sum(${sql.identifier(name)}) as ${sql.identifier(name)}`,
  )
  const { rows } = await ctx.db.execute(sql`
    select ${sql.join([...keys, ...sums], sql`, `)} from ${sql.identifier(`${question.level}_day`)}
    where customer_id = ${question.customerId} and day between ${question.window.from} and ${question.window.to}
    group by ${sql.join(keys, sql`, `)}`)
  return new Map(
    (rows as FactSums[]).map((row) => [question.groupBy.map((name) => row[name]).join(' '), row]),
  )
}

export function toMetrics(facts: FactSums): Metrics {
  return {
    impressions: Number(facts.impressions),
    clicks: Number(facts.clicks),
    costMicros: Number(facts.cost_micros),
    conversionsMicros: Number(facts.conversions_micros),
    valueMicros: Number(facts.value_micros),
  }
}
