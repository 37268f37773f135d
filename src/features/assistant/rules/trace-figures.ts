import { type Day, type DayRange, daysInRange } from '#shared/dates.ts'
import type { Cell, DataTable, Figure, TableRow, UnnumberedTable } from '../contract/data-table.ts'
import { attribute, type Claim } from './attribution.ts'
import { knownDates } from './dates-in-text.ts'
import { inventedNames, mentionsIn } from './mentions.ts'
import { type NumberToken, numberTokens, smallCounts, uncheckableNumbers } from './number-tokens.ts'

export type Traced = {
  figures: Figure[]
  /** Numbers that no row supports, as they are written. */
  unsupported: string[]
  /** Numbers that only rows support of which their sentence does not speak. */
  misplaced: string[]
  /** Names in «» that are nowhere in what is known. */
  invented: string[]
}

type Known = {
  tables: readonly DataTable[]
  /** Texts already on screen whose numbers may be repeated: the question, the cards. */
  texts?: readonly KnownText[]
  periods?: readonly DayRange[]
}

/** `label`: the row that the text is about, where its numbers are of no other. */
export type KnownText = string | { text: string; label: string }

/** A cell with the number, or (`row` null) a text of some row with it. */
type Place = {
  names: readonly string[]
  at: (Pick<Figure, 'tableId' | 'rowKey' | 'column'> & { label: string }) | null
}
type Candidate = Claim & { token: NumberToken; places: readonly Place[] }

/**
 * Ties every number of a text to the cell it was taken from. A number counts as that of a cell when the cell's value,
 * rounded to the places written, is it, neither is a percentage or money where the other is not, and the sentence
 * speaks of the cell's row. Names in «» and days inside the tables' periods are no figures.
 */
export function traceFigures(text: string, known: Known): Traced {
  const labels = known.tables.flatMap(labelsOf)
  const periods = [...(known.periods ?? []), ...known.tables.flatMap(periodsOf)]
  const masked = mask(text, labels, periods)
  const mentions = mentionsIn(text, known.tables.flatMap(namesOf))
  const candidates = numberTokens(masked).map((token) => candidateOf(token, text, known))
  const attributed = attribute(masked, mentions, candidates)
  const repeatable = (known.texts ?? []).filter((one) => typeof one === 'string')
  const repeated = new Set(repeatable.flatMap((one) => numberTokens(one).map(keyOf)))
  const figures: Figure[] = []
  const unsupported = [...uncheckableNumbers(masked)]
  const misplaced: string[] = []
  for (const candidate of candidates) {
    const { token, places } = candidate
    const fitting = (attributed.get(candidate) ?? []).flatMap((i) => places[i] ?? [])
    const figure = nearest(fitting, text.slice(0, token.start)) ?? countOf(token, known.tables)
    if (figure) figures.push({ ...figure, start: token.start, end: token.end })
    else if (fitting.length > 0 || repeated.has(keyOf(token)) || isLengthOf(token, periods))
      continue
    else if (places.length > 0) misplaced.push(token.text)
    else unsupported.push(token.text)
  }
  const named = new Set(labels.filter((label) => text.includes(`«${label}»`))).size
  for (const { text: word, value } of smallCounts(masked))
    if (value !== named && !countsSomething(value, known.tables)) unsupported.push(word)
  const invented = inventedNames(text, mentions, textsOf(known))
  return { figures, unsupported, misplaced, invented }
}

/** What rows and titles call their things. */
function labelsOf({ title, rows }: UnnumberedTable): string[] {
  const titled = [...title.matchAll(/«([^«»]+)»/g)].map(([, part = '']) => part)
  return [...rows.map(({ label }) => label), ...titled]
}

/** A text with the names in «» and the days of the tables left blank, as long as before. */
export function maskedText(text: string, tables: readonly UnnumberedTable[]): string {
  return mask(text, tables.flatMap(labelsOf), tables.flatMap(periodsOf))
}

