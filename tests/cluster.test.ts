import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantTables } from '#account-data/tenant-tables.ts'
import { syncAccount } from '#features/sync/actions/sync-account.ts'
import type { Context } from '#platform/context.ts'
import { LEVELS } from '#platform/db/levels.ts'
import { addDays } from '#shared/dates.ts'
import { type AdsApp, adsApp } from './ads-app.ts'
import { clusterOf, createDatabase, dropDatabase, joinWorkers } from './cluster-databases.ts'
import { type LedgerRow, ledgerWorld } from './ledger-world.ts'

/** What only a cluster can get wrong: rows on their way from one server to several, and from one worker to the other. */
const server = process.env.TEST_CITUS_WORKERS ? process.env.TEST_DATABASE_URL : undefined
const ROOT = join(import.meta.dirname, '..')
const SHOP = '1000000001'
/** As many as every sync reads again. */
const DAYS = 28
const KEYWORDS = 25
/** A move takes fifty tables along, one after the other: minutes where others use the machine. */
const LONGEST_MS = 900_000

const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})

function writeLedger(seed: number): void {
  const rows = Array.from({ length: DAYS * KEYWORDS }, (_, n): LedgerRow => {
    const [day, keyword] = [addDays('2026-11-20', -(n % DAYS)), Math.floor(n / DAYS)]
    const impressions = 50 + ((n * 31 + seed * 17) % 400)
    const fields = { 'campaign.id': 11n, 'ad_group.id': 110n }
    const criterion = { 'ad_group_criterion.criterion_id': BigInt(keyword + 1) }
    const measures = { impressions, clicks: impressions % 20, costMicros: impressions * 31_237 }
    return { day, fields: { ...fields, ...criterion }, measures }
  })
  for (const resource of ['customer', 'campaign', 'keyword_view']) ledger.facts.set(resource, rows)
}

const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }

async function connected(it: AdsApp): Promise<number> {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  return Number(accounts[0]?.id)
}

/** All rows of the fact tables without whose they are. */
async function factsOf(ctx: Context, customerId: number): Promise<Record<string, string[]>> {
  const tables = Object.keys(LEVELS).flatMap((level) => [`${level}_day`, `${level}_month`])
  const all: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await ctx.db.execute<{ row: string }>(sql`
      select (to_jsonb(own) - 'customer_id')::text as row from ${sql.identifier(table)} own
      where customer_id = ${customerId}`)
    all[table] = rows.map(({ row }) => row).sort()
  }
  return all
}

describe.skipIf(!server)('a shard that moves to another worker', { timeout: LONGEST_MS }, () => {
  // While a move is slow one sync follows the other: a day's operations would be spent, and the last one put off.
  const it = adsApp(ledger.world, { GOOGLE_ADS_DAILY_OPERATIONS: '10000000' })

  test('loses nothing of a sync that writes to it', async () => {
    writeLedger(1)
    const [moved, still] = [await connected(it), await connected(it)]
    await it.runJobs()
    for (const seed of [2, 3]) {
      writeLedger(seed)
      await syncAccount(it.ctx, still, noLease)
      const move = moveShardOf(it.ctx, moved)
      let isMoving = true
      const arrived = move.finally(() => {
        isMoving = false
      })
      // Over and over, so that one is under way when the move comes to its end; the last writes the figures to be kept.
      for (let round = 0; isMoving || round === 0; round++) {
        writeLedger(100 + round)
        await syncAccount(it.ctx, moved, noLease)
      }
      writeLedger(seed)
      await Promise.all([syncAccount(it.ctx, moved, noLease), moveShardOf(it.ctx, moved)])
      const { from, to } = await arrived
      expect(from).not.toBe(to)
      const kept = await factsOf(it.ctx, moved)
      expect(kept.keyword_day?.length).toBe(DAYS * KEYWORDS)
      expect(kept).toEqual(await factsOf(it.ctx, still))
    }
  })
})

/** With all that lies beside it, while it is written to. */
async function moveShardOf(ctx: Context, customerId: number) {
  await untilTidied(ctx)
  const { rows } = await ctx.db.execute<{ shard: number; from: number; to: number }>(sql`
    select s.shardid as shard, s.nodeport as from, other.nodeport as to
    from citus_shards s join pg_dist_node other on other.shouldhaveshards and other.nodeport <> s.nodeport
    where s.shardid = get_shard_id_for_distribution_column('sync_states', ${customerId}::bigint)`)
  const { shard, from, to } = rows[0]!
  await ctx.db.execute(sql`
    select citus_move_shard_placement(${shard}, '127.0.0.1', ${from}, '127.0.0.1', ${to}, 'force_logical')`)
  return { from, to }
}

