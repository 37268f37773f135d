import { addDays, type Day, daysInRange, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { CountSeries } from '../statistics/expected-counts.ts'
import { daysToTell, type LostRun, lostRuns } from '../statistics/loss-scan.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { primaryActions } from './conversion-actions.ts'
import type { AccountSnapshot, ConversionAction } from './snapshot.ts'
import { reportedShare } from './window.ts'

/** A run of days on which less was counted than the clicks let expect, and chance is no explanation. */
export type Loss = {
  from: Day
  to: Day
  days: number
  clicks: number
  costMicros: number
  seen: number
  /** Conversions that these clicks would have brought at the rate of the days around. */
  expected: number
  isFull: boolean
  /** It reaches the last day known. */
  isOngoing: boolean
  probability: number
}

export type ActionLoss = Loss & {
  action: ConversionAction
  /** Of all conversions of the other days. */
  share: number
}

/** What can be told from chance at an account's volume; days are null where not even months would tell. */
export type DetectionPower = { perDay: number; outageDays: number | null; halfDays: number | null }

/** With the conversions that have come in so far, a failure not counted out. */
export function detectionPower(snapshot: AccountSnapshot): DetectionPower | null {
  const days = snapshot.accountDays.filter(({ day }) => day < snapshot.account.today)
  const live = days.filter(({ clicks }) => clicks > 0)
  const known = days.reduce((sum, row) => sum + row.conversionsMicros / MICROS, 0)
  if (live.length === 0) return null
  const perDay = known / live.length
  const options = { hazard: hazardOf(1), enough: THRESHOLDS.lossProbability.value }
  const daysFor = (kept: number) => daysToTell(kept, { perDay, known }, options)
  return { perDay, outageDays: daysFor(0), halfDays: daysFor(0.5) }
}

/** Conversions lost by the whole account. */
export function accountLosses(snapshot: AccountSnapshot): Loss[] {
  const calendar = calendarOf(snapshot)
  if (!calendar) return []
  const { days } = calendar
  const rows = new Map(snapshot.accountDays.map((row) => [row.day, row]))
  const seen = days.map((day) => (rows.get(day)?.conversionsMicros ?? 0) / MICROS)
  return scanned(snapshot, calendar, seen, 1)
}

/** Of each primary action of several; one may fail while the others keep the account's total alive. */
export function actionLosses(snapshot: AccountSnapshot): ActionLoss[] {
  const calendar = calendarOf(snapshot)
  const known = actionDaysOf(snapshot)
  const primaries = primaryActions(snapshot)
  if (!calendar || !known || primaries.length < 2) return []
  const { days } = calendar
  const position = new Map(days.map((day, i) => [day, i]))
  const series = new Map(primaries.map(({ id }) => [id, days.map(() => 0)]))
  let total = 0
  for (const { actionId, day, conversionsMicros } of known.rows) {
    const own = series.get(actionId)
    const i = position.get(day)
    if (!own || i === undefined) continue
    own[i]! += conversionsMicros / MICROS
    total += conversionsMicros / MICROS
  }
  const last = days.findLastIndex((day) => day <= known.to)
  return primaries.flatMap((action) => {
    const own = series.get(action.id)!
    const count = own.reduce((sum, value) => sum + value, 0)
    // Before its first conversion an action may not have existed.
    const first = own.findIndex((value) => value > 0)
    if (first < 0) return []
    const part = cut(calendar, first, last)
    return scanned(snapshot, part, own.slice(first, last + 1), primaries.length).map((loss) => ({
      ...loss,
      action,
      share:
        (count + loss.expected - loss.seen) / Math.max(1e-9, total + loss.expected - loss.seen),
    }))
  })
}

function cut(calendar: Calendar, first: number, last: number): Calendar {
  const own = <T>(values: readonly T[]) => values.slice(first, last + 1)
  const { days, clicks, worth, knowsMix } = calendar
  return { days: own(days), clicks: own(clicks), worth: own(worth), knowsMix }
}

/** Up to yesterday where they are known so far, else over the window. */
export function actionDaysOf(snapshot: AccountSnapshot): AccountSnapshot['actionDays'] {
  const rows = snapshot.inventory?.conversionDays
  return snapshot.actionDays ?? (rows && { ...snapshot.window, rows })
}

type Calendar = {
  days: readonly Day[]
  clicks: readonly number[]
  /** Clicks weighed by how well their campaigns convert. */
  worth: readonly number[]
  knowsMix: boolean
}

function calendarOf(snapshot: AccountSnapshot): Calendar | null {
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

const SLOW_MEAN_DAYS = 14

function scanned(
  snapshot: AccountSnapshot,
  { days, clicks, worth, knowsMix }: Calendar,
  seen: readonly number[],
  of: number,
): Loss[] {
  const { today } = snapshot.account
  const { lagCurve } = snapshot
  const series: CountSeries = {
    seen,
    exposure: worth.map((value, i) => value * reportedShare(days[i]!, today, lagCurve)),
    slowExposure: worth.map(
      (value, i) => value * (1 - Math.exp(-daysInRange(days[i]!, today) / SLOW_MEAN_DAYS)),
    ),
  }
  const { slowLagDoubt, slowLagDoubtKnown, windowDays, lossProbability } = THRESHOLDS
  const runs = lostRuns(series, {
    hazard: hazardOf(of),
    slowDoubt: (lagCurve ? slowLagDoubtKnown : slowLagDoubt).value,
    unlikeness: knowsMix ? () => 0 : volumeChange(clicks),
    since: Math.max(0, days.length - windowDays.value),
    enough: lossProbability.value,
  })
  const rows = new Map(snapshot.accountDays.map((row) => [row.day, row]))
  return runs.map((run) => lossOf(run, days, rows))
}

/** Failures a day, of each of so many parts. */
function hazardOf(parts: number) {
  const { fullLossesAYear, partialLossesAYear } = THRESHOLDS
  return {
    full: fullLossesAYear.value / DAYS_A_YEAR / parts,
    partial: partialLossesAYear.value / DAYS_A_YEAR / parts,
  }
}

const DAYS_A_YEAR = 365

function lossOf(
  run: LostRun,
  days: readonly Day[],
  rows: ReadonlyMap<Day, { clicks: number; costMicros: number }>,
): Loss {
  const own = days.slice(run.from, run.to + 1)
  return {
    from: own[0]!,
    to: own.at(-1)!,
    days: own.length,
    clicks: own.reduce((sum, day) => sum + (rows.get(day)?.clicks ?? 0), 0),
    costMicros: own.reduce((sum, day) => sum + (rows.get(day)?.costMicros ?? 0), 0),
    seen: run.seen,
    expected: run.expected,
    isFull: run.isFull,
    isOngoing: run.to === days.length - 1,
    probability: run.probability,
  }
}

/** Share of a change of volume that its conversion rate may change with, when nobody knows which campaigns it came from. */
const MIX_SHARE = 0.5
const AROUND_DAYS = 28

function volumeChange(clicks: readonly number[]): (from: number, to: number) => number {
  const upTo = [0]
  for (const one of clicks) upTo.push(upTo.at(-1)! + one)
  const sum = (from: number, end: number) =>
    upTo[Math.min(clicks.length, end)]! - upTo[Math.max(0, from)]!
  return (from, to) => {
    const before = Math.min(AROUND_DAYS, from)
    const after = Math.min(AROUND_DAYS, clicks.length - 1 - to)
    const around = (sum(from - before, from) + sum(to + 1, to + 1 + after)) / (before + after)
    const own = sum(from, to + 1) / (to + 1 - from)
    return own > 0 && around > 0 ? (MIX_SHARE * Math.log(own / around)) ** 2 : 0
  }
}
