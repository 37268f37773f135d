import { plural } from '#shared/spanish-numbers.ts'
import type { DataTable, TableRow } from '../contract/data-table.ts'
import { periodText } from './answer-period.ts'
import { rowText } from './cells.ts'

export type WeekTables = {
  metrics: DataTable
  /** Campaigns whose spend or conversions moved most, with columns of both weeks. */
  movers: DataTable
  changes: DataTable
  recommendations: DataTable
  /** One row: what all pending recommendations are expected to bring, nothing counted twice. */
  stake: DataTable
}

/** The week in five short paragraphs; every figure is a cell of one of the tables. */
export function weeklyText(
  tables: WeekTables,
  currency: string,
  { isHistoryKnown }: { isHistoryKnown: boolean },
): string {
  const { metrics } = tables
  if (metrics.rows.find(({ key }) => key === 'impressions')?.cells.value?.value === 0)
    return `La cuenta no tuvo tráfico ${periodText(metrics)}.`
  return [
    `Semana ${periodText(metrics)}.`,
    ['spend', 'conversions', 'cpa'].map((key) => metricText(metrics, key, currency)).join(' '),
    moversText(tables.movers, currency),
    isHistoryKnown ? changesText(tables.changes) : '',
    stakeText(tables, currency),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n')
}

function metricText({ rows }: DataTable, key: string, currency: string): string {
  const row = rows.find((one) => one.key === key)
  if (!row) return ''
  const value = `${row.label}: ${rowText(row, 'value', currency)}`
  const change = row.cells.change?.value
  if (typeof change !== 'number') return `${value}.`
  const before = rowText(row, 'previous', currency)
  if (Math.abs(change) < 0.05) return `${value}, como la semana anterior.`
  const percent = rowText(row, 'change', currency).replace('-', '')
  return `${value}, un ${percent} ${change > 0 ? 'más' : 'menos'} que la semana anterior (${before}).`
}

function moversText({ rows }: DataTable, currency: string): string {
  if (rows.length === 0) return ''
  const noun = (row: TableRow) =>
    row.cells.conversions?.value === 1 ? 'conversión' : 'conversiones'
  const moved = (row: TableRow) =>
    `«${row.label}» pasó de ${rowText(row, 'spendBefore', currency)} a ${rowText(row, 'spend', currency)} de gasto y de ${rowText(row, 'conversionsBefore', currency)} a ${rowText(row, 'conversions', currency)} ${noun(row)}`
  return `Lo que más se movió: ${rows.slice(0, 3).map(moved).join('; ')}.`
}

function changesText({ rows }: DataTable): string {
  if (rows.length === 0) return 'No consta ningún cambio en la cuenta esos días.'
  const named = rows.slice(0, 3).map(({ label }) => `«${label}»`)
  return `Qué se cambió: ${named.join('; ')}${rows.length > 3 ? ', entre otros cambios' : ''}.`
}

function stakeText({ recommendations, stake }: WeekTables, currency: string): string {
  if (recommendations.rows.length === 0) return 'No hay recomendaciones pendientes.'
  const [first] = recommendations.rows
  const [sum] = stake.rows
  const total = Number(sum?.cells.count?.value ?? recommendations.rows.length)
  const counted = Number(sum?.cells.counted?.value ?? total)
  const some = counted < total ? `; las ${counted} primeras,` : ','
  const { low, mid, high } = sum?.cells ?? {}
  const hasAmount = [low, mid, high].some((cell) => Boolean(cell?.value))
  const what = hasAmount
    ? `con ${sum && rowText(sum, 'mid', currency)} previstos al mes en juego`
    : 'sin importe previsto'
  const amount = sum && `${some} ${what}`
  const count = plural(total, 'recomendación pendiente', 'recomendaciones pendientes')
  return `Hay ${count}${amount ?? ''}. La primera: «${first?.label}».`
}
