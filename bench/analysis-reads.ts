import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { keepSums } from '../src/account-data/kept-sums.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { openContext } from '../src/server/open-context.ts'
import { startPostgres } from '../tests/postgres-server.ts'
import {
  addAccount,
  type BenchAccount,
  FILLED_TABLES,
  fillAccount,
  LARGE_ACCOUNT,
  settle,
} from './analysis-account.ts'
import { cachedViews, httpShare } from './analysis-http.ts'
import { accountReads, campaignReads } from './analysis-sums.ts'
import type { Bench, BenchStage } from './bench.ts'
import { fetchDuckDb, openColumnarPeer } from './columnar-peer.ts'
import { type Figure, noted, unmeasured } from './figure.ts'
import { createPerson } from './person.ts'

/** The reads behind the analysis screens, over the same rows in PostgreSQL, DuckDB and PGlite. */
export const analysisReads: Bench = async (stage) => {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  // The database's own user writes the copies here.
  chmodSync(folder, 0o777)
  const environment = { DATA_DIR: folder, DATABASE_URL: server.url, LOG_LEVEL: 'warn' }
  const { ctx, close } = await openContext(readConfig(environment))
  try {
    const person = await createPerson(ctx)
    const account = await addAccount(person.ctx, LARGE_ACCOUNT)
    await fillAccount(ctx, LARGE_ACCOUNT)
    const keeping = await keepingOf(ctx, 'postgres', account)
    return [
      keeping,
      ...(await campaignReads(ctx, 'postgres', stage)),
      ...(await besideColumns(ctx, folder, stage)),
      ...(await httpShare(ctx, { stage, environment, account, cookie: person.cookie })),
      ...(await cachedViews(ctx, { stage, account, cookie: person.cookie })),
      ...(await onPglite(ctx, folder, stage, account)),
    ]
  } finally {
    await close()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

/** What a sync adds for it, once a day and after each change. */
async function keepingOf(ctx: Context, engine: string, { customerId }: BenchAccount) {
  const began = performance.now()
  await keepSums(ctx, customerId, LARGE_ACCOUNT.lastDay)
  const value = performance.now() - began
  await settle(ctx)
  return noted(`keeping the sums of 20,000 keywords, ${engine}`, { value, unit: 'ms', n: 1 })
}

async function besideColumns(ctx: Context, folder: string, stage: BenchStage): Promise<Figure[]> {
  const duckDb = await fetchDuckDb()
  if (!duckDb)
    return [...(await accountReads(ctx, 'postgres', stage)), unmeasured('account top 10 DuckDB')]
  const csv = join(folder, 'keyword_day.csv')
  await ctx.db.execute(sql.raw(`copy keyword_day to '${csv}' csv header`))
  const peer = await openColumnarPeer(duckDb, folder, csv)
  rmSync(csv)
  try {
    return await accountReads(ctx, 'postgres', stage, peer)
  } finally {
    peer.close()
  }
}

/** The same tables, copied. */
async function onPglite(
  source: Context,
  folder: string,
  stage: BenchStage,
  account: BenchAccount,
): Promise<Figure[]> {
  const dataDir = join(folder, 'embedded')
  const { ctx, close } = await openContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }))
  const client = (ctx.db as unknown as { $client: PGlite }).$client
  for (const table of FILLED_TABLES) {
    const file = join(folder, table)
    await source.db.execute(sql.raw(`copy ${table} to '${file}'`))
    // In memory: one that stands for a file does not go over the line to the database's thread.
    const blob = new Blob([readFileSync(file)])
    await client.query(`copy ${table} from '/dev/blob'`, [], { blob })
    rmSync(file)
  }
  await settle(ctx)
  try {
    return [
      await keepingOf(ctx, 'pglite', account),
      ...(await campaignReads(ctx, 'pglite', stage)),
      ...(await accountReads(ctx, 'pglite', stage)),
    ]
  } finally {
    await close()
  }
}
