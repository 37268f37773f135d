import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/handles.ts'

/**
 * Of processes that are no more in the copy, or count what happened here: made anew where it goes on. People's own copies
 * of their data, promised for a week and large, are asked for again.
 */
const LEFT_OUT = ['processes', 'rate_windows', 'last_copy', 'data_exports', 'data_export_chunks']

/** All tables with what they refer to before themselves, so that rows can be written in this order. */
export async function tablesInOrder(db: Db): Promise<string[]> {
  const tables = await db.execute(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`)
  const references = await db.execute(sql`
    select from_table.relname as name, to_table.relname as target
    from pg_constraint
    join pg_class from_table on from_table.oid = conrelid
    join pg_class to_table on to_table.oid = confrelid
    where contype = 'f'`)
  const edges = references.rows as { name: string; target: string }[]
  const ordered: string[] = []
  const place = (name: string) => {
    if (ordered.includes(name)) return
    for (const edge of edges) if (edge.name === name && edge.target !== name) place(edge.target)
    ordered.push(name)
  }
  for (const { name } of tables.rows as { name: string }[])
    if (!LEFT_OUT.includes(name)) place(name)
  return ordered
}

/** Which migration the tables are of: rows fit only tables of the same. */
export async function schemaVersion(db: Db): Promise<number> {
  const { rows } = await db.execute(
    sql`select max(created_at)::text as version from drizzle.__drizzle_migrations`,
  )
  return Number((rows[0] as { version: string }).version)
}
