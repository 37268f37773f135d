import { type Day, eachDay } from '#shared/dates.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { type ConversionCredit, conversionCredit } from '../statistics/conversion-evidence.ts'
import { predictiveCdf } from '../statistics/stats.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { AccountSnapshot } from './snapshot.ts'
import { reportedShare } from './window.ts'

type AccountDay = Metrics & { day: Day }

/** A run of days without conversions where chance is no explanation. */
export type Outage = {
  from: Day
  to: Day
  days: number
  clicks: number
  costMicros: number
  /** Conversions that these clicks would have brought at the rate of the other days. */
  expected: number
  /** P(no conversion in the run), times the days looked at. */
  tail: number
  /** It reaches the last day known. */
  ongoing: boolean
}

/** Of several outages the latest; all of them are taken off the clicks that count. */
export type TrackingProblem =
  | { kind: 'no-primary-action' }
  | { kind: 'no-conversions'; clicks: number; probability: number }
  | { kind: 'outage'; outage: Outage }

/** Whether conversions can be believed, and how many of the clicks they account for. */
export type Measurement = {
  problems: TrackingProblem[]
  /** Clicks × this = clicks whose conversions are known (lag and outages taken off), 0..1. */
  knownShare: number
  credit: ConversionCredit
  outageShare: number
  /** Why rules that need conversions must be silent, or null. */
  blocked: 'no-primary-action' | 'no-conversions' | 'outage' | null
}

export function measurementOf(snapshot: AccountSnapshot): Measurement {
  const sums = accountSums(snapshot)
  const outages = outagesOf(snapshot)
  const { knownShare, outageShare } = sharesOf(snapshot, outages)
  const problems: TrackingProblem[] = []
  const actions = snapshot.conversionActions
  const hasPrimary = actions?.some((a) => a.status === 'ENABLED' && a.primaryForGoal)
  const noPrimary = actions !== undefined && !hasPrimary && sums.clicks > 0
  if (noPrimary) problems.push({ kind: 'no-primary-action' })
  const silent = sums.conversionsMicros <= 0 && sums.clicks > 0
  if (silent && !noPrimary && snapshot.account.source === 'google') {
    const probability = brokenWithoutConversions(sums.clicks)
    const { trackingClicks, trackingProbability } = THRESHOLDS
    if (sums.clicks >= trackingClicks.value && probability >= trackingProbability.value) {
      problems.push({ kind: 'no-conversions', clicks: sums.clicks, probability })
    }
  }
  const latest = outages.at(-1)
  if (latest) problems.push({ kind: 'outage', outage: latest })
  const lost = outageShare > THRESHOLDS.outageShare.value
  const blocked = silent
    ? noPrimary
      ? 'no-primary-action'
      : 'no-conversions'
    : lost
      ? 'outage'
      : null
  const credit = conversionCredit(snapshot.searchTerms, snapshot.keywords)
  return { problems, knownShare, credit, outageShare, blocked }
}

/** Of the account in the window: campaigns if known, else the widest report at hand. */
export function accountSums(snapshot: AccountSnapshot): Metrics {
  const known = sumsOfAccounts.get(snapshot) ?? widestSums(snapshot)
  sumsOfAccounts.set(snapshot, known)
  return known
}

const sumsOfAccounts = new WeakMap<AccountSnapshot, Metrics>()

function widestSums(snapshot: AccountSnapshot): Metrics {
  const totals = [snapshot.campaigns, snapshot.keywords, snapshot.searchTerms].map((rows) =>
    addUp(rows.map(({ sums }) => sums)),
  )
  return totals.reduce((widest, total) => (total.clicks > widest.clicks ? total : widest))
}

