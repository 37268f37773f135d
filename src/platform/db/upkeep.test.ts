import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testContext } from '../../../tests/database.ts'

const it = testContext()

const isCluster = Boolean(process.env.TEST_CITUS_WORKERS)
const NEW_ACCOUNT = 999_999

test.runIf(process.env.TEST_DATABASE_URL).each([
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
    select customer_id, '2026-11-01', n, 0, 1, 0, 0, 0, 0
    from (${accountsBeside(accounts)}) as known (customer_id, nth),
      generate_series(1, case when nth <= 30 then ${many}::int else ${few}::int end) n`)
  await db.execute(sql`analyze device_month`)
  const before = await analyses()
  await storage.maintain(['device_month'], NEW_ACCOUNT)
  expect((await analyses()) - before).toBe(counted)
})

/** On a cluster accounts that lie in the same part of the table as the new one: of others its worker's statistics say nothing. */
function accountsBeside(accounts: number) {
  if (!isCluster) return sql`select a, a from generate_series(1, ${accounts}::int) a`
  const partOf = (account: SQL) =>
    sql`get_shard_id_for_distribution_column('device_month', ${account}::bigint)`
  return sql`select a, row_number() over () from generate_series(1, ${accounts * 10}::int) a
    where ${partOf(sql`a`)} = ${partOf(sql`${NEW_ACCOUNT}`)} limit ${accounts}::int`
}

/** Of all parts of the table. */
async function analyses(): Promise<number> {
  await it.ctx.db.execute(sql`select pg_stat_force_next_flush()`)
  const countOf = (table: string) =>
    `select analyze_count::int as n from pg_stat_user_tables where relid = ${table}::regclass`
  const { rows } = await it.ctx.db.execute<{ n: number }>(
    isCluster
      ? sql`select sum(result::int)::int as n from run_command_on_placements('device_month', ${countOf("'%s'")})`
      : sql.raw(countOf("'device_month'")),
  )
  return rows[0]!.n
}
