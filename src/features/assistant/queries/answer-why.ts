import type { DataTable, TableRow } from '../contract/data-table.ts'
import { comparedWith, defaultRange, knownPart } from '../rules/answer-period.ts'
import type { DayRange } from '../rules/calendar-days.ts'
import { canDecompose, decomposeChange } from '../rules/decompose-change.ts'
import { comparedRow, withDays } from '../rules/figures-text.ts'
import { type MeasuredSums, type MeasureKey, measureOf, measureValue } from '../rules/measures.ts'
import type { KnownDays, Question, Split } from '../rules/question.ts'
import { whyText } from '../rules/why-text.ts'
import { type PlainAnswer, subject } from './answer-figures.ts'
import type { Asking } from './asking.ts'
import { readTable, TableQuestion, type UnnumberedTable } from './read-table.ts'
import { levelOf, readSums } from './sums-rows.ts'

const NO_SUMS: MeasuredSums = {
  impressions: 0,
  clicks: 0,
  costMicros: 0,
  conversionsMicros: 0,
  valueMicros: 0,
}
const MOST_PARTS = 5

/** A change taken apart: by what it is a product of, by campaign, device and term, and what was changed meanwhile. */
export async function answerWhy(
  asking: Asking,
  question: Question,
  known: KnownDays,
): Promise<PlainAnswer> {
  const key = question.measures.find(canDecompose)
  if (!key)
    return {
      text: 'Puedo explicar por qué han cambiado el gasto, los clics, las conversiones, el valor, el CPA o el ROAS. Di cuál de ellos.',
      tables: [],
    }
  const [asked, other] = question.ranges
  const days = knownPart(asked ?? defaultRange(asking.today), known, asked?.said ?? null)
  if ('missing' in days) return { text: days.missing, tables: [] }
  const before = other ?? comparedWith(days.range, question.versus ?? 'previous', known)
  const isKnown = before && known && known.from <= before.from && before.to <= known.to
  if (!isKnown)
    return {
      text: 'No puedo explicar el cambio: no tengo datos de todo el periodo anterior con el que compararlo.',
      tables: [],
    }
  const span = { range: days.range, before: { from: before.from, to: before.to } }
  const [now, was] = [
    await sumsOf(asking, question, span.range),
    await sumsOf(asking, question, span.before),
  ]
  const parts = decomposeChange(key, was, now)
  const change = table(
    question,
    span,
    'change_parts',
    'Cambio de conjunto',
    [
      { key: 'value', label: 'Valor' },
      { key: 'previous', label: 'Antes' },
      { key: 'difference', label: 'Diferencia' },
    ],
    [withDays(totalRow(key, now, was), span.before)],
  )
  const factors = table(
    question,
    span,
    'change_parts',
    'Partes del cambio',
    [{ key: 'effect', label: 'Efecto' }],
    (parts ?? []).map(({ label, effect }) => ({
      key: label,
      label,
      cells: { effect: { value: effect, unit: measureOf(key).unit } },
    })),
  )
  const splits = await splitTables(asking, question, key, span)
  const changes = await readTable(
    asking,
    'changes',
    TableQuestion.parse({
      ...span.range,
      limit: 5,
      ...(question.things[0]?.kind === 'campaign' && { campaignId: question.things[0].ids[0] }),
    }),
  )
  const tables = [change, factors, ...splits, changes]
  const text = whyText({
    subject: subject(question),
    key,
    span,
    tables: { change, factors, splits, changes },
    currency: asking.account.currencyCode,
  })
  return { text: text + days.note, tables: tables.filter(({ rows }) => rows.length > 0) }
}

type Span = { range: DayRange; before: DayRange }

async function sumsOf(asking: Asking, question: Question, range: DayRange): Promise<MeasuredSums> {
  const [row] = await readSums(asking, {
    range,
    thing: question.things[0] ?? null,
    split: null,
    filters: question.filters,
  })
  return row?.sums ?? NO_SUMS
}

function totalRow(key: MeasureKey, now: MeasuredSums, was: MeasuredSums): TableRow {
  const row = comparedRow(key, now, was)
  const difference = (measureValue(key, now) ?? 0) - (measureValue(key, was) ?? 0)
  return {
    ...row,
    cells: { ...row.cells, difference: { value: difference, unit: measureOf(key).unit } },
  }
}

const WAYS: [Split, string, DataTable['tool']][] = [
  ['campaign', 'Por campaña', 'campaigns'],
  ['device', 'Por dispositivo', 'splits'],
  ['search_term', 'Por término de búsqueda conocido', 'search_terms'],
]

/** Only sums add up by parts: a rate has none. */
async function splitTables(
  asking: Asking,
  question: Question,
  key: MeasureKey,
  span: Span,
): Promise<UnnumberedTable[]> {
  if (key === 'cpa' || key === 'roas') return []
  const tables: UnnumberedTable[] = []
  const thing = question.things[0] ?? null
  for (const [split, title, tool] of WAYS) {
    if (thing?.kind === split || !levelOf({ thing, split, filters: question.filters })) continue
    const ask = (range: DayRange) =>
      readSums(asking, { range, thing, split, filters: question.filters })
    const [now, was] = [await ask(span.range), await ask(span.before)]
    const labels = new Map([...was, ...now].map((row) => [row.key, row.label]))
    const sumsIn = (rows: typeof now, id: string) =>
      rows.find((row) => row.key === id)?.sums ?? NO_SUMS
    const rows = [...labels].map(
      ([id, label]): TableRow => ({
        ...totalRow(key, sumsIn(now, id), sumsIn(was, id)),
        key: id,
        label,
      }),
    )
    const moved = rows.filter(({ cells }) => Math.abs(Number(cells.difference?.value)) > 1e-9)
    const sorted = moved.toSorted(
      (a, b) =>
        Math.abs(Number(b.cells.difference?.value)) - Math.abs(Number(a.cells.difference?.value)),
    )
    tables.push(
      table(
        question,
        span,
        tool,
        title,
        [
          { key: 'value', label: 'Valor' },
          { key: 'previous', label: 'Antes' },
          { key: 'difference', label: 'Diferencia' },
        ],
        sorted.slice(0, MOST_PARTS),
      ),
    )
  }
  return tables
}

function table(
  question: Question,
  { range }: Span,
  tool: DataTable['tool'],
  title: string,
  columns: DataTable['columns'],
  rows: TableRow[],
): UnnumberedTable {
  const campaign = question.things.find(({ kind }) => kind === 'campaign')
  return {
    tool,
    title,
    asked: '',
    ...range,
    columns,
    rows,
    place: { anchor: null, campaignId: campaign?.ids[0] ?? null, adGroupId: null },
  }
}
