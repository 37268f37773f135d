import pg from 'pg'
import { startPostgres } from '../tests/postgres-server.ts'
import type { Bench } from './bench.ts'
import { atMost, median, noted } from './figure.ts'

const TENANTS = 200
const DAYS = 400
const CAMPAIGNS = 10

/**
 * What row-level policies would cost a read of one tenant on PostgreSQL: the same sums as one statement, in a transaction, and in
 * one that says whose it is to a table with policies. The last one without its tenant must see nothing.
 */
export const rowPolicies: Bench = async ({ full }) => {
  const server = await startPostgres()
  if ('unavailable' in server) throw new Error(server.unavailable)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    await fill(client)
    const rounds = full ? 2_000 : 400
    const sums = (table: string) => ({
      name: table,
      text: `select campaign_id, sum(clicks) from ${table} where customer_id = $1 and day > current_date - 30 group by 1`,
    })
    const alone: number[] = []
    const within: number[] = []
    const walled: number[] = []
    for (let i = 0; i < rounds; i++) {
      const tenant = 1 + (i % TENANTS)
      alone.push(await timed(() => client.query({ ...sums('open_day'), values: [tenant] })))
      within.push(
        await timed(async () => {
          await client.query('begin')
          await client.query({ ...sums('open_day'), values: [tenant] })
          await client.query('commit')
        }),
      )
      walled.push(
        await timed(async () => {
          await client.query(
            `begin; set local role tenant_reader; set local app.tenant = '${tenant}'`,
          )
          await client.query({ ...sums('walled_day'), values: [tenant] })
          await client.query('commit')
        }),
      )
    }
    const ms = (samples: number[]) => ({ value: median(samples), unit: 'ms', n: rounds })
    return [
      noted('policies: the statement alone', ms(alone)),
      noted('policies: in a transaction', ms(within)),
      noted('policies: in a transaction behind a policy', ms(walled)),
      atMost('policies: rows seen without a tenant', 0, {
        value: await seenWithoutTenant(client),
        unit: 'rows',
        n: 1,
      }),
    ]
  } finally {
    await client.end()
    await server.stop()
  }
}

async function fill(client: pg.Client): Promise<void> {
  for (const table of ['open_day', 'walled_day'])
    await client.query(`
      create table ${table} (customer_id bigint, day date, campaign_id bigint, clicks bigint,
        primary key (customer_id, day, campaign_id));
      insert into ${table} select t, current_date - d, c, c from generate_series(1, ${TENANTS}) t,
        generate_series(1, ${DAYS}) d, generate_series(1, ${CAMPAIGNS}) c`)
  await client.query(`
    create role tenant_reader; grant select on walled_day to tenant_reader;
    alter table walled_day enable row level security; alter table walled_day force row level security;
    create policy own on walled_day
      using (customer_id = nullif(current_setting('app.tenant', true), '')::bigint)`)
  for (const table of ['open_day', 'walled_day']) await client.query(`vacuum (analyze) ${table}`)
}

async function seenWithoutTenant(client: pg.Client): Promise<number> {
  await client.query('begin; set local role tenant_reader')
  const { rowCount } = await client.query('select 1 from walled_day limit 5')
  await client.query('rollback')
  return rowCount ?? 0
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
