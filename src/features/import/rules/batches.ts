export type Column = { name: string; type: 'bigint' | 'integer' | 'text' | 'date' | 'jsonb' }

/** Rows of one table as one array literal per column: few long parameters instead of one per cell. */
export type Batch = { table: string; columns: (Column & { literal: string })[]; rows: number }

/** PGlite answers no other request while a statement runs: so many rows take well under 100 ms. */
const STATEMENT_ROWS = 5_000

/** Cells in the order of `columns`. */
export function batchesOf(
  table: string,
  columns: readonly Column[],
  rows: readonly (string | number | null)[][],
): Batch[] {
  const count = Math.ceil(rows.length / STATEMENT_ROWS)
  return Array.from({ length: count }, (_, i) => {
    const slice = rows.slice(i * STATEMENT_ROWS, (i + 1) * STATEMENT_ROWS)
    return {
      table,
      columns: columns.map((column, at) => ({
        ...column,
        literal: `{${slice.map((cells) => cellText(cells[at] ?? null)).join(',')}}`,
      })),
      rows: slice.length,
    }
  })
}

function cellText(cell: string | number | null): string {
  if (cell === null) return 'null'
  return typeof cell === 'number' ? String(cell) : `"${cell.replace(/[\\"]/g, '\\$&')}"`
}
