import type { FieldValue } from '../account-source.ts'

export type Ordering<Row> = { read: (row: Row) => FieldValue; descending: boolean }

/** Collects all rows, then yields them in order; equal rows keep their order, unset values come first. */
export function* sorted<Row>(
  rows: Iterable<Row | null>,
  orderings: readonly Ordering<Row>[],
): Generator<Row | null> {
  const collected: Row[] = []
  for (const row of rows) {
    if (row === null) yield null
    else collected.push(row)
  }
  yield* collected.sort((a, b) => {
    for (const { read, descending } of orderings) {
      const order = compare(read(a), read(b))
      if (order !== 0) return descending ? -order : order
    }
    return 0
  })
}

function compare(a: FieldValue, b: FieldValue): number {
  if (a === b) return 0
  if (a === undefined) return -1
  if (b === undefined) return 1
  if (isNumeric(a) && isNumeric(b)) return a < b ? -1 : a > b ? 1 : 0
  const [x, y] = [String(a), String(b)]
  return x < y ? -1 : x > y ? 1 : 0
}

function isNumeric(value: FieldValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}
