import type { DayRange } from '#shared/dates.ts'
import type { TableRow, UnnumberedTable } from '../contract/data-table.ts'
import { rangeText } from '../rules/answer-period.ts'
import { rowText, sortRows } from '../rules/cells.ts'
import { type MeasuredSums, type MeasureKey, measureOf, measureValue } from '../rules/measures.ts'
import { thingText } from '../rules/named-things.ts'
import { type PlainAnswer, without } from '../rules/plain-answer.ts'
import type { Filters, Question } from '../rules/question.ts'
import type { Asking } from './asking.ts'
import { type NamedSums, readSums, sumOf, sumsOfThings } from './sums-rows.ts'

type Scene = {
  asking: Asking
  question: Question
  measures: readonly MeasureKey[]
  range: DayRange
  /** What the parts are called: 'Dispositivos de «Marca»'. */
  title: string
}

const NO_FILTERS: Filters = { device: null, weekdays: [], hours: [], region: null }
const TOLD = 7
const LISTED = 24

/** Which part of a total is of something, or of each part of a list. */
export async function answerShares(scene: Scene): Promise<PlainAnswer> {
  const { asking, question, measures, range, title } = scene
  const [within] = question.split ? question.things : []
  const whole = await sumOf(asking, { range, thing: within ?? null, filters: NO_FILTERS })
  const read = await partsOf(scene)
  const [first] = measures
  if (!first || !measureValue(first, whole))
    return without(`${title}: no hay datos ${rangeText(range)}.`)
  const rows = sortRows(
    read.map(({ key, label, sums }) => ({ key, label, cells: shareCells(measures, sums, whole) })),
    first,
    'highest',
  ).slice(0, LISTED)
  const table: UnnumberedTable = {
    tool: 'splits',
    title,
    asked: `Parte del total de ${within ? `«${within.name}»` : 'la cuenta'}`,
    ...range,
    columns: measures.flatMap((key) => [
      { key, label: measureOf(key).label },
      { key: shareKey(key), label: '% del total' },
      { key: wholeKey(key), label: 'Total' },
    ]),
    rows,
    place: { anchor: null, campaignId: null, adGroupId: null },
  }
  return {
    scope: `${title}, ${rangeText(range)}. Parte del total de ${within ? thingText(within) : 'la cuenta'}:\n`,
    body: table.rows
      .slice(0, TOLD)
      .map((row) => lineOf(row, measures, asking.account.currencyCode))
      .join('\n'),
    note: table.rows.length > TOLD ? '\nLas demás filas están en la tabla.' : '',
    tables: [table],
  }
}

async function partsOf(scene: Scene): Promise<NamedSums[]> {
  const { asking, question, range, title } = scene
  const { things, split, filters } = question
  if (split) return await readSums(asking, { range, thing: things[0] ?? null, split, filters })
  if (things.length === 0)
    return [
      { key: 'all', label: title, sums: await sumOf(asking, { range, thing: null, filters }) },
    ]
  return await sumsOfThings(asking, range, question)
}

const shareKey = (key: MeasureKey) => `${key}Share`
const wholeKey = (key: MeasureKey) => `${key}Whole`

function shareCells(measures: readonly MeasureKey[], part: MeasuredSums, whole: MeasuredSums) {
  return Object.fromEntries(
    measures.flatMap((key): [string, TableRow['cells'][string]][] => {
      const { unit } = measureOf(key)
      const [value, all] = [measureValue(key, part) ?? 0, measureValue(key, whole)]
      return [
        [key, { value, unit }],
        [shareKey(key), { value: all ? (100 * value) / all : null, unit: 'percent' }],
        [wholeKey(key), { value: all, unit }],
      ]
    }),
  )
}

/** '· «Marca»: el 23,4 % del gasto (123 € de 520 €)'. */
function lineOf(row: TableRow, measures: readonly MeasureKey[], currency: string): string {
  const shares = measures.map((key) => {
    const [share, value, all] = [shareKey(key), key, wholeKey(key)].map((column) =>
      rowText(row, column, currency),
    )
    return `${measureOf(key).label.toLowerCase()}, el ${share} (${value} de ${all})`
  })
  return `· «${row.label}»: ${shares.join('; ')}`
}
