import type { Day } from '#shared/dates.ts'
import type { Cause } from './causes.ts'
import type { WatchedMetric } from './watched-metric.ts'

/** A figure that left its band, from the day on which it did. Values are micros, or a share between 0 and 1. */
export type Alert = {
  metric: WatchedMetric
  /** Null: of the whole account. */
  campaignId: string | null
  from: Day
  to: Day
  /** Where its beginning is known to be further back: its first day. */
  since?: Day
  seen: number
  expected: number
  /** Where four of five such runs would have lain. */
  low: number
  high: number
  /** Deviations, in those the account had before. */
  score: number
  /** Sum: what was seen less what was expected. */
  causes: Cause[]
  /** Other figures of the same place that left their bands. */
  besides: { metric: WatchedMetric; from: Day; seen: number; expected: number }[]
  /** Six weeks of the figure in its band, for the picture. */
  trend: TrendPoint[]
}

export type TrendPoint = {
  day: Day
  seen: number | null
  expected: number | null
  low: number | null
  high: number | null
}
