import type { DayRange } from '#shared/dates.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import type { Cell, TableRow, UnnumberedTable } from '../contract/data-table.ts'
import { METRIC_COLUMNS, metricCells } from '../rules/cells.ts'
import type { Asking } from './asking.ts'

const NOWHERE = { anchor: null, campaignId: null, adGroupId: null }

/** A row per metric: its value, the same in the days before, and the change where both can be compared. */
export async function readAccountMetrics(
  { ask, account }: Asking,
  { from, to }: DayRange,
): Promise<UnnumberedTable> {
  const customerId = account.googleCustomerId
  const current = await ask.getAccountMetrics({ customerId, from, to, compare: 'previous' })
  const { comparison } = current
  const previous = comparison.complete
    ? await ask.getAccountMetrics({ ...comparison, customerId, compare: 'previous' })
    : null
  const now = metricCells(current)
  const before = previous && metricCells(previous)
  const rows = METRIC_COLUMNS.map(({ key, label }): TableRow => {
    const cells: Record<string, Cell> = { value: now[key] }
    if (before) {
      cells.previous = before[key]
      cells.change = { value: changeOf(now[key].value, before[key].value), unit: 'percent' }
    }
    return { key, label, cells }
  })
  return {
    tool: 'account_metrics',
    title: 'Toda la cuenta',
    asked: previous ? `Comparado con ${longDay(comparison.from)} – ${longDay(comparison.to)}` : '',
    from: current.from,
    to: current.to,
    columns: [
      { key: 'value', label: 'Valor' },
      ...(previous
        ? [
            { key: 'previous', label: 'Periodo anterior' },
            { key: 'change', label: 'Cambio' },
          ]
        : []),
    ],
    rows,
    place: NOWHERE,
  }
}

function changeOf(now: number | null, before: number | null): number | null {
  return now === null || !before ? null : ((now - before) / before) * 100
}
