import { percentDigits, type Unit, type UnitValue, unitText } from '#shared/unit-text.ts'

/** A value of an evidence card as its unit prints it; '—' where there is none. */
export function evidenceText(unit: Unit, value: UnitValue, currencyCode: string): string {
  if (value === '') return '—'
  return unitText(unit, value, currencyCode, typeof value === 'number' ? digitsOf(unit, value) : 0)
}

export function isFigure(unit: Unit): boolean {
  return unit !== 'text' && unit !== 'day'
}

/** More decimals matter only where little is left without them: below 10 %, below 0,1. */
function digitsOf(unit: Unit, value: number): number {
  const isSmall = Math.abs(value) < 0.1
  if (unit === 'percent') return isSmall ? 2 : percentDigits(value)
  return isSmall && value !== 0 ? 4 : 2
}
