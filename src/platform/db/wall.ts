import { setTimeout as sleep } from 'node:timers/promises'
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
  for (const table of tables) {
    const others = await granted(db, table)
    await db.transaction(async (tx) => {
      for (const statement of wallOf(table, others)) await tx.execute(sql.raw(statement))
    })
  }
}

/** Users that may use a table without owning it; they are to see what they saw before. */
async function granted(db: Db, table: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql.raw(`select distinct quote_ident(r.rolname) as name from pg_class c, aclexplode(c.relacl) acl, pg_roles r
      where c.oid = '${table}'::regclass and r.oid = acl.grantee and r.oid <> c.relowner and r.rolname <> '${READER}'`),
  )
  return rows.map(({ name }) => name)
}

/** None of them restrictive: Citus makes them permissive where it spreads a table. */
function wallOf(table: string, others: readonly string[]): string[] {
  return [
    `grant select on ${table} to ${READER}`,
    `alter table ${table} enable row level security`,
    // A dump that was restored before there was a reader brings it without the other.
    `drop policy if exists others on ${table}`,
    ...(others.length > 0
      ? [`create policy others on ${table} to ${others.join(', ')} using (true) with check (true)`]
      : []),
    // After a transaction the setting is empty, not gone.
    `create policy ${POLICY} on ${table} to ${READER}
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

/** What a server answers that lets its user not act as the reader. */
const REFUSALS = new Set([
  INSUFFICIENT_PRIVILEGE,
  // The role is not there: to a setting, to a statement, and to who logs in as it.
  '22023',
  '42704',
  '28000',
  '28P01',
])
/** What libpq heard from a worker that lets the reader not in: Citus gives it the code of one that is away (08006). */
const WORKER_REFUSES =
  /authentication failed|no password supplied|no pg_hba\.conf entry|is not permitted to log in|role ".+" does not exist|permission denied for database/

type Fault = { code?: string | undefined; message: string }

/** It stays until rights are granted or a log-in is set up; other faults may pass. */
export function isRefusal({ code = '', message }: Fault): boolean {
  return REFUSALS.has(code) || (code === '08006' && WORKER_REFUSES.test(message))
}

/** A failover or a restart takes about as long. */
const PAUSES_MS = [100, 400, 1_500, 4_000, 8_000]

/**
 * Why reads go without the wall, looked for by a read through it; null where it stands. Only a server that refuses it
 * does without: a fault that may pass is waited for, and thrown when it stays.
 */
export async function wallFault(
  reader: AccountDb,
  pausesMs: readonly number[] = PAUSES_MS,
): Promise<string | null> {
  try {
    return await lookAtWall(reader)
  } catch (error) {
    const cause = ((error as Error).cause ?? error) as Fault
    if (isRefusal(cause)) return cause.message
    const [pauseMs, ...later] = pausesMs
    if (pauseMs === undefined) throw error
    await sleep(pauseMs)
    return await wallFault(reader, later)
  }
}

async function lookAtWall(reader: AccountDb): Promise<string | null> {
  const { rows } = await reader.execute<{ reads: boolean; bypasses: boolean; open: string[] }>(
    sql.raw(`select rolname = '${READER}' as reads, rolsuper or rolbypassrls as bypasses,
      array(${OPEN_TABLES} order by 1)::text[] as open from pg_roles where rolname = current_user`),
  )
  // On a cluster its rows are with a worker, which must know the reader too.
  await reader.execute(sql`select 1 from sync_states where customer_id = 0`)
  const { reads, bypasses, open } = rows[0]!
  if (!reads || bypasses) return `${READER} is bound by no policy`
  return open.length > 0 ? `without a policy: ${open.join(', ')}` : null
}
