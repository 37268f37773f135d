import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testContext } from '../../tests/database.ts'
import { eraseAccountData } from './erase-tenant.ts'
import {
  ERASED_APART,
  erasedTables,
  exportedTables,
  NOT_EXPORTED,
  tenantTables,
} from './tenant-tables.ts'

const it = testContext()

test('every table with a customer_id is known, and each is erased and exported, or says why not', async () => {
  const stored = (await tablesInDatabase()).sort()
  expect([...tenantTables].sort()).toEqual(stored)
  expect([...erasedTables, ...Object.keys(ERASED_APART)].sort()).toEqual(stored)
  expect([...exportedTables, ...Object.keys(NOT_EXPORTED)].sort()).toEqual(stored)
})

test('erasing empties every table of that account alone, twice as well as once', async () => {
  // The directory's row needs its user, and goes apart.
  const tables = (await tablesInDatabase()).filter((table) => table !== 'ad_accounts')
  for (const table of tables) for (const customerId of [71, 72]) await fillRow(table, customerId)
  for (const table of tables) expect(await rowsOf(table, 71), table).toBe(1)
  await eraseAccountData(it.ctx, 71)
  await eraseAccountData(it.ctx, 71)
  for (const table of tables) {
    expect(await rowsOf(table, 71), table).toBe(0)
    expect(await rowsOf(table, 72), table).toBe(1)
  }
})

test('what an erased account asked of Google still counts against the quota of the day', async () => {
  await it.ctx.db.execute(sql`delete from api_usage`)
  await it.ctx.db.execute(sql`
    insert into api_usage (day, customer_id, operations)
    values ('2026-11-20', 0, 5), ('2026-11-20', 73, 7), ('2026-11-20', 74, 11), ('2026-11-19', 73, 13)`)
  await eraseAccountData(it.ctx, 73)
  const { rows } = await it.ctx.db.execute(
    sql`select day::text, customer_id, operations from api_usage order by day, customer_id`,
  )
  expect(rows).toEqual([
    { day: '2026-11-19', customer_id: 0, operations: 13 },
    { day: '2026-11-20', customer_id: 0, operations: 12 },
    { day: '2026-11-20', customer_id: 74, operations: 11 },
  ])
})

async function tablesInDatabase(): Promise<string[]> {
  const { rows } = await it.ctx.db.execute<{ table_name: string }>(sql`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = 'customer_id'`)
  return rows.map(({ table_name }) => table_name)
}

async function rowsOf(table: string, customerId: number): Promise<number> {
  const { rows } = await it.ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)} where customer_id = ${customerId}`,
  )
  return rows[0]?.count ?? 0
}

const SAMPLES: Record<string, unknown> = {
  bigint: 1,
  integer: 1,
  'double precision': 1,
  boolean: false,
  text: 'x',
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-11-20',
  'timestamp with time zone': '2026-11-20T10:00:00Z',
  jsonb: '[]',
  ARRAY: '{}',
}

/** One row that says nothing: a sample in every column that must not be empty. */
async function fillRow(table: string, customerId: number): Promise<void> {
  const { rows: columns } = await it.ctx.db.execute<{ column_name: string; data_type: string }>(sql`
    select column_name, data_type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO'`)
  const values = columns.map(({ column_name, data_type }) =>
    column_name === 'customer_id' ? sql`${customerId}` : sql`${SAMPLES[data_type]}`,
  )
  const names = columns.map(({ column_name }) => sql.identifier(column_name))
  await it.ctx.db.execute(sql`
    insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)})
    values (${sql.join(values, sql`, `)})`)
}