function mask(text: string, labels: readonly string[], periods: readonly DayRange[]): string {
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

/** All that may be quoted: names and titles, and the texts on screen. */
function textsOf({ tables, texts = [] }: Known): string[] {
  const own = tables.flatMap(({ title, rows }) => [title, ...rows.map(({ label }) => label)])
  return [...own, ...texts.map((one) => (typeof one === 'string' ? one : one.text))]
}

/** Names of the table's things, and of what it is a part of. */
function namesOf(table: DataTable): string[] {
  return table.rows.flatMap((row) => namesOfRow(table, row))
}

const NAMED: readonly DataTable['tool'][] = [
  'campaigns',
  'ad_groups',
  'keywords',
  'search_terms',
  'recommendations',
  'results',
]

/** None: the whole account, its metrics and its days. */
function namesOfRow({ tool, title }: DataTable, { key, label }: TableRow): string[] {
  const [, part] = /«(.+)»/.exec(title) ?? []
  const isNamed = NAMED.includes(tool) && key !== 'all'
  return [...(isNamed ? [label] : []), ...(part ? [part] : [])]
}

function candidateOf(token: NumberToken, text: string, { tables, texts = [] }: Known): Candidate {
  const cells = [...cellsWith(token, tables)].filter(
    ({ row, column }) => column !== 'change' || !isTurnedRound(row, token, text),
  )
  const places = [
    ...cells.map(({ table, row, column }): Place => {
      const at = { tableId: table.id, rowKey: row.key, column, label: row.label }
      return { names: namesOfRow(table, row), at }
    }),
    ...texts.flatMap((one): Place[] => {
      if (typeof one === 'string' || !numberTokens(one.text).some(isSame(token))) return []
      return [{ names: [one.label], at: null }]
    }),
  ]
  return {
    token,
    places,
    start: token.start,
    end: token.end,
    owners: places.map(({ names }) => names),
  }
}

/** Of several cells with the value, that of the row named last before the figure. */
function nearest(places: readonly Place[], before: string) {
  let best: { at: NonNullable<Place['at']>; named: number } | undefined
  for (const { at } of places) {
    if (!at) continue
    const named = before.lastIndexOf(at.label)
    if (!best || named > best.named) best = { at, named }
  }
  if (!best) return undefined
  const { tableId, rowKey, column } = best.at
  return { tableId, rowKey, column }
}

function countOf(token: NumberToken, tables: readonly DataTable[]) {
  const counted = token.kind === 'plain' && tables.find(({ rows }) => rows.length === token.value)
  return counted ? { tableId: counted.id, rowKey: null, column: null } : undefined
}

function* cellsWith(token: NumberToken, tables: readonly DataTable[]) {
  for (const table of tables)
    for (const row of table.rows)
      for (const [column, cell] of Object.entries(row.cells))
        if (matches(token, cell)) yield { table, row, column }
}

const UP = /\b(?:sub[eió]|subi[óo]|subid|aument|crec|increment|más\b)/iu
const DOWN = /\b(?:baj[aó]|cae\b|cay[óo]|caíd|descen|disminu|reduc|menos\b)/iu

/** The clause around a change says the opposite of it: 'sube un 5 %' where it fell. */
function isTurnedRound(row: TableRow, { start, end }: NumberToken, text: string): boolean {
  const before =
    text
      .slice(0, start)
      .split(/[.;:(\n]/u)
      .at(-1) ?? ''
  const after = text.slice(end).split(/[.,;:(\n]/u)[0] ?? ''
  const clause = before + after
  const value = Number(row.cells.change?.value)
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

function periodsOf({ from, to, rows }: UnnumberedTable): DayRange[] {
  const days = rows.flatMap(({ cells }) =>
    Object.values(cells).flatMap(({ value, unit }) => (unit === 'day' && value ? [value] : [])),
  ) as Day[]
  const own = from && to ? [{ from, to }] : []
  return [...own, ...days.map((day) => ({ from: day, to: day }))]
}

/** 'los últimos 7 días'. */
function isLengthOf({ kind, value }: NumberToken, periods: readonly DayRange[]): boolean {
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

const isSame = (a: NumberToken) => (b: NumberToken) => keyOf(a) === keyOf(b)
const keyOf = ({ value, kind }: NumberToken) => `${value} ${kind}`
