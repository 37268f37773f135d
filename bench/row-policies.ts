import { sql } from 'drizzle-orm'
import { sumsQuery } from '../src/account-data/sums.ts'
import { openStorage } from '../src/platform/db/client.ts'
import type { Db } from '../src/platform/db/handles.ts'
import { addDays, dayInZone } from '../src/shared/dates.ts'
import { startPostgres } from '../tests/postgres-server.ts'
import type { Bench } from './bench.ts'
import { atMost, median, noted } from './figure.ts'

const TENANTS = 200
const DAYS = 400
const CAMPAIGNS = 10

/**
 * What the wall between accounts costs a read on PostgreSQL: a month's sums of one tenant through the plain handle, through it in
 * a transaction, and through the reader's. The last one, asked for all tenants, must see one.
 */
export const rowPolicies: Bench = async ({ full }) => {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const storage = await openStorage({ databaseUrl: server.url, dataDir: '' })
  try {
    if (storage.wallFault !== null) throw new Error(storage.wallFault)
    await fill(storage.db)
    const rounds = full ? 2_000 : 400
    const to = dayInZone(new Date(), 'Europe/Madrid')
    const month = {
      level: 'campaign',
      from: addDays(to, -29),
      to,
      groupBy: ['campaign_id'],
    } as const
    const times = { plain: [] as number[], within: [] as number[], walled: [] as number[] }
    for (let i = 0; i < rounds; i++) {
      const customerId = 1 + (i % TENANTS)
      const sums = () => sumsQuery({ ...month, customerId })
      times.plain.push(await timed(() => storage.db.execute(sums())))
      times.within.push(await timed(() => storage.db.transaction((tx) => tx.execute(sums()))))
      times.walled.push(await timed(() => storage.ofAccount(customerId).execute(sums())))
    }
    const ms = (samples: number[]) => ({ value: median(samples), unit: 'ms', n: rounds })
    return [
      noted('policies: the statement alone', ms(times.plain)),
      noted('policies: in a transaction', ms(times.within)),
      noted('policies: behind the wall', ms(times.walled)),
      atMost('policies: tenants seen by a read of one', 1, {
        value: await tenantsSeen(storage.ofAccount(7)),
        unit: 'tenants',
        n: 1,
      }),
      atMost('policies: tenants seen without one', 0, {
        value: await tenantsSeen(storage.ofAccount(0)),
        unit: 'tenants',
        n: 1,
      }),
    ]
  } finally {
    await storage.close()
    await server.stop()
  }
}

async function fill(db: Db): Promise<void> {
  await db.execute(sql`
    insert into campaign_day (customer_id, day, campaign_id, impressions, clicks, cost_micros, conversions_micros, value_micros,
      eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    select t, current_date - d, c, c, c, c, 0, 0, 0, 0, 0 from generate_series(1, ${TENANTS}::int) t,
      generate_series(1, ${DAYS}::int) d, generate_series(1, ${CAMPAIGNS}::int) c`)
  await db.execute(sql`vacuum (analyze) campaign_day`)
}

async function tenantsSeen(db: Pick<Db, 'execute'>): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(distinct customer_id)::int as n from campaign_day`,
  )
  return rows[0]?.n ?? 0
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
