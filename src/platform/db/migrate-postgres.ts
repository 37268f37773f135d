import { setTimeout as sleep } from 'node:timers/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { distribute, unspreadTables } from './distribute.ts'
import type { Db } from './handles.ts'
import { openTables, raiseWall } from './wall.ts'

/** Any number, the same in all processes. */
const MIGRATION_LOCK = 7_141_026
const LOCK_NOT_AVAILABLE = '55P03'
const TRIES = 5
const TRY_AGAIN_MS = 2_000

/**
 * Brings the schema up to date. Of several processes that start together one does it, the others wait and find nothing
 * left to do; where nothing is to be done, a user without the right to create tables is enough.
 */
export async function migratePostgres(
  databaseUrl: string,
  migrationsFolder: string,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // The statement that was cut off fails; unheard, the event would end the process before that is said.
  client.on('error', () => {})
  await client.connect()
  try {
    const db = drizzle(client) as Db
    if (
      (await isUpToDate(client, migrationsFolder)) &&
      (await unspreadTables(client)).length === 0 &&
      (await openTables(db)).length === 0
    )
      return
    // The role may have limits for what a request asks; of a large table an index takes longer, and so does another process's turn.
    await client.query('set statement_timeout = 0')
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    // A server without Citus takes it for a setting of its own. In parallel, a migration that alters a table that is
    // spread could not write to one of which each node has a copy.
    await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
    // A statement that waits for a table holds up every read that comes after it: rather give way and try again.
    await client.query(`set lock_timeout = '5s'`)
    await tryOften(() => migrate(drizzle(client), { migrationsFolder }))
    await tryOften(() => raiseWall(db))
    await distribute(client)
  } finally {
    await client.end()
  }
}

/** As the table of those that were made numbers it. */
export function newestMigration(migrationsFolder: string): number {
  return readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0
}

async function isUpToDate(client: pg.Client, migrationsFolder: string): Promise<boolean> {
  const { rows } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as known`,
  )
  if (!rows[0]?.known) return false
  const last = await client.query('select max(created_at) as at from drizzle.__drizzle_migrations')
  return Number(last.rows[0]?.at ?? 0) >= newestMigration(migrationsFolder)
}

async function tryOften(work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried++)
    try {
      return await work()
    } catch (error) {
      const cause = (error as Error).cause ?? error
      if ((cause as { code?: string }).code !== LOCK_NOT_AVAILABLE || tried === TRIES) throw error
      await sleep(TRY_AGAIN_MS)
    }
}
