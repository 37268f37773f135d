import { spanishOrder } from '#shared/spanish-order.ts'
import type { Column, Sort } from './table-rows.ts'

type Order<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort
  /** Order without a chosen sort, and between equal rows. */
  defaultOrder?: ((a: Row, b: Row) => number) | undefined
}

/**
 * Some of the rows `all`, in order; the rest of them only saves ranking again. Changes neither.
 * Empty values sort last both ways.
 */
export function sortRows<Row extends object>(
  some: readonly Row[],
  all: readonly Row[],
  { columns, sort, defaultOrder }: Order<Row>,
): Row[] {
  const keys = sort.flatMap(({ column: id, direction }) => {
    const column = columns.find((candidate) => candidate.id === id)
    return column ? [{ ranks: ranksOf(all, column), descending: direction === 'desc' }] : []
  })
  if (defaultOrder) keys.push({ ranks: usualRanksOf(all, defaultOrder), descending: false })
  // A stable pass for each key, the one that counts least first.
  const places = keys.reduceRight(
    (sorted, { ranks, descending }) => sortPlaces(sorted, ranks, descending),
    placesOf(some, all),
  )
  return Array.from(places, (place) => all[place] as Row)
}

/** From here up a first click on a header would be felt. */
const LONG = 1_000

/** Ranks the columns of a long list in idle time, one at a time. Returns what stops it. */
export function rankAhead<Row extends object>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): () => void {
  if (rows.length < LONG) return () => undefined
  const left = columns.filter((column) => column.sortable !== false && !column.isControl)
  const next = () => {
    const column = left.shift()
    if (!column) return
    ranksOf(rows, column)
    stop = whenIdle(next)
  }
  let stop = whenIdle(next)
  return () => stop()
}

/** For each row its place among the values of a column, equal ones alike; EMPTY without a value. */
type Ranks = { of: Int32Array; count: number }

const EMPTY = -1
const ranksByRows = new WeakMap<object, Map<unknown, Ranks>>()
const placesByRows = new WeakMap<object, Map<unknown, number>>()

/** Whole numbers side by side sort in a fraction of the time that comparing row with row takes. */
function sortPlaces(places: Uint32Array, ranks: Ranks, descending: boolean): Uint32Array {
  const length = places.length
  const { of, count } = ranks
  // Rank and present place in one number, which stays far below 2^53.
  const keys = new Float64Array(length)
  for (let at = 0; at < length; at++) {
    const rank = of[places[at] ?? 0] ?? EMPTY
    keys[at] = (rank === EMPTY ? count : descending ? count - 1 - rank : rank) * length + at
  }
  keys.sort()
  return Uint32Array.from(keys, (key) => places[key % length] ?? 0)
}

function placesOf<Row extends object>(some: readonly Row[], all: readonly Row[]): Uint32Array {
  if (some === all) return Uint32Array.from(all.keys())
  const known = placesByRows.get(all) ?? new Map(all.map((row, place) => [row, place]))
  placesByRows.set(all, known)
  return Uint32Array.from(some, (row) => known.get(row) ?? 0)
}

function ranksOf<Row>(rows: readonly Row[], column: Column<Row>): Ranks {
  return kept(rows, column.id, () => {
    const compared = column.sortValue ?? column.value
    const values = rows.map((row) => compared(row))
    const ranks = rankValues(values)
    const of = Int32Array.from(values, (value) => ranks.get(value) ?? EMPTY)
    return { of, count: ranks.size }
  })
}

function usualRanksOf<Row>(rows: readonly Row[], order: (a: Row, b: Row) => number): Ranks {
  return kept(rows, order, () => {
    const of = new Int32Array(rows.length)
    const sorted = [...rows.entries()].sort(([, a], [, b]) => order(a, b))
    let rank = 0
    for (const [at, [place, row]] of sorted.entries()) {
      const before = sorted[at - 1]
      if (before && order(before[1], row) !== 0) rank++
      of[place] = rank
    }
    return { of, count: rank + 1 }
  })
}

function kept(rows: object, key: unknown, make: () => Ranks): Ranks {
  const known = ranksByRows.get(rows) ?? new Map<unknown, Ranks>()
  ranksByRows.set(rows, known)
  const ranks = known.get(key) ?? make()
  known.set(key, ranks)
  return ranks
}

/** Numbers before texts; neither null nor NaN has a rank. */
function rankValues(values: readonly unknown[]): Map<unknown, number> {
  const distinct = new Set(values)
  const numbers = Float64Array.from(
    [...distinct].filter((value) => typeof value === 'number' && !Number.isNaN(value)) as number[],
  ).sort()
  const texts = [...distinct]
    .filter((value) => typeof value === 'string')
    .sort(spanishOrder.compare)
  return new Map([...numbers, ...texts].map((value, rank) => [value, rank]))
}

/** Safari has no idle callback; a moment later does there. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act)
  return () => cancelIdleCallback(handle)
}
