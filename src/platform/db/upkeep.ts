import { sql } from 'drizzle-orm'
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

/** A server counts by itself too, a minute later. */
export function upkeepOfPostgres(db: Db): Upkeep {
  return async (tables, customerId) => {
    const { rows } = await db.execute<{ name: string }>(sql.raw(unheardOf(tables, customerId)))
    for (const { name } of rows) await analyse(db, name)
  }
}

type Part = { host: string; port: number; table: string; name: string }

/**
 * Of a table that is spread only the part that has the account's rows, by which its statements are planned, on the worker where it lies. A part
 * that moves meanwhile is not found there, and counted with the next rows.
 */
export function upkeepOfCitus(db: Db): Upkeep {
  const ofServer = upkeepOfPostgres(db)
  return async (tables, customerId) => {
    const { rows } = await db.execute<Part>(sql`
      select nodename as host, nodeport as port, relname as table, shard_name(logicalrelid, shardid) as name
      from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
      cross join lateral get_shard_id_for_distribution_column(logicalrelid, ${customerId}::bigint) as shardid
      join pg_dist_shard_placement using (shardid)
      where relname in ${[...tables, '']}`)
    const names = rows.map(({ name }) => name)
    const unheard = new Set(await unheardOnWorker(db, names, customerId))
    for (const { host, port, name, table } of rows.filter(({ name }) => unheard.has(name)))
      await db.execute(sql`
        select master_run_on_worker(
          array[${host}], array[${port}::int], array[${`analyze ${name} ${analysedColumns(table)}`}], false)`)
    const spread = new Set(rows.map(({ table }) => table))
    const others = tables.filter((table) => !spread.has(table))
    if (others.length > 0) await ofServer(others, customerId)
  }
}

/** Asked within a statement of the account, which goes there by a connection that is open: one of its own costs a tenth of a second. */
async function unheardOnWorker(
  db: Db,
  names: readonly string[],
  customerId: number,
): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await db.execute<{ found: string }>(sql`
    select query_to_xml(${unheardOf(names, customerId)}, false, false, '')::text as found, count(*)
    from sync_states where customer_id = ${customerId}`)
  return [...(rows[0]?.found ?? '').matchAll(/<name>(\w+)</g)].map(([, name]) => name!)
}

/**
 * While the statistics know of some accounts alone, an account that they have not heard of is taken for one without rows, and all its
 * rows are read again for each; of more than a hundred, of which they may list the largest alone, they reckon with the mean.
 */
function unheardOf(tables: readonly string[], customerId: number): string {
  const asked = [...tables, ''].map((table) => `'${table}'`)
  return `select tablename as name from pg_stats
    join pg_class on pg_class.oid = to_regclass(quote_ident(tablename))
    where schemaname = current_schema() and attname = 'customer_id' and tablename in (${asked.join(', ')})
      and case when n_distinct < 0 then -n_distinct * reltuples else n_distinct end <= ${MOST_LISTED}
      and cardinality(most_common_freqs) < ${MOST_LISTED}
      and '${customerId}' <> all(most_common_vals::text::text[])`
}

/** PostgreSQL's own default (`default_statistics_target`). */
const MOST_LISTED = 100

async function analyse(db: Db, table: string): Promise<void> {
  await db.execute(sql`analyze ${sql.identifier(table)} ${sql.raw(analysedColumns(table))}`)
}

/** Of days and months only what they are searched by: nothing is chosen by a sum, and most of their columns are sums. */
function analysedColumns(table: string): string {
  const [, level, grain] = /^(.*)_(day|month)$/.exec(table) ?? []
  if (!level || !grain || !(level in LEVELS)) return ''
  return `(${['customer_id', grain, ...keysOf(level as Level)].join(', ')})`
}
