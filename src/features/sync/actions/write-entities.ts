import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'

export type EntityRow = Record<string, unknown>

const CHUNK_ROWS = 1_000

/**
 * Stores entities as they are now: new ones and changed ones only. `rows` are keyed by column name,
 * without customer_id; doubles are allowed. Returns how many rows were written.
 */
export async function writeEntities(
  ctx: Context,
  customerId: number,
  table: PgTable,
  rows: readonly EntityRow[],
): Promise<number> {
  let written = 0
  for (let start = 0; start < rows.length; start += CHUNK_ROWS)
    written += await writeChunk(ctx, customerId, table, rows.slice(start, start + CHUNK_ROWS))
  return written
}

/** The same for what has no history to keep: stored rows of those meant that are not among these are removed. */
export async function replaceEntities(
  ctx: Context,
  customerId: number,
  table: PgTable,
  rows: readonly EntityRow[],
  among: SQL = sql`true`,
): Promise<number> {
  const { name, keys } = columnsOf(table)
  const samePlace = sql.raw(keys.map((key) => `i.${key} = s.${key}`).join(' and '))
  const present = rows.map((row) =>
    Object.fromEntries(keys.map((key) => [key, row[key] ?? customerId])),
  )
  return await inTransaction(ctx, async (ctx) => {
    const written = await writeEntities(ctx, customerId, table, rows)
    const { rows: gone } = await ctx.db.execute(sql`
      delete from ${sql.raw(name)} s where customer_id = ${customerId} and ${among} and not exists (
        select 1 from jsonb_populate_recordset(null::${sql.raw(name)}, ${JSON.stringify(present)}::jsonb) i
        where ${samePlace})
      returning 1`)
    return written + gone.length
  })
}

async function writeChunk(
  ctx: Context,
  customerId: number,
  table: PgTable,
  rows: readonly EntityRow[],
): Promise<number> {
  const { name, keys, values } = columnsOf(table)
  const placeOf = (row: EntityRow) => keys.map((key) => row[key]).join(' ')
  const unlike = new Map(rows.map((row) => [placeOf(row), { ...row, customer_id: customerId }]))
  const json = JSON.stringify([...unlike.values()])
  const all = [...keys, ...values]
  const columns = (list: readonly string[], make: (column: string) => string) =>
    sql.raw(list.map(make).join(', '))
  const samePlace = sql.raw(keys.map((key) => `i.${key} = s.${key}`).join(' and '))
  const { rows: counted } = await ctx.db.execute<{ n: number }>(sql`
    with incoming as materialized (
      select * from json_populate_recordset(null::${sql.raw(name)}, ${json}::json)),
    changed as materialized (
      select i.* from incoming i
      left join ${sql.raw(name)} s on s.customer_id = ${customerId}::bigint and ${samePlace}
      where s.customer_id is null
        or (${columns(values, (v) => `i.${v}`)}) is distinct from (${columns(values, (v) => `s.${v}`)})),
    written as (
      insert into ${sql.raw(name)} (${columns(all, String)}) select ${columns(all, String)} from changed
      on conflict (${columns(keys, String)}) do update
      set ${columns(values, (v) => `${v} = excluded.${v}`)})
    select count(*)::int as n from changed`)
  return counted[0]?.n ?? 0
}

/** Names come from the schema, never from outside, and need no quotes. */
function columnsOf(table: PgTable) {
  const { name, primaryKeys } = getTableConfig(table)
  const keys = primaryKeys[0]?.columns.map((column) => column.name) ?? []
  const values = Object.values(getTableColumns(table))
    .map((column) => column.name)
    .filter((column) => !keys.includes(column))
  return { name, keys, values }
}
