import type { DayRange } from '#shared/dates.ts'
import type { DataTable, TableRow } from '../contract/data-table.ts'
import { isRatio, ratioEffect } from '../rules/decompose-ratio.ts'
import {
  type MeasuredSums,
  type MeasureKey,
  measureCell,
  measureOf,
  measureValue,
  NO_SUMS,
} from '../rules/measures.ts'
import type { Question, Split } from '../rules/question.ts'
import { REST } from '../rules/why-text.ts'
import type { Asking } from './asking.ts'
import { levelOf, type NamedSums, readSums } from './sums-rows.ts'

export type Span = { range: DayRange; before: DayRange }
export type Both = { now: MeasuredSums; before: MeasuredSums }
/** How a change is spread over the parts of one kind. */
export type ChangeParts = { title: string; tool: DataTable['tool']; rows: TableRow[] }

const MOST_PARTS = 5
const WAYS: [Split, string, DataTable['tool']][] = [
  ['campaign', 'Por campaña', 'campaigns'],
  ['device', 'Por dispositivo', 'splits'],
  ['search_term', 'Por término de búsqueda conocido', 'search_terms'],
]

/** The change of a measure by campaign, device and term; each adds up to all of it, with what is not named at the end. */
export async function readChangeParts(
  asking: Asking,
  question: Question,
  key: MeasureKey,
  { span, whole }: { span: Span; whole: Both },
): Promise<ChangeParts[]> {
  const { filters } = question
  const thing = question.things[0] ?? null
  const found: ChangeParts[] = []
  for (const [split, title, tool] of WAYS) {
    if (thing?.kind === split || !levelOf({ thing, split, filters })) continue
    const ask = (range: DayRange) => readSums(asking, { range, thing, split, filters })
    const parts = pairs(await ask(span.range), await ask(span.before))
    const rows = [...parts].map(([id, part]) => partRow(key, { ...part, key: id }, whole))
    const moved = rows
      .filter((row) => Math.abs(effectOf(row)) > 1e-9)
      .toSorted((a, b) => Math.abs(effectOf(b)) - Math.abs(effectOf(a)))
    if (moved.length === 0) continue
    found.push({ title, tool, rows: withRest(key, moved.slice(0, MOST_PARTS), whole) })
  }
  return found
}

type Part = Both & { label: string }

function pairs(now: readonly NamedSums[], before: readonly NamedSums[]): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const { key, label, sums } of now)
    parts.set(key, { label, now: sums, before: { ...NO_SUMS } })
  for (const { key, label, sums } of before)
    parts.set(key, { label, now: parts.get(key)?.now ?? { ...NO_SUMS }, before: sums })
  return parts
}

function partRow(key: MeasureKey, part: Part & { key: string }, whole: Both): TableRow {
  const { unit } = measureOf(key)
  return {
    key: part.key,
    label: part.label,
    cells: {
      value: measureCell(key, part.now),
      previous: measureCell(key, part.before),
      effect: { value: changeOf(key, part, whole), unit },
    },
  }
}

/** Of a sum its own change; of a ratio what the part did to the ratio of all. */
function changeOf(key: MeasureKey, part: Both, whole: Both): number {
  if (isRatio(key)) return ratioEffect(key, part, whole) ?? 0
  return (measureValue(key, part.now) ?? 0) - (measureValue(key, part.before) ?? 0)
}

/** Small parts, and clicks of which Google does not tell the term. */
function withRest(key: MeasureKey, rows: readonly TableRow[], whole: Both): TableRow[] {
  const all = changeOf(key, whole, whole)
  const rest = all - rows.reduce((sum, row) => sum + effectOf(row), 0)
  if (Math.abs(rest) <= 1e-9 * Math.max(1, Math.abs(all))) return [...rows]
  const cells = { effect: { value: rest, unit: measureOf(key).unit } }
  return [...rows, { key: REST, label: 'todo lo demás', cells }]
}

const effectOf = ({ cells }: TableRow) => Number(cells.effect?.value)
