import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testContext } from '../../tests/database.ts'
import {
  copiedTables,
  NOT_ERASED_WITH_USER,
  NOT_EXPORTED_OF_USER,
  userTables,
} from './user-tables.ts'

const it = testContext()

test('every table of a person is known, and each is in the copy, or says why not', async () => {
  const stored = (await tablesWith('user_id')).sort()
  expect([...userTables].sort()).toEqual(stored)
  const copied = copiedTables.map(({ name }) => name)
  for (const table of stored)
    expect(copied.includes(table), table).not.toBe(table in NOT_EXPORTED_OF_USER)
  expect(copied).toContain('users')
})

test('no column that opens something is in the copy, and every table can be read in steps', () => {
  for (const { name, columns, key } of copiedTables) {
    expect(key.length, name).toBeGreaterThan(0)
    for (const column of columns) expect(column, name).not.toMatch(/hash|sealed|secret|token$/)
  }
})

test('every table of a person goes with the person', async () => {
  const { rows } = await it.ctx.db.execute<{ name: string }>(sql`
    select distinct from_table.relname as name from pg_constraint
    join pg_class from_table on from_table.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = any(conkey) and attname = 'user_id'
    where contype = 'f' and confdeltype = 'c'`)
  const cascading = rows.map(({ name }) => name)
  for (const table of userTables)
    expect(cascading.includes(table), table).not.toBe(table in NOT_ERASED_WITH_USER)
})

async function tablesWith(column: string): Promise<string[]> {
  const { rows } = await it.ctx.db.execute<{ table_name: string }>(sql`
    select table_name from information_schema.columns c
    where table_schema = 'public' and column_name = ${column}
      and not exists (select 1 from information_schema.columns own
        where own.table_schema = 'public' and own.table_name = c.table_name
          and own.column_name = 'customer_id')`)
  return rows.map(({ table_name }) => table_name)
}
