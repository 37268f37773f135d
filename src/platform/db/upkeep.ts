import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './handles.ts'
import { keysOf, LEVELS, type Level } from './levels.ts'

/** After many rows of an account were written. */
export type Upkeep = (tables: readonly string[], customerId: number) => Promise<void>

/** What a server does by itself, PGlite must be told. Short statements. */
export function upkeepOfPglite(db: Db): Upkeep {
  return async (tables) => {
    for (const table of tables) {
      await db.execute(sql`vacuum ${sql.identifier(table)}`)
      await analyse(db, table)
    }
    await db.execute(sql`checkpoint`)
  }
}

/**
 * A server counts by itself too, a minute later. While it knows of some accounts alone it takes an account that it has not heard of for
 * one without rows, and reads all there are again for each; of more than a hundred, of which it may list the largest alone, it reckons
 * with the mean.
 */
export function upkeepOfPostgres(db: Db): Upkeep {
  return async (tables, customerId) => {
    const { rows } = await db.execute<{ name: string }>(sql`
      select tablename as name from pg_stats
      join pg_class on pg_class.oid = to_regclass(quote_ident(tablename))
      where schemaname = current_schema() and attname = 'customer_id' and tablename in ${[...tables, '']}
        and case when n_distinct < 0 then -n_distinct * reltuples else n_distinct end <= ${MOST_LISTED}
        and cardinality(most_common_freqs) < ${MOST_LISTED}
        and ${String(customerId)} <> all(most_common_vals::text::text[])`)
    for (const { name } of rows) await analyse(db, name)
  }
}

/** PostgreSQL's own default (`default_statistics_target`). */
const MOST_LISTED = 100

async function analyse(db: Db, table: string): Promise<void> {
  await db.execute(sql`analyze ${sql.identifier(table)} ${analysedColumns(table)}`)
}

/** Of days and months only what they are searched by: nothing is chosen by a sum, and most of their columns are sums. */
function analysedColumns(table: string): SQL {
  const [, level, grain] = /^(.*)_(day|month)$/.exec(table) ?? []
  if (!level || !grain || !(level in LEVELS)) return sql``
  return sql.raw(`(${['customer_id', grain, ...keysOf(level as Level)].join(', ')})`)
}
