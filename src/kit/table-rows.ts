import type { ReactNode } from 'react'
import { decimal, integer, money, percent, quantity } from '#shared/spanish-numbers.ts'

/** How a value is printed, aligned and compared. Money in micros, percent as a fraction 0..1. */
export type ColumnKind = 'text' | 'status' | 'count' | 'quantity' | 'money' | 'percent' | 'score'

export type CellValue = string | number | null

/** A column as data: the same description serves table, cards, sort, totals and export. */
export type Column<Row> = {
  id: string
  title: string
  kind: ColumnKind
  value: (row: Row) => CellValue
  /** What sorting compares where the text would sort wrongly: a status has its own order. */
  sortValue?: (row: Row) => number
  /** Decimals of a percent; 2 unless told. */
  digits?: number
  /** Appended to the number: '/día'. */
  suffix?: string
  /** False for columns that the user cannot sort by. */
  sortable?: boolean
  /** Shown only to who chooses it. */
  optional?: boolean
  /** Holds buttons, not a value: never exported, filtered, chosen or sorted by. */
  isControl?: boolean
  /** Draws more than a value can say: never exported. */
  isDrawing?: boolean
  /** Leaves the table below this width; the cards of small screens show every column. */
  hideBelow?: 'lg' | 'xl' | '2xl'
  /** Draws the cell instead of its text. */
  cell?: (row: Row) => ReactNode
  /** The value of the totals row; columns without it stay empty there. */
  total?: (rows: readonly Row[]) => CellValue
}

export type Sort = readonly { column: string; direction: 'asc' | 'desc' }[]

export type Order<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort
  /** Order without a chosen sort, and between equal rows. */
  defaultOrder?: ((a: Row, b: Row) => number) | undefined
}

/** Rows whose text contains `search`, whatever its accents and case; `rows` itself without a search. */
export function searchRows<Row extends object>(
  rows: readonly Row[],
  search: string,
  searchText: (row: Row) => string,
): readonly Row[] {
  const wanted = foldText(search.trim())
  return wanted ? rows.filter((row) => foldedText(row, searchText).includes(wanted)) : rows
}

/**
 * Some of the rows `all`, in order; the rest of them only saves comparing texts again. Changes neither.
 * Empty values sort last both ways.
 */
export function sortRows<Row extends object>(
  some: readonly Row[],
  all: readonly Row[],
  { columns, sort, defaultOrder }: Order<Row>,
): Row[] {
  const keys = sort.flatMap(({ column: id, direction }) => {
    const column = columns.find((candidate) => candidate.id === id)
    if (!column) return []
    const known = sortKeys(all, column)
    // Numbers side by side: looking a row up at every comparison is what takes long.
    const of = Float64Array.from(some, (row) => known.get(row) ?? Number.NaN)
    return [{ of, descending: direction === 'desc' }]
  })
  const places = Uint32Array.from(some.keys()).sort((a, b) => {
    for (const { of, descending } of keys) {
      const order = compareKeys(of[a], of[b], descending)
      if (order !== 0) return order
    }
    return defaultOrder?.(some[a] as Row, some[b] as Row) ?? 0
  })
  return Array.from(places, (place) => some[place] as Row)
}

/**
 * The columns to show, in their own order: the first always, the rest as `chosen` says or, without
 * a choice, all but the optional ones. A chosen column stays at any width.
 */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
): readonly Column<Row>[] {
  if (!chosen) return columns.filter((column) => !column.optional)
  return columns
    .filter((column, at) => at === 0 || column.isControl || chosen.includes(column.id))
    .map(({ hideBelow: _, ...column }) => column)
}

/** '-clicks,name': descending by clicks, then ascending by name. */
export function parseSort(text: string | null): Sort {
  return (text ?? '')
    .split(',')
    .filter((part) => part !== '' && part !== '-')
    .map((part) =>
      part.startsWith('-')
        ? { column: part.slice(1), direction: 'desc' }
        : { column: part, direction: 'asc' },
    )
}

