import type { TrendDay } from '#kit/trend-geometry.ts'
import { longDay } from '#shared/spanish-numbers.ts'
import type { DayPoint, MetricName } from '../contract.ts'

/** Each day of the range beside the day as far into the period before. */
export function trendDays(
  trend: { current: DayPoint[]; previous: DayPoint[] },
  metric: MetricName,
): TrendDay[] {
  return trend.current.map((point, index) => {
    const before = trend.previous[index]
    return {
      day: point.day,
      current: point[metric],
      previousDay: before?.day ?? null,
      previous: before?.[metric] ?? null,
    }
  })
}

/** What the chart shows, in words: extremes of the range, and how often it beat the period before. */
export function trendSummary(
  title: string,
  days: readonly TrendDay[],
  format: (value: number) => string,
): string {
  const known = days.filter((day): day is TrendDay & { current: number } => day.current !== null)
  const [first] = known
  const last = known.at(-1)
  if (!first || !last) return `${title}: sin datos.`
  const highest = known.reduce((best, day) => (day.current > best.current ? day : best))
  const lowest = known.reduce((best, day) => (day.current < best.current ? day : best))
  const compared = known.filter((day) => day.previous !== null)
  const above = compared.filter((day) => day.current > (day.previous ?? 0)).length
  const comparison =
    compared.length > 0 ? ` Supera al periodo anterior en ${above} de ${compared.length} días.` : ''
  return (
    `${title} del ${longDay(first.day)} al ${longDay(last.day)}. ` +
    `Máximo: ${format(highest.current)} el ${longDay(highest.day)}. ` +
    `Mínimo: ${format(lowest.current)} el ${longDay(lowest.day)}.${comparison}`
  )
}
