import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { PGlite, type QueryOptions } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePg, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { Config } from '../config.ts'
import { lockData } from './data-lock.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { type Notices, pgliteNotices, postgresNotices } from './notices.ts'

/** One handle for both engines; `execute` answers `{ rows }` on either. */
export type Db = PgDatabase<NodePgQueryResultHKT>

export type Storage = {
  db: Db
  engine: 'pglite' | 'postgres'
  /** What other processes, and this one, tell each other. */
  notices: Notices
  /** After a sync: what a server does by itself, PGlite must be told. Short statements. */
  maintain: (tables: readonly string[]) => Promise<void>
  close: () => Promise<void>
}

const MIGRATIONS = join(import.meta.dirname, 'migrations')
const INT8 = 20
const DATE = 1082
const NUMERIC = 1700

/** Opens the engine of the configuration and brings its schema up to date. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  return config.databaseUrl
    ? await openPostgres(config.databaseUrl, config)
    : await openPglite(config.dataDir)
}

type StorageConfig = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databaseUrlDirect' | 'databasePool'>>

async function openPostgres(
  databaseUrl: string,
  { databaseUrlDirect, databasePool }: StorageConfig,
): Promise<Storage> {
  // Sums and ids stay below 2^53 (9e9 currency units), so numbers are exact.
  pg.types.setTypeParser(INT8, Number)
  pg.types.setTypeParser(NUMERIC, Number)
  pg.types.setTypeParser(DATE, (text) => text)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: databasePool ?? 10,
    // A pause between two clicks is no reason to log in again and plan anew.
    idleTimeoutMillis: 300_000,
    connectionTimeoutMillis: 10_000,
    // Plans of small tenants gain nothing from jit and lose its compile time, nor does a campaign's year gain from
    // workers: starting them takes as long as reading it.
    options:
      '-c jit=off -c parallel_setup_cost=10000 -c random_page_cost=1.1 -c work_mem=32MB -c statement_timeout=120000 -c idle_in_transaction_session_timeout=120000',
  })
  // An idle connection that the server ended is replaced by itself; unheard, the event would end the process.
  pool.on('error', () => {})
  const db = drizzlePg(pool)
  // A pooler between may lend the same session to others: locks and notices want one of their own.
  const direct = databaseUrlDirect ?? databaseUrl
  await migratePostgres(direct, MIGRATIONS)
  const notices = await postgresNotices(direct)
  const close = async () => {
    await notices.close()
    await pool.end()
  }
  return { db, engine: 'postgres', notices, maintain: async () => {}, close }
}

async function openPglite(dataDir: string): Promise<Storage> {
  const release = lockData(dataDir)
  try {
    const client = await openClient(join(dataDir, 'postgres'))
    const db = drizzlePglite(client)
    await migratePglite(db, { migrationsFolder: MIGRATIONS })
    const notices = await pgliteNotices(client)
    const close = async () => {
      await client.close()
      release()
    }
    // The two drivers' handles differ only in the type of a raw result, and both have `rows`.
    const handle = db as unknown as Db
    return {
      db: handle,
      engine: 'pglite',
      notices,
      maintain: (tables) => maintainPglite(handle, tables),
      close,
    }
  } catch (error) {
    release()
    throw error
  }
}

const parsers = { [INT8]: Number, [NUMERIC]: Number, [DATE]: (text: string) => text }

async function openClient(folder: string): Promise<PGlite> {
  if (!existsSync(folder)) {
    // Killed in the middle of its first boot a folder may never open again: make it aside, then rename.
    const aside = `${folder}.new`
    rmSync(aside, { recursive: true, force: true })
    const first = await PGlite.create(aside)
    await first.close()
    renameSync(aside, folder)
  }
  const client = await PGlite.create({ dataDir: folder, parsers })
  return giveWay(keepParsers(client))
}

/**
 * Drizzle brings its parsers with every statement, and PGlite would merge them anew with its own, which costs as much as
 * a short statement: they become the client's, and statements bring none.
 */
function keepParsers(client: PGlite): PGlite {
  const kept = (options?: QueryOptions): QueryOptions | undefined => {
    if (!options?.parsers) return options
    Object.assign(client.parsers, options.parsers)
    return { ...options, parsers: undefined }
  }
  const query = client.query.bind(client)
  client.query = (text, values, options) => query(text, values, kept(options))
  const transaction = client.transaction.bind(client)
  client.transaction = (work) =>
    transaction((within) => {
      const queryWithin = within.query
      within.query = (text, values, options) => queryWithin(text, values, kept(options))
      return work(within)
    })
  return client
}

/**
 * PGlite answers without ever leaving the microtask queue, so a job that awaits one statement after the
 * other would keep every request waiting until it ends: a turn of the event loop after each.
 */
function giveWay(client: PGlite): PGlite {
  const query = client.query.bind(client)
  client.query = async <T>(...statement: Parameters<typeof client.query>) => {
    const results = await query<T>(...statement)
    await setImmediate()
    return results
  }
  return client
}

async function maintainPglite(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`)
  await db.execute(sql`checkpoint`)
}
