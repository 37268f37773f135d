import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import type { Config } from '../config.ts'
import { lockData } from './data-lock.ts'
import { type AccountDb, accountHandles, type Db } from './handles.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { type Notices, pgliteNotices, postgresNotices } from './notices.ts'
import { assertNotOlder } from './older-tables.ts'
import { pgliteClient } from './pglite-client.ts'
import { makeFolder } from './pglite-folder.ts'
import { type PgliteThread, startPgliteThread } from './pglite-thread.ts'
import { CitusReader, PostgresReader } from './postgres-reader.ts'
import { type Lease, LeasedPool } from './under-lease.ts'
import { type Upkeep, upkeepOfCitus, upkeepOfPglite, upkeepOfPostgres } from './upkeep.ts'
import { raiseWall, wallFault } from './wall.ts'

export type Storage = {
  db: Db
  /** For a job: its writes are refused once its lease is gone. What is true anyhow is written by the plain handle. */
  underLease: (lease: Lease) => Db
  /** For reads of one account's rows, behind the wall; the plain handle where the wall does not stand. */
  ofAccount: (customerId: number) => AccountDb
  /** Why the wall does not stand; null where it does. */
  wallFault: string | null
  engine: 'pglite' | 'postgres'
  /** What other processes, and this one, tell each other. */
  notices: Notices
  maintain: Upkeep
  /** A line for another thread of this process to the embedded database; null where there is none to be had. */
  connectJobs: (() => MessagePort) | null
  /** Since the embedded database answered anything; infinite on a server, which is asked itself. */
  answeredMsAgo: () => number
  /** Resolves when the embedded database has ended by itself, which leaves nothing to serve with; never on a server. */
  whenBroken: Promise<void>
  /** Of the memory that the embedded database's thread left behind. */
  giveBackMemory: () => void
  close: () => Promise<void>
}

export const MIGRATIONS = join(import.meta.dirname, 'migrations')
const INT8 = 20
const DATE = 1082
const NUMERIC = 1700

/**
 * Plans of small tenants gain nothing from jit and lose its compile time, nor does a campaign's year gain from workers:
 * starting them takes as long as reading it.
 */
export const SESSION_OPTIONS =
  '-c jit=off -c parallel_setup_cost=10000 -c random_page_cost=1.1 -c work_mem=32MB -c statement_timeout=120000 -c idle_in_transaction_session_timeout=120000'

/** `migrates` false: throws OlderTables where they would be changed. */
export type OpenOptions = { migrates?: boolean | undefined }

/** Opens the engine of the configuration and brings its schema up to date. */
export async function openStorage(
  config: StorageConfig,
  options: OpenOptions = {},
): Promise<Storage> {
  return config.databaseUrl
    ? await openPostgres(config.databaseUrl, config, options)
    : await openPglite(config.dataDir, options)
}

type StorageConfig = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databaseUrlDirect' | 'databasePool'>>

async function openPostgres(
  databaseUrl: string,
  { databaseUrlDirect, databasePool }: StorageConfig,
  { migrates = true }: OpenOptions,
): Promise<Storage> {
  // A pooler refuses such options as a session begins; behind one the database's role has them (deploy/runbook.md).
  const options = databaseUrlDirect ? undefined : SESSION_OPTIONS
  const pool = openPool(databaseUrl, { max: databasePool, options })
  const db = drizzlePg(pool)
  // A pooler between may lend the same session to others: locks and notices want one of their own.
  const direct = databaseUrlDirect ?? databaseUrl
  let notices: Notices | null = null
  const close = async () => {
    await notices?.close()
    await pool.end()
  }
  try {
    if (!migrates) await assertNotOlder(db, MIGRATIONS)
    await migratePostgres(direct, MIGRATIONS)
    notices = await postgresNotices(direct)
    const isCitus = await knowsCitus(pool)
    return {
      db,
      underLease: (lease) => drizzlePg(new LeasedPool(pool, lease) as unknown as pg.Pool),
      ...(await postgresWall(pool, db, isCitus)),
      engine: 'postgres',
      notices,
      maintain: isCitus ? upkeepOfCitus(db) : upkeepOfPostgres(db),
      connectJobs: null,
      answeredMsAgo: () => Number.POSITIVE_INFINITY,
      whenBroken: new Promise(() => {}),
      giveBackMemory: () => {},
      close,
    }
  } catch (error) {
    // Lines that stay open would keep the process from ending.
    await close()
    throw error
  }
}

