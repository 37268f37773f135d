import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testContext } from '../../../tests/database.ts'
import type { Context } from '../context.ts'
import { copyDays } from './copy-days.ts'
import { inTransaction } from './transaction.ts'
import { hasLostLease } from './under-lease.ts'

const it = testContext()

const row = (day: string, campaign: number, sums: number[]) => ({ day, keys: [campaign, 3], sums })
const SUMS = [1, 2, 3, 4, 5, 6, 7, 8]

async function stored(customerId: number) {
  const { rows } = await it.ctx.db.execute(
    sql`select * from ad_group_day where customer_id = ${customerId} order by day, campaign_id`,
  )
  return rows.map((one) => Object.values(one))
}

const copy = (ctx: Context, customerId: number, rows: ReturnType<typeof row>[]) =>
  inTransaction(ctx, (ctx) => copyDays(ctx, { customerId, level: 'ad_group' }, rows))

test('numbers of any size and days of any century come out as they went in', async () => {
  const most = Number.MAX_SAFE_INTEGER
  const odd = [0, -1, -most, most, 2 ** 31, 2 ** 32 - 1, 2 ** 32, -(2 ** 32) - 5]
  const rows = [row('1999-12-31', most, SUMS), row('2026-02-28', 20_000_000_001, odd)]
  await copy(it.ctx, 2 ** 40 + 7, rows)
  expect(await stored(2 ** 40 + 7)).toEqual(
    rows.map(({ day, keys, sums }) => [2 ** 40 + 7, day, ...keys, ...sums]),
  )
})

test('none of them is stored where one is there already, and the connection lives on', async () => {
  await copy(it.ctx, 8, [row('2026-11-01', 1, SUMS)])
  const again = copy(it.ctx, 8, [row('2026-11-02', 1, SUMS), row('2026-11-01', 1, SUMS)])
  await expect(again).rejects.toMatchObject({ message: expect.stringContaining('ad_group_day_pk') })
  expect(await stored(8)).toHaveLength(1)
  await copy(it.ctx, 8, [row('2026-11-02', 1, SUMS)])
  expect(await stored(8)).toHaveLength(2)
})

test('a worker that has lost its job stores none', async () => {
  const lease = { id: crypto.randomUUID(), leaseToken: crypto.randomUUID() }
  const leased = { ...it.ctx, db: it.ctx.storage.underLease(lease) }
  await expect(copy(leased, 9, [row('2026-11-01', 1, SUMS)])).rejects.toSatisfy(hasLostLease)
  expect(await stored(9)).toEqual([])
})
