import { sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { keysOf, sumsOf } from '#platform/db/levels.ts'
import type { Day } from '#shared/dates.ts'
import type { PrintedPart } from '../actions/day-prints.ts'
import { inLevelPart } from './in-level-part.ts'

/** While the embedded database reads so many rows, some 40 ms, it serves no other. */
const PGLITE_ROWS = 25_000

/**
 * The prints of what is stored of some days, in the form of `rules/row-prints.ts`: the database makes them of its rows, which stay
 * where they are. `rows`: how many there may be.
 */
export async function storedPrints(
  ctx: Context,
  part: PrintedPart,
  { days, rows }: { days: readonly Day[]; rows: number },
): Promise<Map<Day, string>> {
  const parts = ctx.storage.engine === 'pglite' ? Math.ceil(rows / PGLITE_ROWS) : 1
  const atOnce = Math.max(1, Math.ceil(days.length / parts))
  const prints = new Map<Day, string>()
  for (let i = 0; i < days.length; i += atOnce)
    for (const read of await readDays(ctx, part, days.slice(i, i + atOnce)))
      prints.set(read.day, read.prints)
  return prints
}

async function readDays(
  ctx: Context,
  { customerId, level, part }: PrintedPart,
  days: readonly Day[],
): Promise<{ day: Day; prints: string }[]> {
  const print = [...keysOf(level), ...sumsOf(level)].reduce(
    (seed, column) => `hashint8extended(${column}, hashint8extended(${column} >> 32, ${seed}))`,
    '0',
  )
  const { rows } = await ctx.db.execute<{ day: Day; prints: string }>(sql`
    select day, encode(string_agg(int8send(${sql.raw(print)}), ''), 'base64') as prints
    from ${sql.raw(`${level}_day`)} where customer_id = ${customerId}::bigint and day = any(${`{${days.join(',')}}`}::date[])${inLevelPart(part)}
    group by day`)
  return rows
}
