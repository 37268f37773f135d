import { addDays, type Day, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { AccountSnapshot } from './snapshot.ts'

/** The days that an account is watched on, up to yesterday. */
export type Calendar = {
  days: readonly Day[]
  clicks: readonly number[]
  /** Clicks weighed by how well their campaigns convert. */
  worth: readonly number[]
  knowsMix: boolean
}

export function calendarOf(snapshot: AccountSnapshot<'account', 'clicks'>): Calendar | null {
  const { today } = snapshot.account
  const known = snapshot.accountDays.filter(({ day }) => day < today)
  if (known.length === 0) return null
  const first = known.reduce((least, { day }) => (day < least ? day : least), today)
  const days = eachDay(first, addDays(today, -1))
  const clicksOf = new Map(known.map(({ day, clicks }) => [day, clicks]))
  const clicks = days.map((day) => clicksOf.get(day) ?? 0)
  const worth = worthOf(snapshot)
  return {
    days,
    clicks,
    worth: days.map((day, i) => worth?.get(day) ?? clicks[i]!),
    knowsMix: worth !== null,
  }
}

/** A pause of what sells best is no failure: each campaign's clicks count by its own rate, shrunk to the account's. */
function worthOf({ campaignDays }: AccountSnapshot): ReadonlyMap<Day, number> | null {
  if (!campaignDays || campaignDays.length === 0) return null
  const sums = new Map<string, { clicks: number; conversions: number }>()
  let [clicks, conversions] = [0, 0]
  for (const row of campaignDays) {
    const own = sums.get(row.campaignId) ?? { clicks: 0, conversions: 0 }
    own.clicks += row.clicks
    own.conversions += row.conversionsMicros / MICROS
    clicks += row.clicks
    conversions += row.conversionsMicros / MICROS
    sums.set(row.campaignId, own)
  }
  const rate = conversions / Math.max(1, clicks)
  if (rate <= 0) return null
  const { shapeCentre } = THRESHOLDS
  const worth = new Map<Day, number>()
  for (const { campaignId, day, clicks: some } of campaignDays) {
    const own = sums.get(campaignId)!
    const factor = (own.conversions + shapeCentre.value) / (own.clicks * rate + shapeCentre.value)
    worth.set(day, (worth.get(day) ?? 0) + some * factor)
  }
  return worth
}

/** Share of a change of volume that its conversion rate may change with, when the campaigns it came from are unknown. */
const MIX_SHARE = 1
const AROUND_DAYS = 28

/** Variance of the conversion rate from what else may have changed with the volume of a run of days. */
export function volumeChange(clicks: readonly number[]): (from: number, to: number) => number {
  const upTo = [0]
  for (const one of clicks) upTo.push(upTo.at(-1)! + one)
  const sum = (from: number, end: number) =>
    upTo[Math.min(clicks.length, end)]! - upTo[Math.max(0, from)]!
  return (from, to) => {
    const before = Math.min(AROUND_DAYS, from)
    const after = Math.min(AROUND_DAYS, clicks.length - 1 - to)
    const around = (sum(from - before, from) + sum(to + 1, to + 1 + after)) / (before + after)
    const own = sum(from, to + 1) / (to + 1 - from)
    const change = own > 0 && around > 0 ? Math.log(own / around) : 0
    return (MIX_SHARE * change) ** 2
  }
}

/** Part of a fall of clicks by which the rate may fall besides: who still searches when a season is over buys less. */
const SEASON_SHARE = 0.75
/** Less of a fall, or a shorter one, is a week like any other. */
const LEAST_FALL = 0.35
const LEAST_FALL_DAYS = 6
/** Three times the clicks are another season; half as many more are an account that grows. */
const LEAST_SEASON = Math.log(3)

/**
 * Variance of the conversion rate from demand that fell with a run of days, or that is far higher since: no fault of counting takes clicks
 * away, and none that is mended brings them. A season's conversions outweigh those of all days before it in what is expected of these.
 */
export function demandFall(clicks: readonly number[]): (from: number, to: number) => number {
  const meanOf = (from: number, to: number) => {
    const own = clicks.slice(Math.max(0, from), to)
    return own.reduce((sum, one) => sum + one, 0) / Math.max(1, own.length)
  }
  const whole = clicks.slice(0, 1 - LEAST_FALL_DAYS)
  const bestSince = highestSince(whole.map((_, day) => meanOf(day, day + AROUND_DAYS)))
  return (from, to) => {
    if (to - from + 1 < LEAST_FALL_DAYS) return 0
    const [before, own] = [meanOf(from - AROUND_DAYS, from), meanOf(from, to + 1)]
    if (own <= 0) return 0
    const fall = before > 0 ? Math.log(before / own) : 0
    const season = Math.log((bestSince[to + 1] ?? own) / own)
    const change = Math.max(fall > LEAST_FALL ? fall : 0, season > LEAST_SEASON ? season : 0)
    return (SEASON_SHARE * change) ** 2
  }
}

/** Of each value the highest of it and all later ones. */
function highestSince(values: readonly number[]): number[] {
  const highest = [...values]
  for (let i = values.length - 2; i >= 0; i--) {
    highest[i] = Math.max(highest[i]!, highest[i + 1]!)
  }
  return highest
}

/** Of the clicks of a usual day; more of them are as on no good day. */
const MOST_USUAL = 3

/**
 * Variance of the conversion rate where clicks came on a day as on no other: bots, or people whom something else sent. All or none of
 * those beyond may buy.
 */
export function clickSurge(clicks: readonly number[]): (from: number, to: number) => number {
  const meanOf = (days: readonly number[]) =>
    days.reduce((sum, one) => sum + one, 0) / Math.max(1, days.length)
  return (from, to) => {
    const own = clicks.slice(from, to + 1)
    const before = clicks.slice(Math.max(0, from - AROUND_DAYS), from)
    const usual = meanOf([...before, ...clicks.slice(to + 1, to + 1 + AROUND_DAYS)])
    if (usual <= 0) return 0
    const kept = meanOf(own.map((one) => Math.min(one, MOST_USUAL * usual)))
    return kept > 0 ? Math.log(meanOf(own) / kept) ** 2 : 0
  }
}
