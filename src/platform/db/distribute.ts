import type pg from 'pg'

/** Asked by user, and written in one transaction with users and jobs: it stays with them on the coordinator. */
const DIRECTORY = 'ad_accounts'
/** All others are cut where this one is, so that the rows of an account are on one node. */
const ANCHOR = 'sync_states'

const HAS_WORKERS = `
  select 1 from pg_dist_node
  where groupid <> 0 and isactive and shouldhaveshards and noderole = 'primary' limit 1`

/** What belongs to an account and is not spread yet. */
const UNSPREAD = `
  select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> '${DIRECTORY}'
    and not exists (select 1 from pg_dist_partition p where p.logicalrelid = c.oid)
  order by c.relname <> '${ANCHOR}', c.relname`

/** What `distribute` would spread: on a server without Citus, or without workers, nothing. */
export async function unspreadTables(client: pg.Client): Promise<string[]> {
  const citus = await client.query(`select 1 from pg_extension where extname = 'citus'`)
  if (citus.rowCount === 0 || (await client.query(HAS_WORKERS)).rowCount === 0) return []
  const { rows } = await client.query<{ name: string }>(UNSPREAD)
  return rows.map(({ name }) => name)
}

/**
 * Spreads what belongs to accounts over the workers of a Citus cluster, with the rows that are there; the rest stays on the
 * coordinator. Table by table, so that what was interrupted goes on where it stood.
 */
export async function distribute(client: pg.Client): Promise<void> {
  // The session has an impatient lock for migrations; a table is locked here for as long as its rows travel.
  await client.query('set lock_timeout = 0; set statement_timeout = 0')
  for (const table of await unspreadTables(client)) {
    const beside = table === ANCHOR ? 'none' : ANCHOR
    const values = [table, beside]
    await client.query(
      `select create_distributed_table($1, 'customer_id', colocate_with => $2)`,
      values,
    )
    await client.query('select truncate_local_data_after_distributing_table($1)', [table])
  }
}
