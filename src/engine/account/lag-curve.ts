import type { AccountInventory } from './inventory.ts'

/** Fewer conversions tell less of an account's lags than accounts in general do. */
const LEAST_CONVERSIONS_MICROS = 100_000_000

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
  return Array.from(byDay, (conversions = 0, day) => {
    reported += conversions
    return day === byDay.length - 1 ? 1 : Math.min(1, reported / total)
  })
}
