import { MICROS } from '#shared/metrics.ts'
import * as spanish from '#shared/spanish-numbers.ts'
import type { Cell } from './data-table.ts'

/** As every screen prints it; '—' for what is not there. */
export function cellText({ value, unit }: Cell, currencyCode: string): string {
  if (value === null) return '—'
  if (typeof value === 'string') return unit === 'day' ? spanish.longDay(value) : value
  if (unit === 'money') return spanish.money(value * MICROS, currencyCode)
  if (unit === 'percent') return spanish.percent(value / 100, 1)
  return unit === 'quantity' ? spanish.quantity(value) : spanish.integer(value)
}
