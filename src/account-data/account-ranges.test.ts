import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testContext } from '../../tests/database.ts'
import { sumBothRanges } from './account-ranges.ts'

const it = testContext()

// A click a day; a month is told to have a thousand more, so that reading it shows.
beforeAll(async () => {
  const metrics = sql.raw('impressions, clicks, cost_micros, conversions_micros, value_micros')
  await it.ctx.db.execute(sql`
    insert into account_day (customer_id, day, ${metrics})
    select c, day::date, 0, c, 0, 0, 0
    from generate_series(timestamp '2026-08-01', timestamp '2026-11-20', '1 day') day, (values (1), (2)) accounts (c)`)
  await it.ctx.db.execute(sql`
    insert into account_month (customer_id, month, ${metrics})
    select c, month::date, 0, 1000 * c, 0, 0, 0
    from generate_series(timestamp '2026-08-01', timestamp '2026-10-01', '1 month') month, (values (1), (2)) accounts (c)`)
})

test.each([
  ['edges around whole months', '2026-08-30', '2026-11-02', 2 + 2 * 1000 + 2],
  ['a month alone', '2026-09-01', '2026-09-30', 1000],
  ['a month and days before it', '2026-08-31', '2026-09-30', 1001],
  ['a month and days after it', '2026-09-01', '2026-10-01', 1001],
  ['days of two months', '2026-09-20', '2026-10-10', 21],
  ['one day', '2026-09-20', '2026-09-20', 1],
  ['days before any', '2026-01-05', '2026-01-09', 0],
])('%s', async (_name, from, to, clicks) => {
  const other = { from: '2026-11-01', to: '2026-11-05' }
  const of = async (customerId: number, ...ranges: Parameters<typeof sumBothRanges>[2]) =>
    (await sumBothRanges(it.ctx, customerId, ranges)).map((sums) => sums.clicks)
  expect(await of(1, { from, to }, other)).toEqual([clicks, 5])
  expect(await of(1, other, { from, to })).toEqual([5, clicks])
  expect(await of(2, { from, to }, other)).toEqual([2 * clicks, 10])
})