/** What a move leaves behind goes a little later, and bars the way back until then. */
async function untilTidied(ctx: Context): Promise<void> {
  for (;;) {
    const { rows } = await ctx.db.execute(sql`select 1 from pg_dist_cleanup`)
    if (rows.length === 0) return
    await ctx.db.execute(sql`call citus_cleanup_orphaned_resources()`)
  }
}

describe.skipIf(!server)('one server that becomes a cluster', { timeout: LONGEST_MS }, () => {
  const name = `grown_${randomUUID().replaceAll('-', '')}`
  const cluster = clusterOf(server ?? '')
  const url = new URL(server ?? 'postgres://none')
  url.pathname = `/${name}`
  beforeAll(() => createDatabase({ ...cluster, workers: [] }, name, 'template1'))
  const it = adsApp(ledger.world, { DATABASE_URL: url.href })
  afterAll(() => dropDatabase(cluster, name))

  test('has every row as before, on its workers, and its program goes on', async () => {
    writeLedger(1)
    const customerId = await connected(it)
    await it.runJobs()
    const before = await everyRow(it.ctx)

    for (const worker of cluster.workers)
      await createDatabase({ coordinator: worker, workers: [] }, name, 'template1')
    await joinWorkers(cluster, name)
    const migrated = spawnSync(process.execPath, ['scripts/migrate.ts'], {
      cwd: ROOT,
      env: { ...process.env, DATABASE_URL: url.href, ENCRYPTION_KEY: '0'.repeat(64) },
      encoding: 'utf8',
    })
    expect(migrated.stderr).toBe('')
    expect(await everyRow(it.ctx)).toEqual(before)
    const { rows: places } = await it.ctx.db.execute(sql`
      select table_name::text as name, count(distinct nodeport)::int as workers
      from citus_shards group by 1 order by 1`)
    const spread = tenantTables.filter((table) => table !== 'ad_accounts').sort()
    expect(places).toEqual(spread.map((table) => ({ name: table, workers: 2 })))

    writeLedger(2)
    await syncAccount(it.ctx, customerId, noLease)
    const { rows } = await it.ctx.db.execute(sql`
      select sum(impressions)::int as n from keyword_day where customer_id = ${customerId}`)
    const written = ledger.facts.get('keyword_view')!.map(({ measures }) => measures.impressions!)
    expect(rows).toEqual([{ n: written.reduce((sum, one) => sum + one, 0) }])
  })

  test('is copied whole, and the copy read back into another cluster and into the embedded database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pujante-copies-'))
    const path = join(folder, 'cluster.copy')
    const other = `copied_${randomUUID().replaceAll('-', '')}`
    const emptyUrl = new URL(url)
    emptyUrl.pathname = `/${other}`
    await createDatabase(cluster, other, 'template1')
    try {
      const said = run('scripts/backup.ts', [path], { DATABASE_URL: url.href })
      expect(said).toContain('Copia hecha')
      // Each row is read again and held against the copy.
      const empty: Record<string, string>[] = [
        { DATABASE_URL: emptyUrl.href },
        { DATA_DIR: join(folder, 'data') },
      ]
      for (const database of empty)
        expect(run('scripts/restore.ts', [path], database)).toContain('comprobadas una a una')
    } finally {
      await dropDatabase(cluster, other)
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

function run(program: string, args: string[], environment: Record<string, string>): string {
  const { DATABASE_URL: _, ...own } = process.env
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: ROOT,
    env: { ...own, ENCRYPTION_KEY: '0'.repeat(64), ...environment },
    encoding: 'utf8',
  })
  return stdout + stderr
}

/** But for when the program was last seen to live. */
async function everyRow(ctx: Context): Promise<Record<string, string[]>> {
  const { rows: tables } = await ctx.db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'processes'
    order by 1`)
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await ctx.db.execute<{ row: string }>(
      sql`select to_jsonb(own)::text as row from ${sql.identifier(name)} own`,
    )
    all[name] = rows.map(({ row }) => row).sort()
  }
  return all
}
