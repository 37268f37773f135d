import { type Day, type DayRange, daysInRange } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { CountSeries } from '../statistics/expected-counts.ts'
import { daysToTell, type LostRun, lostRuns } from '../statistics/loss-scan.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { actionDaysOf } from './action-days.ts'
import { primaryActions } from './conversion-actions.ts'
import {
  type Calendar,
  calendarOf,
  clickSurge,
  demandFall,
  volumeChange,
} from './conversion-calendar.ts'
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

/** An account whose days are known. */
type Watched = AccountSnapshot<'account'>

/** What can be told from chance at an account's volume; days are null where not even months would tell. */
export type DetectionPower = { perDay: number; outageDays: number | null; halfDays: number | null }

/** With the conversions that have come in so far, a failure not counted out. */
export function detectionPower(snapshot: Watched): DetectionPower | null {
  const days = snapshot.accountDays.filter(({ day }) => day < snapshot.account.today)
  const live = days.filter(({ clicks }) => clicks > 0)
  const known = days.reduce((sum, row) => sum + row.conversionsMicros / MICROS, 0)
  if (live.length === 0) return null
  const perDay = known / live.length
  const options = { hazard: hazardOf(1), enough: THRESHOLDS.lossProbability.value }
  const daysFor = (kept: number) => daysToTell(kept, { perDay, known }, options)
  return { perDay, outageDays: daysFor(0), halfDays: daysFor(0.5) }
}

/**
 * Conversions lost by the whole account, up to a day or later; else in the window. What an action counts that began within these days says nothing of the days
 * before it: the account is judged without it.
 */
export function accountLosses(snapshot: Watched, since?: Day): Loss[] {
  const calendar = calendarOf(snapshot)
  if (!calendar) return []
  const { days } = calendar
  const young = youngConversions(snapshot, calendar)
  const rows = new Map(snapshot.accountDays.map((row) => [row.day, row]))
  const seen = days.map((day, i) =>
    Math.max(0, (rows.get(day)?.conversionsMicros ?? 0) / MICROS - young[i]!),
  )
  return scanned(snapshot, calendar, seen, { since }).map((loss) => {
    const own = days.reduce(
      (sum, day, i) => (day >= loss.from && day <= loss.to ? sum + young[i]! : sum),
      0,
    )
    const isFull = loss.isFull && own === 0
    return { ...loss, isFull, seen: loss.seen + own, expected: loss.expected + own }
  })
}

/** Conversions that an action would have brought before its first one, had it been there: more than chance. */
const MISSED_BEFORE = 5

function youngConversions(snapshot: Watched, calendar: Calendar): number[] {
  const known = actionDaysOf(snapshot)
  const none = calendar.days.map(() => 0)
  if (!known || primaryActions(snapshot).length < 2) return none
  const series = [...seriesOf(snapshot, calendar, known).values()]
  const young = series.filter((own) => beganLate(own, calendar, known))
  const sumOn = (i: number, of: readonly number[][]) => of.reduce((sum, own) => sum + own[i]!, 0)
  // Beyond the days known by action, they are as large a part as on the last of those.
  const last = calendar.days.findLastIndex((day) => day <= known.to)
  const recent = none.map((_, i) => i).slice(Math.max(0, last - LOOKBACK_DAYS), last + 1)
  const all = recent.reduce((sum, i) => sum + sumOn(i, series), 0)
  const part = all > 0 ? recent.reduce((sum, i) => sum + sumOn(i, young), 0) / all : 0
  const rows = new Map(snapshot.accountDays.map((row) => [row.day, row.conversionsMicros / MICROS]))
  return none.map((_, i) => {
    const known = i <= last ? sumOn(i, series) : 0
    const share = known > 0 ? sumOn(i, young) / known : i <= last ? 0 : part
    return share * (rows.get(calendar.days[i]!) ?? 0)
  })
}

/** Clicks of the days before an action began may still bring its first conversions. */
const LOOKBACK_DAYS = 30

function beganLate(own: readonly number[], { days, worth }: Calendar, known: DayRange): boolean {
  const start = days.findIndex((day) => day >= known.from)
  const end = days.findLastIndex((day) => day <= known.to) + 1
  const first = own.findIndex((value) => value > 0)
  if (start < 0 || first < 0) return false
  const settled = first + LOOKBACK_DAYS
  const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)
  const from = settled < end ? settled : first
  const rate = sumOf(own.slice(from, end)) / Math.max(1e-9, sumOf(worth.slice(from, end)))
  return rate * sumOf(worth.slice(start, first)) > MISSED_BEFORE
}

/** Daily conversions of each primary action. */
function seriesOf(
  snapshot: AccountSnapshot,
  { days }: Calendar,
  { rows }: NonNullable<AccountSnapshot['actionDays']>,
): ReadonlyMap<string, number[]> {
  const position = new Map(days.map((day, i) => [day, i]))
  const series = new Map(primaryActions(snapshot).map(({ id }) => [id, days.map(() => 0)]))
  for (const { actionId, day, conversionsMicros } of rows) {
    const i = position.get(day)
    const own = series.get(actionId)
    if (own && i !== undefined) own[i]! += conversionsMicros / MICROS
  }
  return series
}

/** Of each primary action of several; one may fail while the others keep the account's total alive. */
export function actionLosses(snapshot: Watched, since?: Day): ActionLoss[] {
  const calendar = calendarOf(snapshot)
  const known = actionDaysOf(snapshot)
  const primaries = primaryActions(snapshot)
  if (!calendar || !known || primaries.length < 2) return []
  const { days } = calendar
  const series = seriesOf(snapshot, calendar, known)
  const total = [...series.values()].flat().reduce((sum, value) => sum + value, 0)
  const last = days.findLastIndex((day) => day <= known.to)
  return primaries.flatMap((action) => {
    const own = series.get(action.id)!
    const count = own.reduce((sum, value) => sum + value, 0)
    // Before its first conversion an action may not have existed.
    const began = own.findIndex((value) => value > 0)
    const first = began + (beganLate(own, calendar, known) ? LOOKBACK_DAYS : 0)
    if (began < 0 || first > last) return []
    const part = cut(calendar, first, last)
    const asked = { of: primaries.length, since }
    return scanned(snapshot, part, own.slice(first, last + 1), asked).map((loss) => ({
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

const SLOW_MEAN_DAYS = 14

function scanned(
  snapshot: Watched,
  { days, clicks, worth, knowsMix }: Calendar,
  seen: readonly number[],
  { of = 1, since }: { of?: number; since?: Day | undefined },
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
  const [fall, surge] = [demandFall(clicks), clickSurge(clicks)]
  const runs = lostRuns(series, {
    hazard: hazardOf(of),
    slowDoubt: (lagCurve ? slowLagDoubtKnown : slowLagDoubt).value,
    unlikeness: knowsMix ? (from, to) => fall(from, to) + surge(from, to) : volumeChange(clicks),
    since: since
      ? days.filter((day) => day < since).length
      : Math.max(0, days.length - windowDays.value),
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
