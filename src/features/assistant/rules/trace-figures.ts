import { type Day, daysInRange } from '#shared/dates.ts'
import type { Cell, DataTable, Figure, TableRow } from '../contract/data-table.ts'
import { knownDates, type Period } from './dates-in-text.ts'
import { type NumberToken, numberTokens, smallCounts, uncheckableNumbers } from './number-tokens.ts'

export type Traced = {
  figures: Figure[]
  /** Numbers that no row supports, as they are written. */
  unsupported: string[]
}

type Known = {
  tables: readonly DataTable[]
  /** Texts already on screen whose numbers may be repeated: the question, the cards. */
  texts?: readonly string[]
  periods?: readonly Period[]
}

type Place = { table: DataTable; row: TableRow; column: string }

/**
 * Ties every number of a text to the cell it was taken from. A number counts as that of a cell when the cell's value,
 * rounded to the places written, is it, and neither is a percentage or money where the other is not. Names in «» and
 * days inside the tables' periods are no figures.
 */
export function traceFigures(text: string, known: Known): Traced {
  const labels = known.tables.flatMap(({ rows }) => rows.map(({ label }) => label))
  const periods = [...(known.periods ?? []), ...known.tables.flatMap(periodsOf)]
  const masked = mask(text, labels, periods)
  const repeated = new Set((known.texts ?? []).flatMap((one) => numberTokens(one).map(keyOf)))
  const figures: Figure[] = []
  const unsupported = [...uncheckableNumbers(masked)]
  for (const token of numberTokens(masked)) {
    const figure = figureOf(token, text, known.tables)
    if (figure) figures.push({ ...figure, start: token.start, end: token.end })
    else if (!repeated.has(keyOf(token)) && !isLengthOf(token, periods))
      unsupported.push(token.text)
  }
  const named = new Set(labels.filter((label) => text.includes(`«${label}»`))).size
  for (const { text: word, value } of smallCounts(masked))
    if (value !== named && !countsSomething(value, known.tables)) unsupported.push(word)
  return { figures, unsupported }
}

function mask(text: string, labels: readonly string[], periods: readonly Period[]): string {
  let masked = text
  // A recommendation's title may name a campaign in «» of its own: the longer name goes first.
  for (const label of labels.toSorted((a, b) => b.length - a.length)) {
    if (label.length < 2) continue
    masked = masked.replaceAll(`«${label}»`, '«'.padEnd(label.length + 1, ' ').concat('»'))
  }
  for (const { start, end } of knownDates(masked, periods))
    masked = masked.slice(0, start) + ' '.repeat(end - start) + masked.slice(end)
  return masked
}

/** Of several cells with the value, that of the row named last before the figure. */
function figureOf(token: NumberToken, text: string, tables: readonly DataTable[]) {
  const before = text.slice(0, token.start)
  let best: (Place & { at: number }) | undefined
  for (const place of placesOf(token, tables)) {
    if (place.column === 'change' && isTurnedRound(place, token, text)) continue
    const at = before.lastIndexOf(place.row.label)
    if (!best || at > best.at) best = { ...place, at }
  }
  if (best) return { tableId: best.table.id, rowKey: best.row.key, column: best.column }
  const counted = token.kind === 'plain' && tables.find(({ rows }) => rows.length === token.value)
  return counted ? { tableId: counted.id, rowKey: null, column: null } : undefined
}

function* placesOf(token: NumberToken, tables: readonly DataTable[]): Generator<Place> {
  for (const table of tables)
    for (const row of table.rows)
      for (const [column, cell] of Object.entries(row.cells))
        if (matches(token, cell)) yield { table, row, column }
}

const UP = /\b(?:sub[eió]|subi[óo]|subid|aument|crec|increment|más\b)/iu
const DOWN = /\b(?:baj[aó]|cae\b|cay[óo]|caíd|descen|disminu|reduc|menos\b)/iu

/** The clause around a change says the opposite of it: 'sube un 5 %' where it fell. */
function isTurnedRound({ row, column }: Place, { start, end }: NumberToken, text: string): boolean {
  const before =
    text
      .slice(0, start)
      .split(/[.;:(\n]/u)
      .at(-1) ?? ''
  const after = text.slice(end).split(/[.,;:(\n]/u)[0] ?? ''
  const clause = before + after
  const value = Number(row.cells[column]?.value)
  const isUp = UP.test(clause)
  return isUp !== DOWN.test(clause) && isUp === value < 0
}

function matches({ value, tolerance, kind }: NumberToken, cell: Cell): boolean {
  if (typeof cell.value !== 'number') return false
  if (kind === 'days') return false
  if ((kind === 'percent') !== (cell.unit === 'percent')) return false
  if (kind === 'money' && cell.unit !== 'money') return false
  return Math.abs(Math.abs(cell.value) - value) <= tolerance + 1e-9
}

function periodsOf({ from, to, rows }: DataTable): Period[] {
  const days = rows.flatMap(({ cells }) =>
    Object.values(cells).flatMap(({ value, unit }) => (unit === 'day' && value ? [value] : [])),
  ) as Day[]
  const own = from && to ? [{ from, to }] : []
  return [...own, ...days.map((day) => ({ from: day, to: day }))]
}

/** 'los últimos 7 días'. */
function isLengthOf({ kind, value }: NumberToken, periods: readonly Period[]): boolean {
  return kind === 'days' && periods.some(({ from, to }) => daysInRange(from, to) === value)
}

function countsSomething(value: number, tables: readonly DataTable[]): boolean {
  return tables.some(
    ({ rows, from, to }) =>
      rows.length === value ||
      (from && to && daysInRange(from, to) === value) ||
      rows.some(({ cells }) => Object.values(cells).some((cell) => cell.value === value)),
  )
}

const keyOf = ({ value, kind }: NumberToken) => `${value} ${kind}`
