import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { tenantTables } from '../src/account-data/tenant-tables.ts'
import { connectAllAccounts } from '../src/features/accounts/actions/connect-all-accounts.ts'
import { syncAccount } from '../src/features/sync/actions/sync-account.ts'
import { readConfig } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import { openContext } from '../src/server/open-context.ts'
import { startPostgres } from '../tests/postgres-server.ts'
import type { Bench } from './bench.ts'
import { noted } from './figure.ts'
import { LARGEST } from './google-side.ts'
import { createPerson } from './person.ts'

const MB = 1e6

/** What one account costs: Google's operations, processor time, rows and disk; the constants of docs/scale.md. */
export const syncCost: Bench = async (stage) => {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const folder = mkdtempSync(join(tmpdir(), 'pujante-bench-'))
  const { recordedEnvironment, refreshToken } = await stage.google()
  const environment = { DATA_DIR: folder, DATABASE_URL: server.url, LOG_LEVEL: 'warn' }
  const { ctx, close } = await openContext(readConfig({ ...environment, ...recordedEnvironment }))
  try {
    const grant = { email: LARGEST.email, scopes: [], refreshToken }
    await connectAllAccounts((await createPerson(ctx)).ctx, grant)
    const first = await costOf(ctx, 'connected')
    const later = await costOf(ctx, 'requested')
    const unchanged = await costOf(ctx, 'scheduled')
    const { rows, bytes } = await stored(ctx)
    const of = (value: number, unit: string, n = 1) => ({ value, unit, n })
    return [
      // The first of a day asks for the settings again, as the very first does.
      noted('first sync, 30 days: operations', of(first.operations, '')),
      noted('first sync, 30 days: processor', of(first.seconds, 's')),
      noted('another of the day, whole structure: operations', of(later.operations, '')),
      noted('another of the day, whole structure: processor', of(later.seconds, 's')),
      noted('another of the day, nothing changed: operations', of(unchanged.operations, '')),
      noted('another of the day, nothing changed: processor', of(unchanged.seconds, 's')),
      noted('rows of 30 days', of(rows, 'rows')),
      noted('disk of 30 days, with indexes', of(bytes / MB, 'MB', rows)),
      noted('disk a row', of(bytes / rows, 'B', rows)),
    ]
  } finally {
    await close()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Processor of this process: the database has its own. */
async function costOf(ctx: Context, reason: 'connected' | 'requested' | 'scheduled') {
  const { rows } = await ctx.db.execute<{ id: number }>(
    sql`select customer_id as id from ad_accounts where google_customer_id = ${LARGEST.customerId}`,
  )
  const operationsBefore = await operations(ctx)
  const used = process.cpuUsage()
  const job = { id: 'bench', attempt: 1, isLast: false, keepLease: async () => {} }
  await syncAccount(ctx, rows[0]!.id, job, reason)
  const { user, system } = process.cpuUsage(used)
  return {
    operations: (await operations(ctx)) - operationsBefore,
    seconds: (user + system) / 1e6,
  }
}

async function operations(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.execute<{ n: number }>(
    sql`select coalesce(sum(operations), 0)::int as n from api_usage`,
  )
  return rows[0]?.n ?? 0
}

async function stored(ctx: Context) {
  let [rows, bytes] = [0, 0]
  for (const table of tenantTables) {
    const name = sql.identifier(table)
    const counted = await ctx.db.execute<{ rows: number; bytes: number }>(sql`
      select count(*)::int as rows, pg_total_relation_size(${table}::regclass)::bigint as bytes from ${name}`)
    rows += counted.rows[0]?.rows ?? 0
    bytes += Number(counted.rows[0]?.bytes ?? 0)
  }
  return { rows, bytes }
}
