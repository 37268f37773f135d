import { WEEKDAY_NAMES } from '#shared/ads-words/places.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { MICROS, ratio } from '#shared/metrics.ts'
import { money, percent, plural, quantity } from '#shared/spanish-numbers.ts'
import type { getAccountHeatmap } from '../contract/account-views.ts'

export type HourCell = ReplyOf<typeof getAccountHeatmap>['cells'][number] & {
  /** Hours that it spans; one where it is not said. */
  span?: number
}

export const HEAT_METRICS = [
  { name: 'spend', title: 'Gasto' },
  { name: 'clicks', title: 'Clics' },
  { name: 'conversions', title: 'Conversiones' },
  { name: 'impressions', title: 'Impresiones' },
  { name: 'rate', title: 'Tasa de conversión' },
] as const
export type HeatMetric = (typeof HEAT_METRICS)[number]['name']

/** Fewer clicks say nothing of a rate. */
const FEWEST_CLICKS = 30

/** Too little happened in it to be coloured by its rate. */
export function isThin(cell: HourCell, metric: HeatMetric): boolean {
  return metric === 'rate' && cell.clicks < FEWEST_CLICKS
}

/** Nothing can be said of it: too thin, or the period has no whole day of its weekday. */
export function isUnknown(cell: HourCell, metric: HeatMetric): boolean {
  return cell.days === 0 || isThin(cell, metric)
}

export function cellText(cell: HourCell, metric: HeatMetric, currencyCode: string): string {
  if (cell.days === 0) return 'ningún día así en el periodo'
  if (isThin(cell, metric)) return `${plural(cell.clicks, 'clic', 'clics')}, pocos para saberlo`
  return heatText(metric, hourlyMean(cell, metric), currencyCode)
}

/** Mean of an hour over the weekdays of its kind; the period may have five Mondays and four Sundays. A rate is of all its clicks. */
export function hourlyMean(cell: HourCell, metric: HeatMetric): number {
  if (metric === 'rate') return ratio(cell.conversions, cell.clicks)
  return cell.days > 0 ? cell[metric] / cell.days : 0
}

export function heatText(metric: HeatMetric, value: number, currencyCode: string): string {
  if (metric === 'rate') return percent(value, 1)
  return metric === 'spend' ? money(value * MICROS, currencyCode) : quantity(value)
}

/** The rate of all hours together: what each is held against. */
export function rateOfAll(cells: readonly HourCell[]): number {
  const sum = (name: 'conversions' | 'clicks') => cells.reduce((all, cell) => all + cell[name], 0)
  return ratio(sum('conversions'), sum('clicks'))
}

/** From −1, none at all, over 0, like the whole, to 1, twice as often and more. */
export function apartFrom(mean: number, value: number): number {
  return mean > 0 ? Math.max(-1, Math.min(1, value / mean - 1)) : 0
}

/** Blocks of some hours, for screens on which an hour would be too small to be pointed at. */
export function blocksOf(cells: readonly HourCell[], span: number): HourCell[] {
  const blocks = Map.groupBy(cells, ({ weekday, hour }) => weekday * 24 + hour - (hour % span))
  return [...blocks.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const sum = (name: 'spend' | 'impressions' | 'clicks' | 'conversions') =>
      own.reduce((all, cell) => all + cell[name], 0)
    return {
      ...first,
      span,
      spend: sum('spend'),
      impressions: sum('impressions'),
      clicks: sum('clicks'),
      conversions: sum('conversions'),
    }
  })
}

/** The map in words: its highest hour and weekday. */
export function heatSummary(
  cells: readonly HourCell[],
  metric: HeatMetric,
  currencyCode: string,
): string {
  if (metric === 'rate') return rateSummary(cells)
  const highest = cells.reduce<HourCell | null>(
    (best, cell) => (best && hourlyMean(best, metric) >= hourlyMean(cell, metric) ? best : cell),
    null,
  )
  const title = HEAT_METRICS.find(({ name }) => name === metric)?.title ?? ''
  if (!highest || hourlyMean(highest, metric) === 0) return `${title}: sin datos por hora.`
  const value = heatText(metric, hourlyMean(highest, metric), currencyCode)
  return `${title}: el máximo está en ${cellName(highest)}, con ${value} de media.`
}

function rateSummary(cells: readonly HourCell[]): string {
  const known = cells
    .filter((cell) => !isThin(cell, 'rate'))
    .toSorted((a, b) => hourlyMean(b, 'rate') - hourlyMean(a, 'rate'))
  const [best, worst] = [known.at(0), known.at(-1)]
  const all = `Tasa de conversión: ${percent(rateOfAll(cells), 1)} en todas las horas.`
  if (!best || !worst) return `${all} Ninguna tiene clics bastantes para juzgarla.`
  const of = (cell: HourCell) => `${cellName(cell)} (${percent(hourlyMean(cell, 'rate'), 1)})`
  if (best === worst) return `${all} Solo una tiene clics bastantes para juzgarla: ${of(best)}.`
  return `${all} La más alta, ${of(best)}; la más baja, ${of(worst)}.`
}

/** 'martes, de 9 a 10 h'. */
export function cellName(cell: { weekday: number; hour: number; span?: number }): string {
  const { weekday, hour, span = 1 } = cell
  return `${WEEKDAY_NAMES[weekday]?.toLowerCase()}, de ${hour} a ${hour + span} h`
}
