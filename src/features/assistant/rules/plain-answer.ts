import { longDay, plural } from '#shared/spanish-numbers.ts'
import type { DataTable, TableRow } from '../contract/data-table.ts'
import { type MetricKey, rowText, sortRows } from './cells.ts'
import { metricLabel, type Plan } from './plain-question.ts'

/** One answer in Spanish from the rows that a plan has read; every figure is one of theirs. */
export function plainAnswer(plan: Plan, table: DataTable, currencyCode: string): string {
  if (table.rows.length === 0) return `No hay datos ${periodText(table)}.`
  switch (plan.tool) {
    case 'account_metrics':
      return accountText(plan.metrics, table, currencyCode)
    case 'daily_trend':
      return daysText(plan, table, currencyCode)
    case 'recommendations':
      return recommendationsText(table, currencyCode)
    case 'changes':
      return changesText(table, currencyCode)
    default:
      return rankingText(plan, table, currencyCode)
  }
}

/** 'el 19 nov 2026', 'del 1 nov 2026 al 19 nov 2026', '' where there is none. */
export function periodText({ from, to }: Pick<DataTable, 'from' | 'to'>): string {
  if (!from || !to) return ''
  return from === to ? `el ${longDay(from)}` : `del ${longDay(from)} al ${longDay(to)}`
}

function accountText(metrics: readonly MetricKey[], table: DataTable, currency: string): string {
  const sentences = metrics.flatMap((key) => {
    const row = table.rows.find((one) => one.key === key)
    return row
      ? [`${metricLabel(key)}: ${rowText(row, 'value', currency)}${changeText(row, currency)}.`]
      : []
  })
  return `Toda la cuenta, ${periodText(table)}. ${sentences.join(' ')}`
}

function changeText(row: TableRow, currency: string): string {
  const change = row.cells.change?.value
  if (typeof change !== 'number') return ''
  const before = rowText(row, 'previous', currency)
  const percent = rowText(row, 'change', currency).replace('-', '')
  if (Math.abs(change) < 0.05) return ` (igual que en el periodo anterior: ${before})`
  return ` (${change > 0 ? 'sube' : 'baja'} un ${percent} desde ${before} en el periodo anterior)`
}

function daysText({ metrics }: Plan, table: DataTable, currency: string): string {
  const key = metrics[0] ?? 'spend'
  const [highest] = sortRows(table.rows, key, 'highest')
  const [lowest] = sortRows(table.rows, key, 'lowest')
  if (!highest || !lowest) return `No hay datos ${periodText(table)}.`
  const name = metricLabel(key)
  return `${name} día a día, ${periodText(table)}. El valor más alto fue ${rowText(highest, key, currency)}, el ${highest.label}; el más bajo, ${rowText(lowest, key, currency)}, el ${lowest.label}.`
}

function rankingText(plan: Plan, table: DataTable, currency: string): string {
  const sortBy = plan.question.sortBy ?? 'spend'
  const shown: MetricKey[] = [...new Set<MetricKey>([sortBy, 'spend', 'conversions'])]
  const lines = table.rows.map((row) => {
    const values = shown.map(
      (key) => `${metricLabel(key).toLowerCase()} ${rowText(row, key, currency)}`,
    )
    return `· «${row.label}»: ${values.join(', ').replace('cpa', 'CPA').replace('ctr', 'CTR')}`
  })
  return `${table.title}, ${periodText(table)}. ${table.asked}:\n${lines.join('\n')}`
}

function recommendationsText(table: DataTable, currency: string): string {
  const lines = table.rows.map((row) => {
    const forecast =
      row.cells.mid?.value === null
        ? 'sin previsión en dinero'
        : `${rowText(row, 'mid', currency)} previstos al mes`
    return `· «${row.label}»: prioridad ${rowText(row, 'priority', currency)}, ${forecast}`
  })
  return `Las recomendaciones pendientes más importantes:\n${lines.join('\n')}`
}

function changesText(table: DataTable, currency: string): string {
  const lines = table.rows.map((row) => `· ${rowText(row, 'day', currency)}: «${row.label}»`)
  return `${plural(table.rows.length, 'cambio', 'cambios')} ${periodText(table)}:\n${lines.join('\n')}`
}
