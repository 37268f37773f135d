import { lateDay } from '#account-data/late-days.ts'
import type { DayRange } from '#shared/dates.ts'
import type { DataTable, TableRow, UnnumberedTable } from '../contract/data-table.ts'
import { comparedWith, defaultRange, knownPart, rangeText } from '../rules/answer-period.ts'
import { widerText } from '../rules/asked-place.ts'
import { canDecompose, decomposeChange } from '../rules/decompose-change.ts'
import { evenPeriods, isSum, unevenText } from '../rules/even-periods.ts'
import { comparedRow, withDays } from '../rules/figures-text.ts'
import { isOfConversions, lateText } from '../rules/late-text.ts'
import { type MeasureKey, measureOf, measureValue, NO_SUMS } from '../rules/measures.ts'
import { type PlainAnswer, without } from '../rules/plain-answer.ts'
import type { KnownDays, Question } from '../rules/question.ts'
import { whyText } from '../rules/why-text.ts'
import { subject } from './answer-figures.ts'
import type { Asking } from './asking.ts'
import { type Both, readChangeParts, type Span } from './change-parts.ts'
import { readChanges } from './event-tables.ts'
import { readSums } from './sums-rows.ts'

const CHANGE_COLUMNS = [
  { key: 'value', label: 'Valor' },
  { key: 'previous', label: 'Antes' },
  { key: 'difference', label: 'Diferencia' },
]
const PART_COLUMNS = [
  { key: 'value', label: 'Valor' },
  { key: 'previous', label: 'Antes' },
  { key: 'effect', label: 'Efecto' },
]

/** A change taken apart: by what it is a product of, by campaign, device and term, and what was changed meanwhile. */
export async function answerWhy(
  asking: Asking,
  question: Question,
  known: KnownDays,
): Promise<PlainAnswer> {
  const key = question.measures.find(canDecompose)
  if (!key)
    return without(
      'Puedo explicar por qué han cambiado el gasto, los clics, las conversiones, el valor, el CPA o el ROAS. Di cuál de ellos.',
    )
  if (question.things.length > 1)
    return without('El porqué de un cambio lo explico de una sola cosa: di de cuál de ellas.')
  const even = evenPeriods(question.ranges, known, asking.today)
  const [asked, other] = even.ranges
  const days = knownPart(asked ?? defaultRange(asking.today), known, asked?.said ?? null)
  if ('missing' in days) return without(days.missing)
  const before =
    other ??
    comparedWith(days.range, question.versus ?? 'previous', {
      known,
      facts: asking.account.fileFacts?.account,
    })
  if (!(before && known && known.from <= before.from && before.to <= known.to))
    return without(
      'No puedo explicar el cambio: no tengo datos de todo el periodo anterior con el que compararlo.',
    )
  const uneven = unevenText(days.range, before, asking.today)
  if (uneven && (isSum(key) || days.range.from >= asking.today))
    return without(`${uneven}: no puedo explicar el cambio. Pregunta por periodos igual de largos.`)
  const span = { range: days.range, before: { from: before.from, to: before.to } }
  const late = isOfConversions(key) ? await lateDay(asking.ctx, asking.account) : null
  const note = even.note + days.note + lateText(days.range, late)
  return { ...(await explained(asking, question, key, span)), note }
}

async function explained(asking: Asking, question: Question, key: MeasureKey, span: Span) {
  const whole = {
    now: await sumsOf(asking, question, span.range),
    before: await sumsOf(asking, question, span.before),
  }
  const factors = factorRows(key, whole)
  const parts =
    factors.length > 0 ? await readChangeParts(asking, question, key, { span, whole }) : []
  const table = tablesOf(question, span)
  const tables = {
    change: table('change_parts', 'Cambio de conjunto', CHANGE_COLUMNS, [
      withDays(totalRow(key, whole), span.before),
    ]),
    factors: table(
      'change_parts',
      'Partes del cambio',
      [{ key: 'effect', label: 'Efecto' }],
      factors,
    ),
    splits: parts.map(({ tool, title, rows }) => table(tool, title, PART_COLUMNS, rows)),
    changes: await changesIn(asking, question, span.range),
  }
  const all = [tables.change, tables.factors, ...tables.splits, tables.changes]
  return {
    scope: `${widerText([...question.things, question.filters.region])}${subject(question)}, ${rangeText(span.range)} frente a los días ${rangeText(span.before)}. ${premiseText(question, differenceOf(key, whole))}`,
    body: whyText({ key, tables, currency: asking.account.currencyCode }),
    tables: all.filter(({ rows }) => rows.length > 0),
  }
}

function factorRows(key: MeasureKey, { before, now }: Both): TableRow[] {
  const { unit } = measureOf(key)
  return (decomposeChange(key, before, now) ?? []).map(({ label, effect }) => ({
    key: label,
    label,
    cells: { effect: { value: effect, unit } },
  }))
}

async function sumsOf(asking: Asking, question: Question, range: DayRange) {
  const { filters } = question
  const thing = question.things[0] ?? null
  const [row] = await readSums(asking, { range, thing, split: null, filters })
  return row?.sums ?? NO_SUMS
}

function totalRow(key: MeasureKey, { now, before }: Both): TableRow {
  const row = comparedRow(key, now, before)
  const difference = { value: differenceOf(key, { now, before }), unit: measureOf(key).unit }
  return { ...row, cells: { ...row.cells, difference } }
}

/** Null where a period has no such figure: a CPA without conversions. */
function differenceOf(key: MeasureKey, { now, before }: Both): number | null {
  const [value, previous] = [measureValue(key, now), measureValue(key, before)]
  return value === null || previous === null ? null : value - previous
}

/** Where what was taken for granted is not so. */
function premiseText({ moved }: Question, difference: number | null): string {
  if (difference === null) return ''
  if (moved === 'down' && difference > 0) return 'En esos días no ha bajado: ha subido. '
  return moved === 'up' && difference < 0 ? 'En esos días no ha subido: ha bajado. ' : ''
}

async function changesIn(asking: Asking, { things }: Question, range: DayRange) {
  const [campaignId] = things.find(({ kind }) => kind === 'campaign')?.ids ?? []
  return await readChanges(asking, { ...range, limit: 5, ...(campaignId && { campaignId }) })
}

function tablesOf({ things }: Question, { range }: Span) {
  const campaign = things.find(({ kind }) => kind === 'campaign')
  const place = { anchor: null, campaignId: campaign?.ids[0] ?? null, adGroupId: null }
  return (
    tool: DataTable['tool'],
    title: string,
    columns: DataTable['columns'],
    rows: TableRow[],
  ): UnnumberedTable => ({ tool, title, asked: '', ...range, columns, rows, place })
}
