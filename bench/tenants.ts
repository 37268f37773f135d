import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { readConfig } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { SESSION_OPTIONS } from '../src/platform/db/client.ts'
import { buildApp } from '../src/server/app.ts'
import { openContext } from '../src/server/open-context.ts'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import { startPostgres } from '../tests/postgres-server.ts'
import { bareClient } from './bare-client.ts'
import type { Bench } from './bench.ts'
import { buildWeb } from './build-web.ts'
import { atLeast, atMost, type Figure, median, noted, quantile } from './figure.ts'
import { createPerson } from './person.ts'
import { startServerProcess } from './server-process.ts'

const TENANTS = 1_000
const AT_ONCE = 50
const CAMPAIGNS = 10
const DAYS = 120
const CONNECTIONS = 10

type Read = { path: string; cookie: string }
type Query = Parameters<pg.Pool['query']>

/**
 * Campaigns of 1,000 tenants, 50 asked at once, of a process that answers requests and does no jobs (in production others
 * do them, and no vendor is played in it), and as the same statements through the bare driver.
 */
export const tenants: Bench = async ({ full, google }) => {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  buildWeb()
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const environment = {
    ...(await google()).environment,
    DATABASE_URL: server.url,
    LOG_LEVEL: 'warn',
  }
  try {
    const reads = await readsOfTenants({ ...environment, DATA_DIR: folder }, full ? 12_000 : 4_000)
    const bare = await throughDriver(server.url, reads.statements)
    const http = await overHttp(folder, environment, reads.asked)
    return figures(bare, http)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

function figures(bare: Run, http: Run): Figure[] {
  const n = http.waits.length
  const [p50, p99] = [median(http.waits), quantile(http.waits, 0.99)]
  const ms = (value: number) => ({ value, unit: 'ms', n })
  return [
    noted('tenants: bare driver', { value: bare.perSecond, unit: 'reads/s', n }),
    noted('tenants: over HTTP', { value: http.perSecond, unit: 'reads/s', n }),
    atLeast('tenants: HTTP against the bare driver', 0.5, {
      value: http.perSecond / bare.perSecond,
      unit: '×',
      n,
    }),
    noted('tenants: p50', ms(p50)),
    noted('tenants: p99', ms(p99)),
    atMost('tenants: p99 against p50', 5, { value: p99 / p50, unit: '×', n }),
  ]
}

/** Each of another range than those before it of its tenant, so that no cache knows it; and the statements it makes. */
async function readsOfTenants(environment: Record<string, string>, count: number) {
  const { ctx, close } = await openContext(readConfig(environment))
  try {
    const cookies = await fill(ctx)
    const today = dayInZone(ctx.clock.now(), 'Europe/Madrid')
    const asked = Array.from({ length: count }, (_, i): Read => {
      const tenant = i % TENANTS
      const [from, to] = [addDays(today, -90 - Math.floor(i / TENANTS)), addDays(today, -1)]
      const path = `/api/campaign-metrics/${googleIdOf(tenant + 1)}?from=${from}&to=${to}`
      return { path, cookie: cookies[tenant]! }
    })
    return { asked, statements: await statementsOf(ctx, asked) }
  } finally {
    await close()
  }
}

const googleIdOf = (tenant: number) => String(1_000_000_000 + tenant)

async function fill(ctx: Context): Promise<string[]> {
  const cookies: string[] = []
  for (let tenant = 1; tenant <= TENANTS; tenant++) {
    const { cookie, ctx: own } = await createPerson(ctx)
    cookies.push(cookie)
    await ctx.db.execute(sql`
      insert into ad_accounts (customer_id, user_id, google_customer_id, name, is_manager, currency_code, time_zone,
        source, granularity, connected, data_from, data_to, last_synced_at, sync_version, created_at)
      values (${tenant}, ${own.caller.userId}, ${googleIdOf(tenant)}, ${`Cuenta ${tenant}`}, false, 'EUR', 'Europe/Madrid',
        'google', 'day', true, current_date - ${DAYS}::int, current_date, now(), 1, now())`)
  }
  await ctx.db.execute(sql`
    insert into campaigns (customer_id, campaign_id, name, status, channel_type, budget_micros)
    select t, c, 'Campaña ' || c, 'ENABLED', 'SEARCH', 50000000
    from generate_series(1, ${TENANTS}::int) t, generate_series(1, ${CAMPAIGNS}::int) c`)
  await ctx.db.execute(sql`
    insert into campaign_day (customer_id, day, campaign_id, impressions, clicks, cost_micros, conversions_micros, value_micros,
      eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    select t, current_date - d, c, 100 + d, d % 20, d * 10000, 0, 0, 200, 0, 0
    from generate_series(1, ${TENANTS}::int) t, generate_series(1, ${DAYS}::int) d, generate_series(1, ${CAMPAIGNS}::int) c`)
  await ctx.db.execute(sql`
    insert into campaign_month (customer_id, month, campaign_id, impressions, clicks, cost_micros, conversions_micros,
      value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    select customer_id, date_trunc('month', day)::date, campaign_id, sum(impressions), sum(clicks), sum(cost_micros), 0, 0,
      sum(eligible_impressions), 0, 0
    from campaign_day group by 1, 2, 3`)
  for (const table of ['users', 'sessions', 'ad_accounts', 'campaigns', 'campaign_day'])
    await ctx.db.execute(sql.raw(`vacuum (analyze) ${table}`))
  return cookies
}

/** What each read sends to the database, heard at the driver. */
async function statementsOf(ctx: Context, asked: readonly Read[]): Promise<Query[][]> {
  const pool = (ctx.db as unknown as { $client: pg.Pool }).$client
  const send = pool.query.bind(pool)
  let heard: Query[] = []
  pool.query = ((...query: Query) => {
    heard.push(plain(query))
    return send(...query)
  }) as typeof pool.query
  const app = await buildApp(ctx)
  const statements: Query[][] = []
  for (const { path, cookie } of asked) {
    heard = []
    const answer = await app.inject({ url: path, headers: { cookie } })
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
    statements.push(heard)
  }
  await app.close()
  return statements
}

/** A read of one account is the driver's own kind of query, which can be sent once; the bare driver is asked the same without a wall. */
function plain(query: Query): Query {
  const [asked] = query as unknown as [pg.QueryConfig & { _rowMode?: string }]
  if (!(asked instanceof pg.Query)) return query
  const { name, text, values, types, _rowMode: rowMode } = asked
  return [
    { text, values, types, ...(name && { name }), ...(rowMode && { rowMode }) },
  ] as unknown as Query
}

async function throughDriver(url: string, statements: readonly Query[][]): Promise<Run> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, options: SESSION_OPTIONS })
  try {
    return await allAtOnce(statements, async (queries) => {
      for (const query of queries) await pool.query(...query)
    })
  } finally {
    await pool.end()
  }
}

