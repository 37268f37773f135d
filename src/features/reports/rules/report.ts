import type { Priority } from '#engine/findings/recommendation.ts'
import type { Day, DayRange } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import type { AmountRange } from '#shared/range-scale.ts'

/** A report as its drawers know it: everything is in here, nothing is looked up while drawing. */

export type Report = {
  title: string
  madeOn: Day
  /** What was asked for; an account made of files may have another. */
  range: DayRange
  brand: Brand
  accounts: readonly AccountReport[]
}

export type Brand = {
  name: string
  /** `#rrggbb`. */
  color: string
  logo: { type: 'png' | 'jpeg'; bytes: Buffer } | null
}

export type AccountReport = {
  name: string
  /** Google's digits, or ours for an imported report. */
  accountId: string
  currencyCode: string
  range: DayRange
  /** Why its range is another than what was asked for; Spanish. */
  otherRange: string | null
  /** Figures that an imported account's files tell; null where all are known. */
  known: readonly (keyof Metrics)[] | null
  current: Metrics
  /**
   * The days of the range that are known whole, and as many before; null where nothing is compared, or history does not
   * reach back far enough.
   */
  compared: { now: RangeSums; before: RangeSums } | null
  /** Why there is no comparison though one was asked for; Spanish. */
  missingComparison: string | null
  /** Every day of the range; empty for a report without days. */
  days: readonly DaySums[]
  previousDays: readonly DaySums[]
  /** Those with traffic, dearest first. */
  campaigns: readonly (Metrics & { name: string })[]
  /** All of the range, what is to be read first before. */
  applied: readonly AppliedLine[]
  pending: readonly PendingLine[]
  pendingCount: number
  /** False before the first analysis: then nothing pending says nothing. */
  isAnalysed: boolean
  /** First day that was read; null before the first sync. */
  dataFrom: Day | null
  /** Last day that was read to its end; null before the first sync. */
  dataTo: Day | null
  /** First day of which conversions are still to come; null where all have. */
  lateFrom: Day | null
}

export type RangeSums = DayRange & { sums: Metrics }

export type DaySums = Metrics & { day: Day }

export type AppliedLine = {
  day: Day
  title: string
  /** 'Aplicada', 'Deshecha', 'En prueba' …; null of all of them together. */
  state: string | null
  /** 'Mejorado', 'Se medirá el 3 dic 2026', 'Deshecha' … */
  verdict: string
  detail: string
  /** Micros a month, where its amount is told. */
  range?: AmountRange
  tone: 'good' | 'bad' | 'neutral'
}

export type PendingLine = {
  priority: Priority
  /** That conversions are counted wrong, so that figures tell less than they seem to. */
  isOfMeasurement: boolean
  title: string
  impact: string
}
