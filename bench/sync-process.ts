// A process that syncs, then copies the same rows: started by the bench, which gives it the environment.
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { connectAllAccounts } from '../src/features/accounts/actions/connect-all-accounts.ts'
import { syncNow } from '../src/features/sync/actions/sync-account.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { LEVELS } from '../src/platform/db/levels.ts'
import { googleConnections } from '../src/platform/db/schema/access.ts'
import { googleAdsFor } from '../src/platform/google-ads/client.ts'
import { openContext } from '../src/server/open-context.ts'
import { LARGEST } from './google-side.ts'
import { createPerson } from './person.ts'

export type SyncReport = {
  /** In all tables that a sync fills. */
  rows: number
  /** Of Google's answers. */
  bytes: number
  /** Of the first sync, against the simulator, process and simulator cold. */
  liveMs: number
  /** Of the fastest sync whose answers came from memory. */
  recordedMs: number
  /** Of asking the same and parsing the answers, nothing else. */
  readMs: number
  /** Of the fastest COPY. */
  copyMs: number
}

/** Of the `rounds` of sync and of COPY the fastest counts: what else the machine does only ever adds. */
type Order = { refreshToken: string; rounds: number }

const TABLES = [
  ...Object.keys(LEVELS).flatMap((level) => [`${level}_day`, `${level}_month`]),
  'campaigns',
  'ad_groups',
  'ads',
  'keywords',
  'negative_keywords',
  'search_terms',
  'audiences',
  'conversion_actions',
  'regions',
  'ad_pieces',
  'asset_links',
  'keyword_kept',
  'kept_ranges',
]

const [order] = (await once(process, 'message')) as [Order]
const { ctx, close } = await openContext(readConfig())
// As a job's: a person before the screen would wait no longer for Google than 20 s, which on a busy machine is too short.
process.send?.(await measure({ ...ctx, jobLane: 'asked' }, order))
await close()
process.disconnect()

async function measure(ctx: Context, { refreshToken, rounds }: Order): Promise<SyncReport> {
  const grant = { email: LARGEST.email, scopes: [], refreshToken }
  await connectAllAccounts((await createPerson(ctx)).ctx, grant)
  const asked = listenToQueries()
  const liveMs = await timed(() => syncNow(ctx, LARGEST.customerId))
  const queries = asked()
  const syncs: number[] = []
  for (let round = 0; round < rounds; round++) {
    await forget(ctx)
    syncs.push(await timed(() => syncNow(ctx, LARGEST.customerId)))
  }
  const recordedMs = Math.min(...syncs)
  const { ms: readMs, bytes } = await readOnly(ctx, queries)
  const counts = await Promise.all(TABLES.map((table) => countOf(ctx, table)))
  const rows = counts.reduce((sum, count) => sum + count, 0)
  const copyMs = Math.min(...(await copyTimes(ctx, rounds)))
  return { rows, bytes, liveMs, recordedMs, readMs, copyMs }
}

/** Collects the texts sent to Google until it is called. */
function listenToQueries(): () => string[] {
  const original = globalThis.fetch
  const queries: string[] = []
  globalThis.fetch = (input, init) => {
    if (String(input).endsWith(':searchStream'))
      queries.push((JSON.parse(String(init?.body)) as { query: string }).query)
    return original(input, init)
  }
  return () => {
    globalThis.fetch = original
    return queries
  }
}

/** As before the first sync, with the engine warm. */
async function forget(ctx: Context): Promise<void> {
  await ctx.db.execute(sql.raw(`truncate ${TABLES.join(', ')}, sync_states, jobs`))
  await ctx.db.execute(sql`update ad_accounts set last_synced_at = null`)
}

async function readOnly(ctx: Context, queries: readonly string[]) {
  const [connection] = await ctx.db.select().from(googleConnections)
  if (!connection) throw new Error('there is no connection')
  const options = { loginCustomerId: null, customerId: 0, priority: 'background' } as const
  const ads = googleAdsFor(ctx, connection, options)
  const original = globalThis.fetch
  let bytes = 0
  globalThis.fetch = async (input, init) => {
    const answer = await original(input, init)
    const counted = answer.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          bytes += chunk.length
          controller.enqueue(chunk)
        },
      }),
    )
    return new Response(counted ?? null, answer)
  }
  const ms = await timed(async () => {
    for (const query of queries)
      for await (const batch of ads.stream(LARGEST.customerId, query)) if (batch.length === 0) break
  })
  globalThis.fetch = original
  return { ms, bytes }
}

async function copyTimes(ctx: Context, rounds: number): Promise<number[]> {
  await ctx.db.execute(sql`create schema copied`)
  for (const table of TABLES)
    await ctx.db.execute(sql.raw(`create table copied.${table} (like ${table} including all)`))
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    let ms = 0
    for (const table of TABLES) ms += await copyTable(ctx, table)
    await ctx.db.execute(sql.raw(`truncate ${TABLES.map((table) => `copied.${table}`).join(', ')}`))
    times.push(ms)
  }
  return times
}

/** Milliseconds of COPY FROM alone. A server of its own machine reads the rows from a file. */
async function copyTable(ctx: Context, table: string): Promise<number> {
  if (ctx.storage.engine === 'pglite') {
    const client = (ctx.db as unknown as { $client: PGlite }).$client
    const { blob } = await client.query(`copy ${table} to '/dev/blob'`)
    if (!blob) throw new Error(`no copy of ${table}`)
    return await timed(() => client.query(`copy copied.${table} from '/dev/blob'`, [], { blob }))
  }
  const file = join(tmpdir(), `pujante-bench-${process.pid}-${table}`)
  await ctx.db.execute(sql.raw(`copy ${table} to '${file}'`))
  const ms = await timed(() => ctx.db.execute(sql.raw(`copy copied.${table} from '${file}'`)))
  rmSync(file, { force: true })
  return ms
}

async function countOf(ctx: Context, table: string): Promise<number> {
  const { rows } = await ctx.db.execute<{ n: number }>(
    sql.raw(`select count(*)::int as n from ${table}`),
  )
  return rows[0]?.n ?? 0
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
