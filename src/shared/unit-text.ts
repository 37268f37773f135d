import { isDay } from './dates.ts'
import { MICROS } from './metrics.ts'
import { decimal, integer, longDay, money, percent, quantity } from './spanish-numbers.ts'

/** What a figure counts. Money is in micros, percent a fraction, a day `YYYY-MM-DD`. */
export type Unit = 'text' | 'integer' | 'quantity' | 'decimal' | 'money' | 'percent' | 'day'
export type UnitValue = string | number | null

/** A figure as its unit prints it, '—' where there is none. `digits`: decimals of a percent or a decimal. */
export function unitText(unit: Unit, value: UnitValue, currencyCode: string, digits = 2): string {
  if (value === null) return '—'
  if (typeof value === 'string') return unit === 'day' && isDay(value) ? longDay(value) : value
  switch (unit) {
    case 'money':
      return money(value, currencyCode)
    case 'percent':
      return percent(value, digits)
    case 'quantity':
      return quantity(value)
    case 'decimal':
      return decimal(value, digits)
    default:
      return integer(value)
  }
}

/** The same of a figure as it travels: money in units of the currency, percent as 0..100. */
export function wireUnitText(
  unit: Unit,
  value: UnitValue,
  currencyCode: string,
  digits?: number,
): string {
  return unitText(
    unit,
    typeof value === 'number' ? fromWire(unit, value) : value,
    currencyCode,
    digits,
  )
}

function fromWire(unit: Unit, value: number): number {
  if (unit === 'money') return value * MICROS
  return unit === 'percent' ? value / 100 : value
}

/** Decimals of a percent: '10 %', not '10,0 %'. */
export function percentDigits(fraction: number): 0 | 1 {
  return Math.round(fraction * 1000) % 10 === 0 ? 0 : 1
}