/** Metrics added, whatever else the rows carry. */
export function addUp(rows: readonly Metrics[]): Metrics {
  const total = { impressions: 0, clicks: 0, costMicros: 0, conversionsMicros: 0, valueMicros: 0 }
  for (const row of rows) {
    total.impressions += row.impressions
    total.clicks += row.clicks
    total.costMicros += row.costMicros
    total.conversionsMicros += row.conversionsMicros
    total.valueMicros += row.valueMicros
  }
  return total
}

function brokenWithoutConversions(clicks: number): number {
  const { unknownRateShape, unknownRateClicks } = THRESHOLDS
  return 1 - predictiveCdf(0, unknownRateShape.value, unknownRateClicks.value, clicks)
}

function outagesOf(snapshot: AccountSnapshot): Outage[] {
  const { today } = snapshot.account
  const days = [...snapshot.accountDays]
    .filter(({ day }) => day < today)
    .sort((a, b) => (a.day < b.day ? -1 : 1))
  const exposure = (d: AccountDay) => d.clicks * reportedShare(d.day, today, snapshot.lagCurve)
  const live = days.filter((d) => d.conversionsMicros > 0)
  const outside = addUp(live).conversionsMicros / MICROS
  const outsideClicks = live.reduce((sum, d) => sum + exposure(d), 0)
  if (outside <= 0) return []
  const rate = outside / outsideClicks
  const phi = dispersionOf(live.map((d) => [d.conversionsMicros / MICROS, exposure(d) * rate]))
  return barrenRuns(days)
    .map((run) => outageOf(run, run.reduce((sum, d) => sum + exposure(d), 0) * rate, phi, days))
    .filter(({ tail }) => tail < THRESHOLDS.trackingTail.value)
}

/** Zero has probability phi^(−mu/(phi−1)) under a negative binomial of variance phi·mu. */
function outageOf(
  run: readonly AccountDay[],
  expected: number,
  phi: number,
  days: readonly AccountDay[],
): Outage {
  const sums = addUp(run)
  return {
    from: run[0]!.day,
    to: run.at(-1)!.day,
    days: run.length,
    clicks: sums.clicks,
    costMicros: sums.costMicros,
    expected,
    tail: Math.min(1, phi ** (-expected / (phi - 1)) * days.length),
    ongoing: run.at(-1)!.day === days.at(-1)!.day,
  }
}

function barrenRuns(days: readonly AccountDay[]): AccountDay[][] {
  const runs: AccountDay[][] = []
  let run: AccountDay[] = []
  for (const day of days) {
    if (day.conversionsMicros <= 0) run.push(day)
    else if (run.length > 0) {
      runs.push(run)
      run = []
    }
  }
  return run.length > 0 ? [...runs, run] : runs
}

/** Pearson chi² per day without its two largest terms, never below the usual 1.5. */
function dispersionOf(pairs: readonly (readonly [number, number])[]): number {
  const terms = pairs
    .filter(([, expected]) => expected > 0)
    .map(([seen, expected]) => (seen - expected) ** 2 / expected)
    .sort((a, b) => b - a)
    .slice(2)
  const mean = terms.reduce((sum, term) => sum + term, 0) / Math.max(1, terms.length - 1)
  return Math.max(THRESHOLDS.dispersion.value, mean)
}

/** Weighted by each day's clicks; without days, every day of the window counts the same. */
function sharesOf(snapshot: AccountSnapshot, outages: readonly Outage[]) {
  const { from, to } = snapshot.window
  const known = snapshot.accountDays.filter(({ day }) => day >= from && day <= to)
  const days = known.length > 0 ? known : eachDay(from, to).map((day) => ({ day, clicks: 1 }))
  let all = 0
  let counted = 0
  let lost = 0
  for (const { day, clicks } of days) {
    all += clicks
    if (outages.some((outage) => day >= outage.from && day <= outage.to)) lost += clicks
    else counted += clicks * reportedShare(day, snapshot.account.today, snapshot.lagCurve)
  }
  return all > 0
    ? { knownShare: counted / all, outageShare: lost / all }
    : { knownShare: 1, outageShare: 0 }
}
