export type Column = { name: string; type: 'bigint' | 'integer' | 'text' | 'date' | 'jsonb' }

/** Rows of one table as one array literal per column: few long parameters instead of one per cell. */
export type Batch = { table: string; columns: (Column & { literal: string })[]; rows: number }

type Cells = readonly (string | number | null)[]

/** PGlite answers no other request while a statement runs: so many rows take well under 100 ms. */
const STATEMENT_ROWS = 5_000

/** `cellsOf`: in the order of `columns`. A batch is made when it is asked for. */
export function* batchesOf<Row>(
  table: string,
  columns: readonly Column[],
  rows: Iterable<Row>,
  cellsOf: (row: Row) => Cells,
): Generator<Batch> {
  let slice: Cells[] = []
  for (const row of rows) {
    slice.push(cellsOf(row))
    if (slice.length < STATEMENT_ROWS) continue
    yield batchOf(table, columns, slice)
    slice = []
  }
  if (slice.length > 0) yield batchOf(table, columns, slice)
}

function batchOf(table: string, columns: readonly Column[], rows: readonly Cells[]): Batch {
  return {
    table,
    columns: columns.map((column, at) => ({
      ...column,
      literal: `{${rows.map((cells) => cellText(cells[at] ?? null)).join(',')}}`,
    })),
    rows: rows.length,
  }
}

function cellText(cell: string | number | null): string {
  if (cell === null) return 'null'
  return typeof cell === 'number' ? String(cell) : `"${cell.replace(/[\\"]/g, '\\$&')}"`
}
