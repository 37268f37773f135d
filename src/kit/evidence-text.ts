import { isDay } from '#shared/dates.ts'
import { decimal, integer, longDay, money, percent, quantity } from '#shared/spanish-numbers.ts'

export type EvidenceUnit = 'text' | 'integer' | 'quantity' | 'decimal' | 'money' | 'percent' | 'day'
export type EvidenceValue = string | number | null

/** A value of an evidence card as its unit prints it; '—' where there is none. */
export function evidenceText(unit: EvidenceUnit, value: EvidenceValue, currency: string): string {
  if (value === null || value === '') return '—'
  if (typeof value === 'string') return unit === 'day' && isDay(value) ? longDay(value) : value
  switch (unit) {
    case 'money':
      return money(value, currency)
    case 'percent':
      return percentText(value)
    case 'quantity':
      return quantity(value)
    case 'decimal':
      return decimal(value, value !== 0 && Math.abs(value) < 0.1 ? 4 : 2)
    default:
      return integer(value)
  }
}

export function isFigure(unit: EvidenceUnit): boolean {
  return unit !== 'text' && unit !== 'day'
}

/** Two decimals matter only below 10 %; '100 %' needs none. */
function percentText(fraction: number): string {
  if (Math.abs(fraction) < 0.1) return percent(fraction)
  return percent(fraction, Math.round(fraction * 1000) % 10 === 0 ? 0 : 1)
}
