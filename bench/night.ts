import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { connectAllAccounts } from '../src/features/accounts/actions/connect-all-accounts.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { enqueueWhatIsDue } from '../src/server/jobs.ts'
import { openContext } from '../src/server/open-context.ts'
import { startPostgres } from '../tests/postgres-server.ts'
import type { LongBench } from './bench.ts'
import { atLeast, atMost, type Figure, noted } from './figure.ts'
import { startGoogleSide } from './google-side.ts'
import { createPerson } from './person.ts'
import { startServerProcess } from './server-process.ts'

/** A user has so many accounts; users take turns. */
const ACCOUNTS_OF_A_USER = 4
const GOOGLE_ANSWERS_MS = 200
const LOOK_EVERY_MS = 200
const GIVE_UP_MS = 6 * 3_600_000
/** The smallest of the simulator's accounts with figures; all are answered as it is. */
const SMALL = { email: 'pablo.nuevo@gmail.test', customerId: '8090112244' }

/**
 * A night: accounts that all fall due, workers as processes of their own, Google 200 ms away, 30 days an account (the fewest a
 * setting allows). Of 16 accounts a round, two for each loop of four workers; with `--full` of 240, and then one of 10,000 with four
 * workers. Each figure is told as soon as it is there: a round takes minutes where others want the processor.
 */
export const night: LongBench = async function* ({ full }) {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const google = await startGoogleSide({
    email: SMALL.email,
    allAs: SMALL.customerId,
    delayMs: GOOGLE_ANSWERS_MS,
  })
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const environment = {
    ...google.recordedEnvironment,
    DATABASE_URL: server.url,
    GOOGLE_ADS_HISTORY_DAYS: '30',
    LOG_LEVEL: 'error',
  }
  const { ctx, close } = await openContext(readConfig({ ...environment, DATA_DIR: folder }))
  try {
    const nights = await firstNight(ctx, folder, environment, google.refreshToken)
    yield* inNumbers(nights, full)
    yield await withinQuota(nights)
  } finally {
    await close()
    await google.close()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

type Nights = {
  ctx: Context
  /** Seconds until all of so many new accounts were synced, or wait for another day. */
  spend: (workers: number, accounts: number, dailyOperations?: number) => Promise<number>
}

/** Google's answers are made at their first asking, and remembered: that night counts for nothing. */
async function firstNight(
  ctx: Context,
  folder: string,
  environment: Record<string, string>,
  refreshToken: string,
): Promise<Nights> {
  const person = await createPerson(ctx)
  await connectAllAccounts(person.ctx, { email: SMALL.email, scopes: [], refreshToken })
  await ctx.db.execute(sql`delete from jobs`)
  await ctx.db.execute(sql`update ad_accounts set connected = false`)
  const spend: Nights['spend'] = async (workers, accounts, dailyOperations = 100_000_000) => {
    await addAccounts(ctx, accounts)
    const settings = { ...environment, GOOGLE_ADS_DAILY_OPERATIONS: String(dailyOperations) }
    const processes = await Promise.all(
      Array.from({ length: workers }, () => startServerProcess(folder, settings, [], 'worker')),
    )
    try {
      const began = performance.now()
      await enqueueWhatIsDue(ctx)
      await untilQuiet(ctx, began + GIVE_UP_MS)
      return (performance.now() - began) / 1000
    } finally {
      await Promise.all(processes.map((one) => one.stop()))
      await ctx.db.execute(sql`delete from jobs`)
    }
  }
  await spend(1, 2)
  return { ctx, spend }
}

async function* inNumbers({ ctx, spend }: Nights, full: boolean): AsyncGenerator<Figure, void> {
  const accounts = full ? 240 : 16
  const before = await operations(ctx)
  const of = (value: number, unit: string) => ({ value, unit, n: accounts })
  const one = await spend(1, accounts)
  yield noted('night: one worker', of(accounts / one, 'accounts/s'))
  yield atLeast('night: two workers', 1.8, of(one / (await spend(2, accounts)), '× one'))
  yield atLeast('night: four workers', 3.2, of(one / (await spend(4, accounts)), '× one'))
  const each = ((await operations(ctx)) - before) / (3 * accounts)
  yield noted('night: operations an account', of(each, ''))
  if (!full) return
  const hours = (await spend(4, 10_000)) / 3600
  yield noted('night: 10,000 accounts, four workers', { value: hours, unit: 'h', n: 10_000 })
}

/** Of what all would need there is half: the others wait for another day. */
async function withinQuota({ ctx, spend }: Nights): Promise<Figure> {
  const accounts = 8
  const before = await operations(ctx)
  await spend(2, accounts)
  const needed = (await operations(ctx)) - before
  const quota = before + needed + Math.round(needed / 2)
  await spend(2, accounts, quota)
  const value = (await operations(ctx)) / quota
  return atMost('night: operations with a quota for half', 1, {
    value,
    unit: '× quota',
    n: accounts,
  })
}

/** Clones of the one that is connected, due since yesterday, with a connection to each user. */
async function addAccounts(ctx: Context, count: number): Promise<void> {
  await ctx.db.execute(sql`
    with model as (select a.*, c.refresh_token_sealed from ad_accounts a join google_connections c on c.id = a.connection_id
      where a.google_customer_id = ${SMALL.customerId} and not a.connected limit 1),
    place as (select coalesce(max(customer_id), 0) as last from ad_accounts),
    people as (
      insert into users (id, email, name, password_hash, role, is_active, plan, created_at)
      select gen_random_uuid(), gen_random_uuid() || '@bench.test', 'Bench', '-', 'user', true, 'premium', now()
      from generate_series(1, ${Math.ceil(count / ACCOUNTS_OF_A_USER)}::int) returning id),
    granted as (
      insert into google_connections (id, user_id, refresh_token_sealed, status, created_at)
      select gen_random_uuid(), people.id, refresh_token_sealed, 'active', now() from people, model returning id, user_id),
    numbered as (select id, user_id, row_number() over () - 1 as turn from granted),
    accounts as (
      insert into ad_accounts (customer_id, user_id, connection_id, google_customer_id, name, is_manager, currency_code,
        time_zone, source, granularity, connected, sync_version, created_at)
      select place.last + n, numbered.user_id, numbered.id, 7000000000 + place.last + n, model.name, false, model.currency_code,
        model.time_zone, 'google', 'day', true, 0, now()
      from generate_series(1, ${count}::int) n
      join numbered on numbered.turn = (n - 1) / ${ACCOUNTS_OF_A_USER}::int, model, place
      returning customer_id)
    insert into sync_states (customer_id, status, rows_written, recent_ready, updated_at)
    select customer_id, 'queued', 0, 0, now() from accounts`)
}

/** Nothing is under way, and what waits does so for longer than the next tries. */
async function untilQuiet(ctx: Context, giveUpAt: number): Promise<void> {
  for (;;) {
    const { rows } = await ctx.db.execute(sql`
      select 1 from jobs where kind in ('sync-account', 'analyse-account')
        and (status = 'running' or (status = 'waiting' and run_at < now() + interval '10 minutes')) limit 1`)
    if (rows.length === 0) return
    if (performance.now() > giveUpAt) throw new Error('the night never ended')
    await sleep(LOOK_EVERY_MS)
  }
}

async function operations(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.execute<{ n: number }>(
    sql`select coalesce(sum(operations), 0)::int as n from api_usage`,
  )
  return rows[0]?.n ?? 0
}
