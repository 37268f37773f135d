import { DEFAULT_LAG_CURVE } from '../thresholds/thresholds.ts'
import type { AccountInventory } from './inventory.ts'

/** Fewer conversions are mixed with accounts in general, in which a sale comes within days; very few tell nothing. */
const ENOUGH_CONVERSIONS_MICROS = 100_000_000
const LEAST_CONVERSIONS_MICROS = 20_000_000

/** Google's buckets of more than one day: whole days since the click, both included. */
const WIDE_BUCKETS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  FOURTEEN_TO_TWENTY_ONE_DAYS: [14, 20],
  TWENTY_ONE_TO_THIRTY_DAYS: [21, 29],
  THIRTY_TO_FORTY_FIVE_DAYS: [30, 44],
  FORTY_FIVE_TO_SIXTY_DAYS: [45, 59],
  SIXTY_TO_NINETY_DAYS: [60, 89],
}
const SINGLE_DAYS = [
  'LESS_THAN_ONE_DAY',
  'ONE_TO_TWO_DAYS',
  'TWO_TO_THREE_DAYS',
  'THREE_TO_FOUR_DAYS',
  'FOUR_TO_FIVE_DAYS',
  'FIVE_TO_SIX_DAYS',
  'SIX_TO_SEVEN_DAYS',
  'SEVEN_TO_EIGHT_DAYS',
  'EIGHT_TO_NINE_DAYS',
  'NINE_TO_TEN_DAYS',
  'TEN_TO_ELEVEN_DAYS',
  'ELEVEN_TO_TWELVE_DAYS',
  'TWELVE_TO_THIRTEEN_DAYS',
  'THIRTEEN_TO_FOURTEEN_DAYS',
]

/**
 * Share of conversions reported `index` days after the click, rising to 1, from conversions by lag; a wide bucket
 * spreads evenly over its days. Undefined with too few conversions to tell.
 */
export function lagCurveOf(
  lags: NonNullable<AccountInventory['conversionLags']>,
): number[] | undefined {
  const byDay: number[] = []
  for (const { bucket, conversionsMicros } of lags) {
    const single = SINGLE_DAYS.indexOf(bucket)
    const [from, to] = WIDE_BUCKETS[bucket] ?? [single, single]
    if (from < 0) continue
    for (let day = from; day <= to; day++)
      byDay[day] = (byDay[day] ?? 0) + conversionsMicros / (to - from + 1)
  }
  const total = byDay.reduce((sum, conversions) => sum + conversions, 0)
  if (total < LEAST_CONVERSIONS_MICROS) return undefined
  let reported = 0
  const own = Array.from(byDay, (conversions = 0, day) => {
    reported += conversions
    return day === byDay.length - 1 ? 1 : Math.min(1, reported / total)
  })
  return mixed(own, Math.min(1, total / ENOUGH_CONVERSIONS_MICROS))
}

/** `weight`: of the account's own. */
function mixed(own: readonly number[], weight: number): number[] {
  if (weight === 1) return [...own]
  const days = Math.max(own.length, DEFAULT_LAG_CURVE.length)
  return Array.from(
    { length: days },
    (_, day) => weight * (own[day] ?? 1) + (1 - weight) * (DEFAULT_LAG_CURVE[day] ?? 1),
  )
}
