import type { Day } from '#shared/dates.ts'

/** Sums that a day of an account, a campaign or a device is made of. Money and conversions in micros. */
export const COLUMNS = [
  'impressions',
  'clicks',
  'costMicros',
  'conversionsMicros',
  'searchImpressions',
  'eligible',
  'lostToBudget',
  'lostToRank',
] as const
export type Column = (typeof COLUMNS)[number]
export type Sums = Record<Column, number>
/** By day, in the order of the account's days. */
export type DaySums = Readonly<Record<Column, readonly number[]>>

export type WatchedCampaign = {
  id: string
  name: string
  /** A paused one spends nothing on purpose, nor one that has ended. */
  isOn: boolean
  sums: DaySums
  /** Empty where the devices are not known day by day. */
  devices: readonly { device: string; sums: DaySums }[]
}

export type WatchedAccount = {
  today: Day
  /** Without gaps, up to yesterday. */
  days: readonly Day[]
  sums: DaySums
  campaigns: readonly WatchedCampaign[]
  lagCurve?: readonly number[]
}

export function noSums(): Sums {
  return {
    impressions: 0,
    clicks: 0,
    costMicros: 0,
    conversionsMicros: 0,
    searchImpressions: 0,
    eligible: 0,
    lostToBudget: 0,
    lostToRank: 0,
  }
}

export function emptyDays(length: number): Record<Column, number[]> {
  const none = () => new Array<number>(length).fill(0)
  return {
    impressions: none(),
    clicks: none(),
    costMicros: none(),
    conversionsMicros: none(),
    searchImpressions: none(),
    eligible: none(),
    lostToBudget: none(),
    lostToRank: none(),
  }
}
