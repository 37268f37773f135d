import type { ReactNode } from 'react'
import { unitText } from '#shared/unit-text.ts'

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
  /** One of the few figures that a card of a narrow screen shows by itself; where none is, it shows them all. */
  isLead?: boolean
  /** Leaves the table below this width; the cards of small screens show every column. */
  hideBelow?: 'lg' | 'xl' | '2xl'
  /** Draws the cell instead of its text. */
  cell?: (row: Row) => ReactNode
  /** The value of the totals row; columns without it stay empty there. */
  total?: (rows: readonly Row[]) => CellValue
}

export type Sort = readonly { column: string; direction: 'asc' | 'desc' }[]

/** Rows whose text contains `search`, regardless of accents and case; `rows` itself without a search. */
export function searchRows<Row extends object>(
  rows: readonly Row[],
  search: string,
  searchText: (row: Row) => string,
): readonly Row[] {
  const wanted = foldText(search.trim())
  return wanted ? rows.filter((row) => foldedText(row, searchText).includes(wanted)) : rows
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
    case 'percent':
      return unitText(kind, value, currencyCode, digits)
    case 'quantity':
      // As many decimals in every row, so that the figures of a column stand under each other.
      return unitText('decimal', value, currencyCode, digits)
    case 'score':
      return unitText('decimal', value, currencyCode, Number.isInteger(value) ? 0 : 1)
    default:
      return unitText('integer', value, currencyCode)
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

const foldedByRow = new WeakMap<object, string>()

function foldedText<Row extends object>(row: Row, searchText: (row: Row) => string): string {
  const folded = foldedByRow.get(row) ?? foldText(searchText(row))
  foldedByRow.set(row, folded)
  return folded
}
