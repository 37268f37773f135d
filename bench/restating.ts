import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { writeFacts } from '../src/features/sync/actions/write-facts.ts'
import { dayGroups } from '../src/features/sync/rules/day-groups.ts'
import type { FactRow } from '../src/features/sync/rules/fact-row.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { keysOf, sumsOf } from '../src/platform/db/levels.ts'
import { openContext } from '../src/server/open-context.ts'
import { addDays, eachDay } from '../src/shared/dates.ts'
import { startPostgres } from '../tests/postgres-server.ts'
import type { Bench } from './bench.ts'
import { atMost, type Figure, median, noted } from './figure.ts'
import { createPerson } from './person.ts'

const TO = '2026-11-20'
const DAYS = 30
const RANGE = { from: addDays(TO, 1 - DAYS), to: TO }
const CHANGED_PERCENT = 10
const BATCH = 5_000
const NAMES = ['day', ...keysOf('keyword'), ...sumsOf('keyword')]

/**
 * 30 days that Google tells again, one row in ten of them changed: as a sync writes them, as the first sync of a day does, which
 * looks at all that is stored, and each written over unseen.
 */
export const restating: Bench = async ({ full }) => {
  const keywords = full ? 20_000 : 2_500
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  try {
    return [
      ...(await onEngine('postgres', keywords, { DATABASE_URL: server.url })),
      ...(await onEngine('pglite', keywords, {})),
    ]
  } finally {
    await server.stop()
  }
}

async function onEngine(
  engine: string,
  keywords: number,
  environment: Record<string, string>,
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const config = readConfig({ ...environment, DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const { ctx, close } = await openContext(config)
  try {
    return await measure(engine, ctx, keywords)
  } finally {
    await close()
    rmSync(folder, { recursive: true })
  }
}

/** Three accounts with the same rows in the same tables, so that each way finds them alike. */
async function measure(engine: string, ctx: Context, keywords: number): Promise<Figure[]> {
  const [SYNCED, BLIND, COMPARED] = [1, 2, 3]
  for (const customerId of [SYNCED, BLIND, COMPARED]) {
    await addAccount(ctx, customerId)
    await restate(ctx, customerId, rowsOf(keywords, 0))
  }
  // The first to find rows keeps their prints.
  await restate(ctx, SYNCED, rowsOf(keywords, 0))
  const synced: number[] = []
  const compared: number[] = []
  const blind: number[] = []
  const rounds = 5
  for (let round = 1; round <= rounds; round++) {
    const rows = rowsOf(keywords, round)
    // What autovacuum would do in a while; PGlite has none.
    for (const table of ['keyword_day', 'keyword_month'])
      await ctx.db.execute(sql.raw(`vacuum (analyze) ${table}`))
    synced.push(await timed(() => restate(ctx, SYNCED, rows)))
    await ctx.db.execute(sql`delete from day_prints where customer_id = ${COMPARED}`)
    compared.push(await timed(() => restate(ctx, COMPARED, rows)))
    blind.push(await timed(() => upsert(ctx, BLIND, rows)))
  }
  for (const customerId of [SYNCED, COMPARED]) await refuseDifference(ctx, customerId, BLIND)
  const n = keywords * DAYS
  const of = (samples: number[]) => ({ value: median(samples), unit: 'ms', n })
  const against = (samples: number[]) => ({
    value: median(samples) / median(blind),
    unit: '× upsert',
    n,
  })
  return [
    noted(`restating 30 days, ${engine}: as a sync writes`, of(synced)),
    noted(`restating 30 days, ${engine}: blind upsert`, of(blind)),
    atMost(`restating 30 days, ${engine}: first of a day`, 0.5, against(compared)),
    atMost(`restating 30 days, ${engine}`, 0.5, against(synced)),
  ]
}

async function addAccount(ctx: Context, customerId: number): Promise<void> {
  const { userId } = (await createPerson(ctx)).ctx.caller
  await ctx.db.execute(sql`
    insert into ad_accounts (customer_id, user_id, google_customer_id, name, is_manager, currency_code, time_zone,
      source, granularity, connected, sync_version, created_at)
    values (${customerId}, ${userId}, '1000000001', 'Cuenta', false, 'EUR', 'Europe/Madrid', 'google', 'day', true, 1, now())`)
}

/** A row is another in every tenth round after its own, so that each round changes a tenth against the one before. */
function rowsOf(keywords: number, round: number): FactRow[] {
  const every = 100 / CHANGED_PERCENT
  return eachDay(RANGE.from, RANGE.to).flatMap((day, d) =>
    Array.from({ length: keywords }, (_, k) => {
      const times = Math.floor((round + ((k + d) % every)) / every)
      const sums = sumsOf('keyword').map((_, i) => ((k * 31 + d * 7 + i * 13) % 5_000) + times)
      return { day, keys: [1 + (k % 20), 1 + (k % 400), k], sums }
    }),
  )
}

async function restate(ctx: Context, customerId: number, rows: readonly FactRow[]): Promise<void> {
  for await (const group of dayGroups(inBatches(rows), RANGE))
    await writeFacts(ctx, { customerId, level: 'keyword' }, group)
}

/** The days alone, in batches of the same size: what moves the rollups comes on top for who does not look. */
async function upsert(ctx: Context, customerId: number, rows: readonly FactRow[]): Promise<void> {
  const names = sql.raw(NAMES.join(', '))
  const set = sql.raw(
    sumsOf('keyword')
      .map((name) => `${name} = excluded.${name}`)
      .join(', '),
  )
  for await (const batch of inBatches(rows)) {
    const columns = NAMES.map((_, i) => arrayOf(batch, i)).map(
      (text, i) => sql`${text}::${sql.raw(i === 0 ? 'date[]' : 'bigint[]')}`,
    )
    await ctx.db.execute(sql`
      insert into keyword_day (customer_id, ${names})
      select ${customerId}::bigint, ${names} from unnest(${sql.join(columns, sql`, `)}) as t(${names})
      on conflict (customer_id, day, campaign_id, ad_group_id, criterion_id) do update set ${set}`)
  }
}

function arrayOf(rows: readonly FactRow[], column: number): string {
  return `{${rows.map(({ day, keys, sums }) => [day, ...keys, ...sums][column]).join(',')}}`
}

async function* inBatches(rows: readonly FactRow[]): AsyncGenerator<readonly FactRow[]> {
  for (let start = 0; start < rows.length; start += BATCH) yield rows.slice(start, start + BATCH)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Throws unless both ways left the same. */
async function refuseDifference(ctx: Context, one: number, other: number): Promise<void> {
  const names = sql.raw(NAMES.join(', '))
  const { rows } = await ctx.db.execute(sql`
    (select ${names} from keyword_day where customer_id = ${one}
     except select ${names} from keyword_day where customer_id = ${other}) limit 1`)
  if (rows.length > 0) throw new Error('the two ways left different rows')
}
