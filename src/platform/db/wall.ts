import { sql } from 'drizzle-orm'
import type { Db } from './handles.ts'
import { type AccountDb, READER } from './handles.ts'

/** The policy of each table; it stands last, so that a table that has it has all. */
const POLICY = 'own_account'

const FIRST_WITH_GRANT_OPTIONS = 16
const DUPLICATE_OBJECT = '42710'
const UNIQUE_VIOLATION = '23505'
const INSUFFICIENT_PRIVILEGE = '42501'

/** What belongs to an account and lies open to a statement that forgets whose it is. */
const OPEN_TABLES = `
  select c.relname as name from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'customer_id' and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = '${POLICY}')`

/** Those of them on which the user at hand may put the wall. */
export async function openTables(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql.raw(`${OPEN_TABLES} and pg_has_role(c.relowner, 'usage') and exists (
      select 1 from pg_roles where rolname = '${READER}'
        or rolname = current_user and (rolcreaterole or rolsuper))`),
  )
  return rows.map(({ name }) => name)
}

/**
 * Puts every table of accounts behind a policy: the reader sees the rows of the account that its transaction names, and
 * none where it names none. Table by table, so that what was interrupted goes on where it stood. Where the server does
 * not let us make the reader, nothing is done, and `wallFault` says so.
 */
export async function raiseWall(db: Db): Promise<void> {
  const tables = await openTables(db)
  if (tables.length === 0 || !(await makeReader(db))) return
  for (const table of tables)
    await db.transaction(async (tx) => {
      for (const statement of wallOf(table)) await tx.execute(sql.raw(statement))
    })
}

function wallOf(table: string): string[] {
  return [
    `grant select on ${table} to ${READER}`,
    `alter table ${table} enable row level security`,
    // Users that are granted the tables without owning them see what they saw before.
    `create policy everybody on ${table} using (true) with check (true)`,
    // After a transaction the setting is empty, not gone.
    `create policy ${POLICY} on ${table} as restrictive to ${READER}
      using (customer_id = nullif(current_setting('app.customer_id', true), '')::bigint)`,
  ]
}

async function makeReader(db: Db): Promise<boolean> {
  const { rows } = await db.execute<Server>(
    sql.raw(`select version, clustered, role.oid is not null as known,
        coalesce(pg_has_role(role.oid, case when version >= ${FIRST_WITH_GRANT_OPTIONS} then 'set' else 'member' end), false) as ours
      from (select current_setting('server_version_num')::int / 10000 as version,
        exists (select 1 from pg_extension where extname = 'citus') as clustered) server
      left join pg_roles role on role.rolname = '${READER}'`),
  )
  const { version, clustered, known, ours } = rows[0]!
  // Nodes of a cluster ask each other as the user who asks.
  const made = known || (await may(db, `create role ${READER}${clustered ? ' login' : ''}`))
  const how = version >= FIRST_WITH_GRANT_OPTIONS ? ' with inherit false, set true' : ''
  return ours || (made && (await may(db, `grant ${READER} to current_user${how}`)))
}

/** `ours`: the user at hand may act as the reader. */
type Server = { version: number; clustered: boolean; known: boolean; ours: boolean }

/** Databases of one server share its roles: another may have made it meanwhile. */
async function may(db: Db, statement: string): Promise<boolean> {
  try {
    await db.execute(sql.raw(statement))
    return true
  } catch (error) {
    const { code } = (error as Error).cause as { code?: string }
    if (code === DUPLICATE_OBJECT || code === UNIQUE_VIOLATION) return true
    if (code === INSUFFICIENT_PRIVILEGE) return false
    throw error
  }
}

/** Why reads go without the wall, looked for by a read through it; null where it stands. */
export async function wallFault(reader: AccountDb): Promise<string | null> {
  try {
    const { rows } = await reader.execute<{ reads: boolean; bypasses: boolean; open: string[] }>(
      sql.raw(`select rolname = '${READER}' as reads, rolsuper or rolbypassrls as bypasses,
        array(${OPEN_TABLES} order by 1)::text[] as open from pg_roles where rolname = current_user`),
    )
    const { reads, bypasses, open } = rows[0]!
    if (!reads || bypasses) return `${READER} is bound by no policy`
    return open.length > 0 ? `without a policy: ${open.join(', ')}` : null
  } catch (error) {
    const cause = (error as Error).cause ?? error
    return (cause as Error).message
  }
}
