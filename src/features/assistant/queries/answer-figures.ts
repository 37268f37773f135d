import { lateDay } from '#account-data/late-days.ts'
import { addDays, type Day, type DayRange, daysInRange, eachDay, weekday } from '#shared/dates.ts'
import { FILE_LEVELS, type FileLevel } from '#shared/file-facts.ts'
import type { DataTable, TableRow, UnnumberedTable } from '../contract/data-table.ts'
import { comparedWith, defaultRange, knownPart, rangeText } from '../rules/answer-period.ts'
import { widerText } from '../rules/asked-place.ts'
import { evenPeriods, isSum, unevenText, withoutChange } from '../rules/even-periods.ts'
import {
  comparedRow,
  comparisonText,
  meanRow,
  rankedText,
  totalText,
  withDays,
} from '../rules/figures-text.ts'
import { isOfConversions, lateText } from '../rules/late-text.ts'
import {
  isShare,
  type MeasuredSums,
  type MeasureKey,
  meanSums,
  measureCells,
  measureOf,
} from '../rules/measures.ts'
import { thingText } from '../rules/named-things.ts'
import { type PlainAnswer, without } from '../rules/plain-answer.ts'
import { type KnownDays, type Question, type Split, STEPS } from '../rules/question.ts'
import { inOrderOfDays, rankedRows, rankingText } from '../rules/ranked-parts.ts'
import { isMeasureKnown, unknownText } from '../rules/unknown-measures.ts'
import { answerShares } from './answer-shares.ts'
import type { Asking } from './asking.ts'
import { levelOf, type NamedSums, readSums, sumOf, sumsOfThings } from './sums-rows.ts'

const MAIN: readonly MeasureKey[] = ['spend', 'conversions', 'cpa']

/** Figures as they were asked for: a total, parts of it, several things, or two periods. */
export async function answerFigures(
  asking: Asking,
  question: Question,
  known: KnownDays,
): Promise<PlainAnswer> {
  const even = evenPeriods(question.ranges, known, asking.today)
  const [asked, other] = even.ranges
  const days = knownPart(asked ?? defaultRange(asking.today), known, asked?.said ?? null)
  if ('missing' in days) return without(days.missing)
  const crossed = crossFault(question)
  if (crossed) return without(crossed)
  const facts = asking.account.fileFacts
  const levels = (question.things.length > 0 ? question.things : [null]).map((thing) =>
    fileLevelOf(levelOf({ thing, split: question.split, filters: question.filters })),
  )
  const unknown = unknownText(question.measures, facts, levels[0] ?? 'account')
  if (unknown) return without(unknown)
  const asks = question.measures.length > 0 ? question.measures : MAIN
  const measures = asks.filter((key) => levels.every((level) => isMeasureKnown(key, facts, level)))
  const range = question.isMean ? wholeDays(days.range, asking.today) : days.range
  const scene = { asking, question, measures, range }
  const answer = question.isPartOf
    ? await answerShares({ ...scene, title: titleOf(question) })
    : other
      ? await againstOther(scene, other, known)
      : question.things.length > 1
        ? await severalThings(scene)
        : question.split
          ? await parts(scene, question.split)
          : await total(scene, known)
  if (answer.tables.length === 0) return answer
  return {
    ...answer,
    scope: widerText([...question.things, question.filters.region]) + answer.scope,
    note:
      even.note +
      answer.note +
      days.note +
      valueNote(measures, answer.tables) +
      (await lateNote(scene)),
  }
}

/** The day that runs would make a mean of days too small. */
function wholeDays(range: DayRange, today: Day): DayRange {
  return range.to >= today && range.from < today ? { ...range, to: addDays(today, -1) } : range
}

async function lateNote({ asking, measures, range }: Scene): Promise<string> {
  if (!measures.some(isOfConversions)) return ''
  return lateText(range, await lateDay(asking.ctx, asking.account))
}

/** Files have no splits: what is asked of one is asked of the account. */
function fileLevelOf(level: ReturnType<typeof levelOf>): FileLevel {
  return FILE_LEVELS.find((one) => one === level) ?? 'account'
}

type Scene = {
  asking: Asking
  question: Question
  measures: readonly MeasureKey[]
  range: DayRange
}

function crossFault({ things, split, filters, measures }: Question): string | null {
  const levels = (things.length > 0 ? things : [null]).map((thing) =>
    levelOf({ thing, split, filters }),
  )
  if (levels.includes(null))
    return 'Google no da ese cruce de datos: por dispositivo, lugar u hora solo los tengo de la cuenta o de una campaña, y de uno en uno.'
  const hasShares = levels.every(
    (level) => level === 'campaign' || level === 'ad_group' || level === 'keyword',
  )
  return measures.some(isShare) && !hasShares
    ? 'La cuota de impresiones solo la tengo por campaña, grupo de anuncios o palabra clave. Pregunta por una de ellas, o por todas las campañas.'
    : null
}

/** Of what is asked about. */
const sumsIn = ({ asking, question: { things, filters }, measures }: Scene, range: DayRange) =>
  sumOf(asking, { range, thing: things[0] ?? null, filters, measures })

