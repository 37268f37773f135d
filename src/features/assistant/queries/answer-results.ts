import {
  kindOf,
  noTotalText,
  secondText,
  stateText,
  trialStanding,
  waitingText,
} from '#features/recommendations/contract/result-words.ts'
import type { AccountResults, ResultRow } from '#features/recommendations/contract/results.ts'
import { MICROS } from '#shared/metrics.ts'
import { isVague, sumText, totalSentence } from '#shared/results-text.ts'
import { plural } from '#shared/spanish-numbers.ts'
import type { Cell, TableRow, UnnumberedTable } from '../contract/data-table.ts'
import { rowText } from '../rules/cells.ts'
import { type PlainAnswer, without } from '../rules/plain-answer.ts'
import type { Question } from '../rules/question.ts'
import type { Asking } from './asking.ts'

const MOST_TOLD = 7

/** What the applied changes brought, as «Resultados» tells it: the whole in its own words, then each. */
export async function answerResults(asking: Asking, question: Question): Promise<PlainAnswer> {
  const results = await asking.ask.readResults({ customerId: asking.account.googleCustomerId })
  if (!results) return without('En esta cuenta todavía no se ha aplicado ninguna recomendación.')
  const { currencyCode } = results
  const rows = results.rows.map(resultRow)
  const told = results.rows.slice(0, MOST_TOLD)
  const lines = told.map((row, i) =>
    [`· «${row.title}»: ${resultText(row, rows[i]!, currencyCode)}`, ...standingTexts(row)].join(
      ' ',
    ),
  )
  const left = rows.length - told.length
  return {
    scope: `${wholeText(results)}\n`,
    body: lines.join('\n'),
    note: `${left > 0 ? `\nY ${plural(left, 'cambio más', 'cambios más')} en «Resultados».` : ''}${narrowNote(question)}`,
    tables: [tableOf(rows)],
  }
}

function wholeText({ total, currencyCode, ...account }: AccountResults): string {
  if (total) {
    const often = isVague(total) ? '' : ' En 8 de cada 10 casos queda ahí.'
    return `${totalSentence(total, currencyCode)}.${often} ${sumText(total.cards)}.`
  }
  const { headline, sub } = noTotalText([account])
  return `${headline}.${sub ? ` ${sub}` : ''}`
}

function resultText(row: ResultRow, { cells }: TableRow, currencyCode: string): string {
  const kind = kindOf(row)
  const text = stateText(row)
  const shown = { key: '', label: '', cells }
  const say = (column: string) => rowText(shown, column, currencyCode)
  if (row.measured && row.within === null) {
    const span = `de ${say('low')} a ${say('high')}`
    const amount =
      kind === 'won' || kind === 'lost' || kind === 'same'
        ? `${text}, ${say('mid')} al mes (${span}).`
        : `${text}, ${span} al mes.`
    // Whose effect it is, and how it was measured.
    return row.note ? `${amount} ${row.note}` : amount
  }
  const why = waitingText(row)
  return why ? `${text}. ${why}` : `${text}.`
}

/** Of a half that waits, or of a trial. */
const standingTexts = ({ second, experiment, verdict }: ResultRow) => [
  ...(second ? [secondText(second, verdict !== null)] : []),
  ...(experiment ? [trialStanding(experiment)] : []),
]

function narrowNote({ ranges, things, split }: Question): string {
  return ranges.length > 0 || things.length > 0 || split
    ? '\nLo que trae cada cambio se mide al mes y por cambio: esto es de todo lo aplicado en la cuenta.'
    : ''
}

function resultRow(row: ResultRow): TableRow {
  const { measured, within, daysLeft } = row
  const money = (micros: number | undefined): Cell => ({
    value: micros === undefined || within !== null ? null : micros / MICROS,
    unit: 'money',
  })
  const isChance = row.verdict === 'no_concluyente'
  return {
    key: row.applicationId,
    label: row.title,
    cells: {
      state: { value: stateText(row), unit: 'text' },
      applied: { value: row.appliedOn, unit: 'day' },
      low: money(measured?.low),
      mid: money(isChance ? undefined : measured?.estimate),
      high: money(measured?.high),
      left: { value: daysLeft, unit: 'integer' },
    },
  }
}

function tableOf(rows: TableRow[]): UnnumberedTable {
  return {
    tool: 'results',
    title: 'Resultados de lo aplicado',
    asked: 'Los más recientes primero',
    from: null,
    to: null,
    columns: [
      { key: 'state', label: 'Resultado' },
      { key: 'applied', label: 'Aplicada el' },
      { key: 'low', label: 'Desde (95 %)' },
      { key: 'mid', label: 'Efecto al mes' },
      { key: 'high', label: 'Hasta (95 %)' },
      { key: 'left', label: 'Días que quedan' },
    ],
    rows,
    place: { anchor: 'results', campaignId: null, adGroupId: null },
  }
}
