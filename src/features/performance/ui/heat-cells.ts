import { WEEKDAY_NAMES } from '#shared/ads-words/places.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { MICROS } from '#shared/metrics.ts'
import { money, quantity } from '#shared/spanish-numbers.ts'
import type { getAccountHeatmap } from '../contract/account-views.ts'

export type HourCell = ReplyOf<typeof getAccountHeatmap>['cells'][number]

export const HEAT_METRICS = [
  { name: 'spend', title: 'Gasto' },
  { name: 'clicks', title: 'Clics' },
  { name: 'conversions', title: 'Conversiones' },
  { name: 'impressions', title: 'Impresiones' },
] as const
export type HeatMetric = (typeof HEAT_METRICS)[number]['name']

/** Mean of an hour over the weekdays of its kind; the period may have five Mondays and four Sundays. */
export function hourlyMean(cell: HourCell, metric: HeatMetric): number {
  return cell.days > 0 ? cell[metric] / cell.days : 0
}

export function heatText(metric: HeatMetric, value: number, currencyCode: string): string {
  return metric === 'spend' ? money(value * MICROS, currencyCode) : quantity(value)
}

/** The map in words: its highest hour and weekday. */
export function heatSummary(
  cells: readonly HourCell[],
  metric: HeatMetric,
  currencyCode: string,
): string {
  const highest = cells.reduce<HourCell | null>(
    (best, cell) => (best && hourlyMean(best, metric) >= hourlyMean(cell, metric) ? best : cell),
    null,
  )
  const title = HEAT_METRICS.find(({ name }) => name === metric)?.title ?? ''
  if (!highest || hourlyMean(highest, metric) === 0) return `${title}: sin datos por hora.`
  const value = heatText(metric, hourlyMean(highest, metric), currencyCode)
  return `${title}: el máximo está en ${cellName(highest)}, con ${value} de media.`
}

/** 'martes, de 9 a 10 h'. */
export function cellName({ weekday, hour }: { weekday: number; hour: number }): string {
  return `${WEEKDAY_NAMES[weekday]?.toLowerCase()}, de ${hour} a ${hour + 1} h`
}