async function total(scene: Scene, known: KnownDays): Promise<PlainAnswer> {
  const { asking, question, measures, range } = scene
  const versus = question.versus ?? 'previous'
  const isBegun = range.from >= asking.today
  const before = isBegun
    ? null
    : comparedWith(range, versus, { known, facts: asking.account.fileFacts?.account })
  const now = await sumsIn(scene, range)
  const was = before && (await sumsIn(scene, before))
  const table = comparison(scene, now, was, before)
  const reason = isBegun
    ? 'Hoy todavía no ha terminado'
    : 'No tengo datos de todo el periodo con el que lo comparas'
  const missing = question.versus && !before ? ` ${reason}, así que no lo comparo.` : ''
  if (now.impressions === 0 && now.costMicros === 0)
    return without(`${subject(question)} no tiene impresiones ni gasto ${rangeText(range)}.`)
  return {
    scope: `${subject(question)}, ${rangeText(range)}. `,
    body: totalText(measures, table, asking.account.currencyCode, versus),
    note: missing,
    tables: [table],
  }
}

async function againstOther(
  scene: Scene,
  other: Question['ranges'][number],
  known: KnownDays,
): Promise<PlainAnswer> {
  const { asking, question, measures, range } = scene
  const days = knownPart(other, known, other.said)
  if ('missing' in days) return without(days.missing)
  const [now, was] = [await sumsIn(scene, range), await sumsIn(scene, days.range)]
  const uneven = unevenText(range, days.range, asking.today)
  const table = comparison(scene, now, was, days.range)
  const told = uneven
    ? { ...table, rows: table.rows.map((row) => (isSum(row.key) ? withoutChange(row) : row)) }
    : table
  return {
    scope: `${subject(question)}, ${rangeText(range)} frente a los días ${rangeText(days.range)}. `,
    body: comparisonText(measures, told, asking.account.currencyCode),
    note: days.note + (uneven ? ` ${uneven}.` : ''),
    tables: [told],
  }
}

function comparison(
  { question, measures, range }: Scene,
  now: MeasuredSums,
  was: MeasuredSums | null,
  before: DayRange | null,
): UnnumberedTable {
  const daysOf = ({ from, to }: DayRange) => daysInRange(from, to)
  const rowOf = (key: MeasureKey) =>
    question.isMean
      ? meanRow(key, [now, daysOf(range)], was && before && [was, daysOf(before)])
      : comparedRow(key, now, was)
  return {
    tool: 'comparison',
    title: subject(question),
    asked: before ? comparedText(before) : '',
    ...range,
    columns: [
      { key: 'value', label: 'Valor' },
      ...(was
        ? [
            { key: 'previous', label: 'Periodo comparado' },
            { key: 'change', label: 'Cambio' },
          ]
        : []),
    ],
    rows: measures.map((key) => withDays(rowOf(key), before)),
    place: placeOf(question),
  }
}

function comparedText(before: DayRange): string {
  return `Comparado con ${before.from === before.to ? '' : 'los días '}${rangeText(before)}`
}

async function severalThings(scene: Scene): Promise<PlainAnswer> {
  const { asking, question, range } = scene
  const shown = shownOf(scene)
  const read = await sumsOfThings(asking, range, { ...question, measures: shown })
  const rows = read.map(
    ({ key, label, sums }): TableRow => ({
      ...{ key, label },
      cells: measureCells(shown, sums),
    }),
  )
  const table = tableOf(scene, 'campaigns', question.things.map(thingText).join(' y '), '', rows)
  return {
    scope: `Comparación, ${rangeText(range)}:\n`,
    body: rankedText(shown, rows, asking.account.currencyCode),
    note: '',
    tables: [table],
  }
}

const TABLE_OF: Partial<Record<Split, DataTable['tool']>> = {
  campaign: 'campaigns',
  ad_group: 'ad_groups',
  keyword: 'keywords',
  search_term: 'search_terms',
  day: 'daily_trend',
}
const TITLES: Record<Split, string> = {
  campaign: 'Campañas',
  ad_group: 'Grupos de anuncios',
  keyword: 'Palabras clave',
  search_term: 'Términos de búsqueda',
  device: 'Dispositivos',
  region: 'Lugares',
  weekday: 'Días de la semana',
  hour: 'Horas',
  day: 'Día a día',
  week: 'Semanas',
  month: 'Meses',
}
const WHOLE: readonly Split[] = ['device', 'weekday', 'hour', 'week', 'month']

