import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { CopiedTable } from './user-tables.ts'

/** A recommendation's body may have 50 kB, a row of facts some hundred bytes. */
const ROWS_AT_ONCE = 500
const FACTS_AT_ONCE = 2_000

/**
 * Rows of one owner as JSON texts, a few thousand at a time, each time from behind the last key: no transaction stays
 * open meanwhile, which would hold up everybody on the embedded engine.
 */
export async function* rowsOfOwner(
  ctx: Context,
  table: CopiedTable,
  owner: string | number,
): AsyncGenerator<string[]> {
  const atOnce = /_(day|month)$/.test(table.name) ? FACTS_AT_ONCE : ROWS_AT_ONCE
  let last: readonly string[] | null = null
  for (;;) {
    const { rows } = (await ctx.db.execute(query(table, owner, last, atOnce))) as unknown as {
      rows: { row: string; key: string[] }[]
    }
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < atOnce) return
    last = rows.at(-1)!.key
  }
}

function query(
  { name, ownerColumn, columns, key }: CopiedTable,
  owner: string | number,
  last: readonly string[] | null,
  atOnce: number,
): SQL {
  const list = (names: readonly string[]) =>
    sql.join(
      names.map((one) => sql.identifier(one)),
      sql`, `,
    )
  const keyNames = list(key.map((column) => column.name))
  const behind = last
    ? sql`and (${keyNames}) > (${sql.join(
        key.map(({ type }, at) => sql`${last[at]}::${sql.raw(type)}`),
        sql`, `,
      )})`
    : sql``
  // Beside an equality the index is read from the owner's first row each time, and not from behind the last key.
  const isBounded = last !== null && key[0]?.name === ownerColumn
  const ofOwner = sql`${sql.identifier(ownerColumn)} ${sql.raw(isBounded ? '<=' : '=')} ${owner}`
  const keyTexts = sql.join(
    key.map((column) => sql`${sql.identifier(column.name)}::text`),
    sql`, `,
  )
  return sql`
    select (select row_to_json(own) from (select ${list(columns.map((one) => `${one}`))}) own)::text as row,
      array[${keyTexts}] as key
    from ${sql.identifier(name)}
    where ${ofOwner} ${behind}
    order by ${keyNames}
    limit ${atOnce}`
}
