import { MICROS } from '#shared/metrics.ts'

/**
 * Google puts exactly 1 for a conversion that comes without an amount; cheap sales may be worth about 1. Both numbers are
 * rounded alike, so that even of many thousands the sums of the former differ by less than a cent.
 */
export function isWithoutValue(sold: { conversionsMicros: number; valueMicros: number }): boolean {
  const { conversionsMicros, valueMicros } = sold
  const rounding = Math.min(CENT, ONE_CONVERSION * conversionsMicros)
  return valueMicros <= 0 || Math.abs(valueMicros - conversionsMicros) <= rounding
}

const CENT = MICROS / 100
const ONE_CONVERSION = 0.001