async function parts(scene: Scene, split: Split): Promise<PlainAnswer> {
  const { asking, question, range } = scene
  const thing = question.things[0] ?? null
  const shown = shownOf(scene)
  const { filters } = question
  const read = await readSums(asking, { range, thing, split, filters, measures: shown })
  const title = `${TITLES[split]}${question.isMean ? ', de media de cada uno' : ''}${narrowing(question)}`
  if (read.length === 0) return without(`${title}: no hay datos ${rangeText(range)}.`)
  const rows = read.map(
    (row: NamedSums): TableRow => ({
      key: row.key,
      label: row.label,
      cells: cellsOf([...new Set([...shown, 'impressions' as const])], row, scene),
    }),
  )
  const ranked = { ...question.ranked, ...(WHOLE.includes(split) && { limit: 24 }) }
  const isFollowed = STEPS.includes(split) && !ranked.isAsked
  const kept = isFollowed ? inOrderOfDays(rows, ranked) : rankedRows(rows, ranked)
  const order = isFollowed ? 'Por orden de fecha' : rankingText(ranked)
  const heading = `${title}, ${rangeText(range)}. ${order}`
  if (kept.length === 0) return without(`${heading}: ninguna fila.`)
  const table = tableOf(scene, TABLE_OF[split] ?? 'splits', title, order, kept)
  const told = kept.slice(0, ranked.limit < 5 ? ranked.limit : 7)
  return {
    scope: `${heading}:\n`,
    body: rankedText(shown, told, asking.account.currencyCode),
    note: told.length < kept.length ? '\nLas demás filas están en la tabla.' : '',
    tables: [table],
  }
}

/** In the mean of each of the weekdays in the period, where that is asked: the keys are those of the weekdays. */
function cellsOf(keys: readonly MeasureKey[], { key, sums }: NamedSums, scene: Scene) {
  if (!scene.question.isMean) return measureCells(keys, sums)
  const { from, to } = scene.range
  const days = eachDay(from, to).filter((day) => weekday(day) === Number(key) - 1).length
  const cells = measureCells(keys, meanSums(sums, days))
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [
      name,
      { ...cell, unit: cell.unit === 'integer' ? ('quantity' as const) : cell.unit },
    ]),
  )
}

function shownOf({ asking, question, measures }: Scene): MeasureKey[] {
  const all: MeasureKey[] = [question.ranked.sortBy, ...measures, 'spend', 'conversions']
  const facts = asking.account.fileFacts
  return [...new Set(all)].filter((key) => isMeasureKnown(key, facts, 'account'))
}

function tableOf(
  scene: Scene,
  tool: DataTable['tool'],
  title: string,
  asked: string,
  rows: TableRow[],
): UnnumberedTable {
  return {
    tool,
    title,
    asked,
    ...scene.range,
    columns: shownOf(scene).map((key) => ({ key, label: measureOf(key).label })),
    rows,
    place: placeOf(scene.question),
  }
}

function placeOf({ things, split }: Question): DataTable['place'] {
  const campaign = things.find(({ kind }) => kind === 'campaign')
  const list = campaign && split ? LIST_OF[split] : undefined
  return {
    anchor: list ?? (campaign || split === 'campaign' ? 'campaigns' : null),
    campaignId: campaign?.ids[0] ?? null,
    adGroupId: null,
  }
}

/** Lists that the account's page shows of one campaign. */
const LIST_OF: Partial<Record<Split, DataTable['place']['anchor']>> = {
  keyword: 'keywords',
  search_term: 'search-terms',
}

/** ' de «Marca» en móviles': what a list is of. */
function narrowing({ things, filters, split }: Question): string {
  const [thing] = things
  const name = thing && ` de «${thing.name}»`
  const device = filters.device && ` ${DEVICE_TEXT[filters.device]}`
  const place = filters.region && ` en «${filters.region.name}»`
  // Their own list shows which.
  const hours = filters.hours.length > 0 && split !== 'hour' && ' en las horas pedidas'
  return [name, device, place, hours].filter(Boolean).join('')
}

function titleOf(question: Question): string {
  if (question.split) return `${TITLES[question.split]}${narrowing(question)}`
  return question.things.length > 1 ? 'Comparación' : subject(question)
}

const DEVICE_TEXT = ['', 'en móviles', 'en ordenadores', 'en tabletas']

/** 'Toda la cuenta', 'Campaña «Marca» en móviles'. */
export function subject({ things, filters }: Pick<Question, 'things' | 'filters'>): string {
  const [thing] = things
  const name = thing ? thingText(thing) : 'toda la cuenta'
  const device = DEVICE_TEXT[filters.device ?? 0]
  const place = filters.region && `en «${filters.region.name}»`
  return [name.charAt(0).toUpperCase() + name.slice(1), device, place].filter(Boolean).join(' ')
}

const OF_VALUE: readonly string[] = ['value', 'roas', 'valuePerConversion'] satisfies MeasureKey[]

/** A value of zero may as well mean that conversions were given none. */
function valueNote(measures: readonly MeasureKey[], tables: readonly UnnumberedTable[]): string {
  const asksValue = measures.some((key) => OF_VALUE.includes(key))
  const cells = tables.flatMap(({ rows }) =>
    rows.flatMap(({ key, cells }) =>
      OF_VALUE.includes(key)
        ? [cells.value]
        : OF_VALUE.map((one) => cells[one]).filter(
            (cell) => cell && tables[0]?.tool !== 'comparison',
          ),
    ),
  )
  return asksValue && cells.length > 0 && cells.every((cell) => !cell?.value)
    ? ' Las conversiones de esos días no tienen valor registrado.'
    : ''
}
