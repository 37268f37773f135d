import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db/handles.ts'
import { schemaVersion, tablesInOrder } from './table-order.ts'

/** Few at a time: one may be a report of megabytes. */
const ROWS_AT_ONCE = 100
/** A part is one text, of which Node holds half a gigabyte at most. */
const PART_CHARACTERS = 2_000_000
const SUM_BITS = 64n

/** Of a table: how many rows, and a sum over their contents that does not depend on their order. */
export type TableSum = { table: string; rows: number; sum: string }

/** What a copy consists of, in the order in which it can be written again. */
export type CopyPart =
  | { kind: 'head'; version: number; keyIds: readonly string[] }
  | { kind: 'rows'; table: string; rows: string[] }
  | ({ kind: 'sum' } & TableSum)
  | { kind: 'end' }

/** All rows as of one instant, as JSON text, which both engines write and read alike. */
export async function* readRows(db: Db, keyIds: readonly string[]): AsyncGenerator<CopyPart> {
  yield { kind: 'head', version: await schemaVersion(db), keyIds }
  for (const table of await tablesInOrder(db)) yield* readTable(db, table)
  yield { kind: 'end' }
}

async function* readTable(db: Db, table: string): AsyncGenerator<CopyPart> {
  const sum = openSum()
  await db.execute(sql`set local timezone to 'UTC'`)
  await db.execute(
    sql`declare copied no scroll cursor for select row_to_json(t)::text as row from ${sql.identifier(table)} t`,
  )
  let [rows, characters] = [[] as string[], 0]
  for (;;) {
    const fetched = await db.execute(sql.raw(`fetch ${ROWS_AT_ONCE} from copied`))
    for (const { row } of fetched.rows as { row: string }[]) {
      sum.add(row)
      rows.push(row)
      characters += row.length
      if (characters < PART_CHARACTERS) continue
      yield { kind: 'rows', table, rows }
      ;[rows, characters] = [[], 0]
    }
    if (fetched.rows.length < ROWS_AT_ONCE) break
  }
  if (rows.length > 0) yield { kind: 'rows', table, rows }
  await db.execute(sql`close copied`)
  yield { kind: 'sum', table, ...sum.read() }
}

/** Order-free: each row's hash is added up. Keys are sorted, since a column may stand elsewhere in an older table. */
function openSum() {
  let [rows, sum] = [0, 0n]
  return {
    add: (row: string) => {
      const digest = createHash('sha256').update(inOrder(row)).digest()
      sum = BigInt.asUintN(Number(SUM_BITS), sum + digest.readBigUInt64BE())
      rows += 1
    },
    read: () => ({ rows, sum: sum.toString(16) }),
  }
}

function inOrder(row: string): string {
  const fields = Object.entries(JSON.parse(row) as Record<string, unknown>)
  return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Written as read; columns that count by themselves keep their numbers. */
export async function writeRows(db: Db, table: string, rows: readonly string[]): Promise<void> {
  const name = sql.identifier(table)
  await db.execute(sql`
    insert into ${name} overriding system value
    select * from json_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::json)`)
}

/** After all rows: what counts by itself goes on behind the highest. */
export async function continueCounting(db: Db): Promise<void> {
  const { rows } = await db.execute(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`)
  for (const { table, column } of rows as { table: string; column: string }[])
    await db.execute(sql`
      select setval(pg_get_serial_sequence(${table}, ${column}),
        coalesce((select max(${sql.identifier(column)}) from ${sql.identifier(table)}), 0) + 1, false)`)
}

/** The sums of the tables as they are now. */
export async function sumTables(db: Db): Promise<TableSum[]> {
  const sums: TableSum[] = []
  for (const table of await tablesInOrder(db))
    for await (const part of readTable(db, table))
      if (part.kind === 'sum') sums.push({ table: part.table, rows: part.rows, sum: part.sum })
  return sums
}