async function overHttp(
  folder: string,
  environment: Record<string, string>,
  asked: readonly Read[],
): Promise<Run> {
  const server = await startServerProcess(folder, environment, [], 'web')
  const client = bareClient(AT_ONCE)
  try {
    return await allAtOnce(asked, ({ path, cookie }) =>
      client.ask(`${server.origin}${path}`, cookie),
    )
  } finally {
    client.close()
    await server.stop()
  }
}

type Run = { perSecond: number; waits: number[] }

/** The first half warms up: compilers are done, and every connection has its statements prepared. */
async function allAtOnce<T>(all: readonly T[], ask: (one: T) => Promise<void>): Promise<Run> {
  const warmUp = Math.floor(all.length / 2)
  await inLoops(all.slice(0, warmUp), ask)
  const waits: number[] = []
  const startedAt = performance.now()
  await inLoops(all.slice(warmUp), async (one) => {
    const askedAt = performance.now()
    await ask(one)
    waits.push(performance.now() - askedAt)
  })
  return { perSecond: waits.length / ((performance.now() - startedAt) / 1000), waits }
}

async function inLoops<T>(all: readonly T[], ask: (one: T) => Promise<void>): Promise<void> {
  const left = all.values()
  const loop = async () => {
    for (const one of left) await ask(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loop))
}
