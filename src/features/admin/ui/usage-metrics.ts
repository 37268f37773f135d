import { integer, quantity } from '#shared/spanish-numbers.ts'
import type { MetricsDay } from '../contract/endpoints.ts'

type UsageMetric = {
  name: Exclude<keyof MetricsDay, 'day'>
  title: string
  format(value: number): string
}

export const USAGE_METRICS: readonly UsageMetric[] = [
  { name: 'activeUsers', title: 'Usuarios por día', format: integer },
  { name: 'newUsers', title: 'Altas por día', format: integer },
  { name: 'sessions', title: 'Sesiones por día', format: integer },
  { name: 'avgSessionTime', title: 'Duración media de la sesión', format: minutesText },
]

/** Fewer make no line. */
export const LEAST_DAYS = 3

/** From the first day on which something was: before it there was no installation. */
export function usedDays(days: readonly MetricsDay[]): readonly MetricsDay[] {
  const first = days.findIndex((day) => USAGE_METRICS.some(({ name }) => day[name] > 0))
  return first < 0 ? [] : days.slice(first)
}

/** Minutes with up to one decimal: '12,5 min'. */
export function minutesText(minutes: number): string {
  return `${quantity(minutes, 1)} min`
}
