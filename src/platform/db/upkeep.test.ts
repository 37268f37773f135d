import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testContext } from '../../../tests/database.ts'

const it = testContext()

// A cluster has its statistics on the workers.
const isOneServer = process.env.TEST_DATABASE_URL && !process.env.TEST_CITUS_WORKERS

test.runIf(isOneServer).each([
  ['of three accounts a fourth is one that they do not know', 3, { few: 20, many: 20 }, 1],
  ['also where the three have a row or two', 3, { few: 2, many: 2 }, 1],
  [
    'of a thousand, thirty of them large, they reckon with the mean',
    1_000,
    { few: 20, many: 400 },
    0,
  ],
  // They tell such a column by its share of the rows, as a negative number.
  ['also of ten thousand that have hardly a row', 10_000, { few: 4, many: 400 }, 0],
])('a server’s statistics: %s', async (_, accounts, { few, many }, counted) => {
  const { db, storage } = it.ctx
  await db.execute(sql`truncate device_month`)
  await db.execute(sql`
    insert into device_month
    select a, '2026-11-01', n, 0, 1, 0, 0, 0, 0
    from generate_series(1, ${accounts}::int) a, generate_series(1, case when a <= 30 then ${many}::int else ${few}::int end) n`)
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
