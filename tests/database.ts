import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type Clock, systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { openStorage } from '../src/platform/db/client.ts'
import { openContext } from '../src/server/open-context.ts'
import { closeTemplate, clusterOf, createDatabase, dropDatabase } from './cluster-databases.ts'
import { embeddedStorage } from './embedded-databases.ts'

/** A fixed present, so that seeded accounts give the same figures on any day the tests run. */
export const TEST_NOW = new Date('2026-11-20T10:00:00Z')

type OwnDatabase = {
  environment: Record<string, string>
  drop: () => Promise<void>
}

/** On PostgreSQL (TEST_DATABASE_URL) a database of its own; else a folder of its own, and an empty embedded one. */
async function ownDatabase(): Promise<OwnDatabase> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return await ownFolder()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await createFromEmpty(server, name)
  const erasureLog = join(tmpdir(), `${name}.jsonl`)
  return {
    environment: { ...addressesOf(server, name), ERASURE_LOG: erasureLog },
    drop: async () => {
      rmSync(erasureLog, { force: true })
      await dropDatabase(clusterOf(server), name)
    },
  }
}

async function ownFolder(): Promise<OwnDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'pujante-test-'))
  return {
    environment: { DATA_DIR: folder },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A context on a database of its own, with a clock that stands at TEST_NOW and can be moved. */
export async function openTestContext(environment: Record<string, string> = {}) {
  const database = await ownDatabase()
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    APP_ORIGIN: 'http://localhost',
    ENCRYPTION_KEY: '0'.repeat(64),
    ...database.environment,
    ...environment,
  })
  const clock = systemClock(TEST_NOW.getTime() - Date.now())
  // One that brings a folder or a server of its own opens what is there.
  const isGiven = 'DATA_DIR' in environment || config.databaseUrl
  const storage = isGiven ? undefined : await embeddedStorage(config.dataDir)
  const opened = await openContext(config, { clock, random: () => 0.5, storage })
  const close = async () => {
    opened.stop()
    await opened.close()
    await database.drop()
  }
  return { ctx: opened.ctx, clock, close }
}

/** The same around a test file; the fields are there once its tests run. */
export function testContext(): { ctx: Context; clock: Clock } {
  const opened = {} as Awaited<ReturnType<typeof openTestContext>>
  beforeAll(async () => void Object.assign(opened, await openTestContext()), 300_000)
  afterAll(() => opened.close?.())
  return opened
}

/** A copy of a database with our tables, which the first to need it makes. */
async function createFromEmpty(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    const known = await client.query(`select 1 from pg_database where datname = 'empty'`)
    const cluster = clusterOf(server)
    if (known.rowCount === 0) {
      await createDatabase(cluster, 'empty', 'template1')
      const storage = await openStorage({ databaseUrl: addressOf(server, 'empty'), dataDir: '' })
      await storage.close()
      await closeTemplate(cluster, 'empty')
    }
    await createDatabase(cluster, name, 'empty')
  } finally {
    // Else the lock stays, and all other files wait for it.
    await client.end()
  }
}

/** Behind a pooler (`tests/pooled-server.ts`) that one's, and the server's own. */
function addressesOf(server: string, name: string): Record<string, string> {
  const direct = addressOf(server, name)
  const pooler = process.env.TEST_POOLER_URL
  if (!pooler) return { DATABASE_URL: direct }
  return { DATABASE_URL: addressOf(pooler, name), DATABASE_URL_DIRECT: direct }
}

function addressOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