export function sortText(sort: Sort): string {
  return sort.map(({ column, direction }) => (direction === 'desc' ? '-' : '') + column).join(',')
}

/**
 * The sort after a click on a header: numbers begin at the largest, texts at A; the third click
 * returns to the default order. With `add` (Shift) the other columns keep their place.
 */
export function sortAfterClick(sort: Sort, column: Column<never>, add: boolean): Sort {
  const first = isNumeric(column.kind) ? 'desc' : 'asc'
  const present = sort.find((part) => part.column === column.id)
  const others = add ? sort.filter((part) => part.column !== column.id) : []
  if (!present) return [...others, { column: column.id, direction: first }]
  if (present.direction !== first) return others
  return [...others, { column: column.id, direction: first === 'desc' ? 'asc' : 'desc' }]
}

export function isNumeric(kind: ColumnKind): boolean {
  return kind !== 'text' && kind !== 'status'
}

/** The text of a value as its column prints it; '—' where there is none. */
export function cellText(
  column: Pick<Column<never>, 'kind' | 'digits' | 'suffix'>,
  value: CellValue,
  currencyCode: string,
): string {
  if (value === null || value === '') return '—'
  if (typeof value === 'string') return value
  return valueText(column.kind, value, currencyCode, column.digits) + (column.suffix ?? '')
}

function valueText(kind: ColumnKind, value: number, currencyCode: string, digits = 2): string {
  switch (kind) {
    case 'money':
      return money(value, currencyCode)
    case 'percent':
      return percent(value, digits)
    case 'quantity':
      return quantity(value, digits)
    case 'score':
      return decimal(value, Number.isInteger(value) ? 0 : 1)
    default:
      return integer(value)
  }
}

/** Lower case without accents: 'Búsqueda' is found by 'busqueda'. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

export function pageCount(rows: number, pageSize: number): number {
  return Math.max(1, Math.ceil(rows / pageSize))
}

/** The page numbers to offer: at most `most`, around the present one. */
export function pageWindow(page: number, pages: number, most: number): number[] {
  const length = Math.min(most, pages)
  const first = Math.min(Math.max(1, page - Math.floor(length / 2)), pages - length + 1)
  return Array.from({ length }, (_, at) => first + at)
}

const spanishOrder = new Intl.Collator('es', { sensitivity: 'base', numeric: true })
const keysByRows = new WeakMap<object, Map<string, Map<unknown, number>>>()
const foldedByRow = new WeakMap<object, string>()

/** One number per row, worked out once per list: collating 10,000 texts at every click is slow. */
function sortKeys<Row>(rows: readonly Row[], column: Column<Row>): Map<Row, number> {
  const known = keysByRows.get(rows) ?? new Map<string, Map<unknown, number>>()
  keysByRows.set(rows, known)
  const keys = (known.get(column.id) as Map<Row, number> | undefined) ?? makeKeys(rows, column)
  known.set(column.id, keys)
  return keys
}

function makeKeys<Row>(rows: readonly Row[], column: Column<Row>): Map<Row, number> {
  const values = rows.map((row) => (column.sortValue ?? column.value)(row))
  const texts = [...new Set(values.filter((value) => typeof value === 'string'))]
  const ranks = new Map(texts.sort(spanishOrder.compare).map((text, rank) => [text, rank]))
  return new Map(
    rows.map((row, at) => {
      const value = values[at] ?? null
      return [row, typeof value === 'string' ? (ranks.get(value) ?? 0) : (value ?? Number.NaN)]
    }),
  )
}

function compareKeys(a = Number.NaN, b = Number.NaN, descending: boolean): number {
  if (a === b) return 0
  if (a < b) return descending ? 1 : -1
  if (a > b) return descending ? -1 : 1
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
}

function foldedText<Row extends object>(row: Row, searchText: (row: Row) => string): string {
  const folded = foldedByRow.get(row) ?? foldText(searchText(row))
  foldedByRow.set(row, folded)
  return folded
}