function openPool(
  databaseUrl: string,
  { max = 10, options }: { max: number | undefined; options: string | undefined },
): pg.Pool {
  // Sums and ids stay below 2^53 (9e9 currency units), so numbers are exact.
  pg.types.setTypeParser(INT8, Number)
  pg.types.setTypeParser(NUMERIC, Number)
  pg.types.setTypeParser(DATE, (text) => text)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    // A pause between two clicks is no reason to log in again and plan anew.
    idleTimeoutMillis: 300_000,
    connectionTimeoutMillis: 10_000,
    options,
  })
  // A connection that the server ended is replaced by itself; unheard, the event would end the process. Of one that is
  // lent, as for a transaction, the pool hears nothing: its next statement fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

type Wall = Pick<Storage, 'ofAccount' | 'wallFault'>

async function knowsCitus(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(`select 1 from pg_extension where extname = 'citus'`)
  return rows.length > 0
}

async function postgresWall(pool: pg.Pool, db: Db, isCitus: boolean): Promise<Wall> {
  const Reader = isCitus ? CitusReader : PostgresReader
  const open = (customerId: number) =>
    drizzlePg(new Reader(pool, customerId) as unknown as pg.Pool) as AccountDb
  return await wallOr(open, db)
}

async function wallOr(open: (customerId: number) => AccountDb, db: Db): Promise<Wall> {
  const fault = await wallFault(open(0))
  return { ofAccount: fault === null ? accountHandles(open) : () => db, wallFault: fault }
}

async function openPglite(dataDir: string, options: OpenOptions): Promise<Storage> {
  const release = lockData(dataDir)
  try {
    const folder = join(dataDir, 'postgres')
    await makeFolder(folder)
    return await storageOver(await startPgliteThread(folder), release, options)
  } catch (error) {
    release()
    const { bavail, bsize } = await statfs(dataDir)
    if (bavail * bsize > LEAST_ROOM_BYTES) throw error
    throw new Error('ENOSPC: no room for the embedded database to begin', { cause: error })
  }
}

/** A part of its log takes half of it; without one it says no more than that it does not begin. */
const LEAST_ROOM_BYTES = 32e6

/** The embedded database in this thread, which ends with it; then it calls `release`. */
export async function storageOver(
  thread: PgliteThread,
  release: () => void,
  { migrates = true }: OpenOptions = {},
): Promise<Storage> {
  try {
    await migrate(thread.connect('requests'), migrates)
    const storage = await openPgliteLine(thread.connect('requests'))
    const close = async () => {
      await storage.close()
      await thread.close()
      release()
    }
    const connectJobs = () => thread.connect('jobs')
    const { answeredMsAgo, giveBackMemory, whenBroken } = thread
    return { ...storage, connectJobs, answeredMsAgo, giveBackMemory, whenBroken, close }
  } catch (error) {
    // No other process may open the folder before the thread has left it.
    await thread.close().catch(() => {})
    throw error
  }
}

async function migrate(line: MessagePort, migrates: boolean): Promise<void> {
  const client = pgliteClient(line)
  const db = dbOver(client)
  if (!migrates) await assertNotOlder(db, MIGRATIONS)
  await migratePglite(db as never, { migrationsFolder: MIGRATIONS })
  await raiseWall(db)
  client.close()
}

/** Of PGlite drizzle uses what our client has; the two drivers' handles differ only in the type of a raw result. */
function dbOver(client: object): Db {
  return drizzlePglite(client as PGlite) as unknown as Db
}

/** The embedded database as another thread sees it, whose schema is up to date. */
export async function openPgliteLine(port: MessagePort): Promise<Storage> {
  const client = pgliteClient(port)
  const db = dbOver(client)
  const open = (customerId: number): AccountDb => dbOver(client.ofAccount(customerId))
  return {
    db,
    underLease: (lease) => dbOver(client.underLease(lease)),
    ...(await wallOr(open, db)),
    engine: 'pglite',
    notices: await pgliteNotices(client),
    maintain: upkeepOfPglite(db),
    connectJobs: null,
    answeredMsAgo: () => Number.POSITIVE_INFINITY,
    whenBroken: new Promise(() => {}),
    giveBackMemory: () => {},
    close: async () => client.close(),
  }
}
