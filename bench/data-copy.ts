import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { makeCopy } from '../src/features/data-rights/actions/make-copy.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { dataExports } from '../src/platform/db/schema/data-rights.ts'
import { openContext } from '../src/server/open-context.ts'
import { startPostgres } from '../tests/postgres-server.ts'
import type { Bench } from './bench.ts'
import { atMost, type Figure, noted } from './figure.ts'

/** Beside what the process has anyway. */
const MOST_ADDED_MB = 100
const SAMPLE_EVERY_MS = 50

/** A person's copy of an account with a million rows (ten with --full, others with --rows) on PostgreSQL: memory of this process, and time. */
export const dataCopy: Bench = async ({ full, rows }) => {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const environment = { DATA_DIR: folder, DATABASE_URL: server.url, LOG_LEVEL: 'warn' }
  const { ctx, close } = await openContext(readConfig(environment))
  try {
    return await measure(ctx, rows ?? (full ? 10_000_000 : 1_000_000))
  } finally {
    await close()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

async function measure(ctx: Context, rows: number): Promise<Figure[]> {
  const [userId, exportId] = [randomUUID(), randomUUID()]
  await fill(ctx, userId, rows)
  const askedAt = ctx.clock.now()
  await ctx.db.insert(dataExports).values({ userId, id: exportId, status: 'waiting', askedAt })
  const before = process.memoryUsage().rss
  let most = 0
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, SAMPLE_EVERY_MS)
  const began = performance.now()
  await makeCopy(ctx, { userId, exportId, origin: 'http://localhost' }, { isLast: false })
  const seconds = (performance.now() - began) / 1000
  clearInterval(sampling)
  const [made] = await ctx.db.select().from(dataExports).where(eq(dataExports.id, exportId))
  return [
    atMost('data copy, memory added', MOST_ADDED_MB, {
      value: (most - before) / 1e6,
      unit: 'MB',
      n: rows,
    }),
    // With every module of the benches, most of which no worker loads.
    noted('data copy, memory of the bench with it', { value: most / 1e6, unit: 'MB', n: rows }),
    noted('data copy, time', { value: seconds, unit: 's', n: rows }),
    noted('data copy, size', { value: (made?.size ?? 0) / 1e6, unit: 'MB', n: rows }),
  ]
}

async function fill(ctx: Context, userId: string, rows: number): Promise<void> {
  await ctx.db.execute(sql`
    insert into users (id, email, name, password_hash, role, is_active, plan, created_at)
    values (${userId}, 'copia@bench.test', 'Bench', '-', 'user', true, 'premium', now())`)
  await ctx.db.execute(sql`
    insert into ad_accounts (customer_id, user_id, google_customer_id, name, is_manager, currency_code, time_zone,
      source, granularity, connected, sync_version, created_at)
    values (1, ${userId}, '1000000001', 'Cuenta', false, 'EUR', 'Europe/Madrid', 'google', 'day', true, 1, now())`)
  const AT_ONCE = 500_000
  for (let from = 0; from < rows; from += AT_ONCE)
    await ctx.db.execute(sql`
      insert into search_term_day (customer_id, day, campaign_id, ad_group_id, criterion_id, term_id, impressions,
        clicks, cost_micros, conversions_micros, value_micros)
      select 1, date '2025-01-01' + (n % 400)::int, n % 20, n % 300, n % 5000, n, n % 977, n % 13, n * 7919 % 9000000, n % 3 * 1000000, 0
      from generate_series(${from}::bigint, ${from + AT_ONCE - 1}::bigint) n`)
}
