import type { Demand } from './demand.ts'
import type { Plan } from './plan.ts'
import type { ConversionAction } from './structure.ts'
import type { Trade } from './vocabulary/trade.ts'

export type Counts = Uint16Array | Int32Array

/** One day of one account, one row per search that had any eligible impression. Cost in micros. */
export type DayTraffic = {
  day: number
  plan: Plan
  demandAt: Counts
  eligible: Counts
  impressions: Counts
  clicks: Counts
  cost: Float64Array
  lostToBudget: Counts
  lostToRank: Counts
  top: Counts
  absoluteTop: Counts
  /** Rows are positions in the arrays above. */
  events: ConversionEvent[]
}

export type DayInput = {
  plan: Plan
  demand: readonly Demand[]
  day: number
  seed: number
  /** Demand relative to an average day. */
  season: number
  /** Hours of the day gone, 24 for a whole day. */
  hours: number
  conversions: ConversionModel
}

/** A conversion, counted on the day of its click and reported `lagDays` later. */
export type ConversionEvent = {
  row: number
  /** Position in `ConversionModel.actions`. */
  action: number
  /** Millionths of a conversion: data-driven attribution gives parts. */
  credit: number
  valueMicros: number
  lagDays: number
  /** Hash that places the event in devices, hours, ads … */
  key: number
}

export type ConversionModel = {
  actions: readonly ConversionAction[]
  economics: Trade['economics']
}
