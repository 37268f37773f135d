import type { Metrics } from '#shared/metrics.ts'

export type Column = keyof Metrics

export const COLUMNS = [
  'impressions',
  'clicks',
  'costMicros',
  'conversionsMicros',
  'valueMicros',
] as const satisfies Column[]

/** What tells whether clicks pay: known together wherever conversions are judged. */
export type Counted = 'clicks' | 'costMicros' | 'conversionsMicros'
export const COUNTED = ['conversionsMicros', 'clicks', 'costMicros'] as const satisfies Counted[]

/** Sums of which the columns named are known; what is not named may be unknown, which is no 0. */
export type Sums<Known extends Column = never> = Pick<Metrics, Known> & Partial<Metrics>

export type CountedSums = Sums<Counted>

/** Null where one of them is unknown. */
export function countedOf({ clicks, costMicros, conversionsMicros }: Sums): CountedSums | null {
  if (clicks === undefined || costMicros === undefined || conversionsMicros === undefined)
    return null
  return { clicks, costMicros, conversionsMicros }
}

/** Of a whole what is left without a part: Google may count a click of a keyword that its campaign has not counted yet. */
export function less(whole: CountedSums, part: CountedSums): CountedSums {
  return {
    clicks: Math.max(0, whole.clicks - part.clicks),
    costMicros: Math.max(0, whole.costMicros - part.costMicros),
    conversionsMicros: Math.max(0, whole.conversionsMicros - part.conversionsMicros),
  }
}
