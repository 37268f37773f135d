import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testContext } from '../../../tests/database.ts'

const it = testContext()

// A cluster has its statistics on the workers.
const isOneServer = process.env.TEST_DATABASE_URL && !process.env.TEST_CITUS_WORKERS

test.runIf(isOneServer).each([
  ['of three accounts a fourth is one that they do not know', 3, 1],
  ['of a thousand, thirty of them large, they reckon with the mean', 1_000, 0],
])('a server’s statistics: %s', async (_, accounts, counted) => {
  const { db, storage } = it.ctx
  await db.execute(sql`truncate device_month`)
  await db.execute(sql`
    insert into device_month
    select a, '2026-11-01', n, 0, 1, 0, 0, 0, 0
    from generate_series(1, ${accounts}::int) a, generate_series(1, case a % 33 when 0 then 400 else 20 end) n`)
  await db.execute(sql`analyze device_month`)
  const before = await analyses()
  await storage.maintain(['device_month'], 999_999)
  expect((await analyses()) - before).toBe(counted)
})

async function analyses(): Promise<number> {
  await it.ctx.db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await it.ctx.db.execute<{ n: number }>(sql`
    select analyze_count::int as n from pg_stat_user_tables where relname = 'device_month'`)
  return rows[0]!.n
}
