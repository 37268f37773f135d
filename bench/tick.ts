import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readConfig } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { claim } from '../src/platform/job-queue.ts'
import { enqueueWhatIsDue } from '../src/server/jobs.ts'
import { openContext } from '../src/server/open-context.ts'
import { startPostgres } from '../tests/postgres-server.ts'
import type { Bench } from './bench.ts'
import { atMost, type Figure, median, noted } from './figure.ts'

const USERS = 20_000
const ACCOUNTS = 100_000

/** The scheduler's tick at 100,000 accounts of 20,000 users on PostgreSQL, and a claim among their jobs. */
export const tick: Bench = async ({ full }) => {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const environment = { DATA_DIR: folder, DATABASE_URL: server.url, LOG_LEVEL: 'warn' }
  const { ctx, close } = await openContext(readConfig(environment))
  try {
    return await measure(ctx, full ? 25 : 6)
  } finally {
    await close()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

async function measure(ctx: Context, ticks: number): Promise<Figure[]> {
  await fill(ctx)
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }
  const whileAllAreDue: number[] = []
  for (let i = 0; i < ticks; i++) whileAllAreDue.push(await timed(() => enqueueWhatIsDue(ctx)))
  const claims: number[] = []
  for (let i = 0; i < 50; i++)
    claims.push(await timed(() => claim(ctx, { kinds: ['sync-account'], lowest: 'nightly' })))
  await ctx.db.execute(sql`update ad_accounts set last_synced_at = now()`)
  await ctx.db.execute(sql`vacuum (analyze) ad_accounts`)
  const whileNoneIs: number[] = []
  for (let i = 0; i < ticks; i++) whileNoneIs.push(await timed(() => enqueueWhatIsDue(ctx)))
  const seconds = (value: number, n: number) => ({ value: value / 1000, unit: 's', n })
  return [
    atMost('tick, all accounts due, worst', 1, seconds(Math.max(...whileAllAreDue), ticks)),
    noted('tick, all accounts due', seconds(median(whileAllAreDue), ticks)),
    atMost('tick, no account due, worst', 1, seconds(Math.max(...whileNoneIs), ticks)),
    noted('claim among them', { value: median(claims), unit: 'ms', n: claims.length }),
  ]
}

async function fill(ctx: Context): Promise<void> {
  await ctx.db.execute(sql`
    insert into users (id, email, name, password_hash, role, is_active, plan, created_at)
    select gen_random_uuid(), n || '@bench.test', 'Bench', '-', 'user', true, 'premium', now()
    from generate_series(1, ${USERS}::int) n`)
  await ctx.db.execute(sql`
    insert into ad_accounts (customer_id, user_id, google_customer_id, name, is_manager, currency_code, time_zone,
      source, granularity, connected, last_synced_at, sync_version, created_at)
    select n, owner.id, 1000000000 + n, 'Cuenta ' || n, false, 'EUR', 'Europe/Madrid', 'google', 'day', true,
      now() - interval '7 hours' - n * interval '1 millisecond', 1, now() - interval '60 days'
    from generate_series(1, ${ACCOUNTS}::int) n
    join (select id, row_number() over () as place from users) owner on owner.place = 1 + n % ${USERS}::int`)
  await ctx.db.execute(sql`
    insert into sync_states (customer_id, status, rows_written, recent_ready, updated_at)
    select customer_id, 'idle', 0, 1, now() from ad_accounts`)
  // A visit keeps accounts from resting: each user came ten times in the last fortnight.
  await ctx.db.execute(sql`
    insert into visits (id, user_id, session_id, is_demo, started_at, last_seen_at)
    select gen_random_uuid(), id, gen_random_uuid(), false, now() - day * interval '1 day', now() - day * interval '1 day'
    from users, generate_series(1, 10) day`)
  for (const table of ['users', 'ad_accounts', 'sync_states', 'visits'])
    await ctx.db.execute(sql.raw(`vacuum (analyze) ${table}`))
}
