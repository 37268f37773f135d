import { type Day, daysInRange, eachDay } from '#shared/dates.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import { type ConversionCredit, conversionCredit } from '../statistics/conversion-evidence.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import {
  type ActionLoss,
  accountLosses,
  actionLosses,
  type DetectionPower,
  detectionPower,
  type Loss,
} from './lost-conversions.ts'
import { type ValuesLoss, valuesLoss } from './lost-values.ts'
import type { AccountSnapshot, ConversionAction } from './snapshot.ts'
import { reportedShare } from './window.ts'

export type TrackingProblem =
  | { kind: 'no-primary-action' }
  | { kind: 'no-conversions'; clicks: number; probability: number }
  /** All conversions of the account, or a part of them. */
  | { kind: 'outage' | 'partial-loss'; loss: Loss }
  | { kind: 'action-loss'; loss: ActionLoss }
  | { kind: 'values-lost'; loss: ValuesLoss }

/** Whether conversions can be believed, and how many of the clicks they account for. */
export type Measurement = {
  problems: TrackingProblem[]
  /** Clicks × this = clicks whose conversions are known (lag and losses taken off), 0..1. */
  knownShare: number
  credit: ConversionCredit
  /** Of the window's clicks, those of days on which nothing was counted. */
  outageShare: number
  /** Of the window's conversions, those whose value was counted too. */
  valueKnownShare: number
  /** Nothing is being counted right now: what was measured before holds, bids that learn by themselves do not. */
  isBlind: boolean
  /** What can be found at all, at the account's volume; null without days. */
  power: DetectionPower | null
  /** Why rules that need conversions must be silent, or null. */
  blocked: 'no-primary-action' | 'no-conversions' | 'outage' | null
}

export function measurementOf(snapshot: AccountSnapshot): Measurement {
  const sums = accountSums(snapshot)
  const problems = problemsOf(snapshot, sums)
  const hasProblem = (wanted: TrackingProblem['kind']) =>
    problems.some(({ kind }) => kind === wanted)
  const shares = sharesOf(snapshot, problems)
  const silent = sums.conversionsMicros <= 0 && sums.clicks > 0
  const lost = shares.outageShare > THRESHOLDS.outageShare.value
  const blocked = silent
    ? hasProblem('no-primary-action')
      ? 'no-primary-action'
      : 'no-conversions'
    : lost
      ? 'outage'
      : null
  return {
    problems,
    ...shares,
    credit: conversionCredit(snapshot.searchTerms, snapshot.keywords),
    isBlind: problems.some((one) => one.kind === 'outage' && one.loss.isOngoing),
    power: silent ? null : detectionPower(snapshot),
    blocked,
  }
}

function problemsOf(snapshot: AccountSnapshot, sums: Metrics): TrackingProblem[] {
  const actions = snapshot.conversionActions
  const hasPrimary = actions?.some((a) => a.status === 'ENABLED' && a.primaryForGoal)
  if (actions !== undefined && !hasPrimary && sums.clicks > 0) {
    return [{ kind: 'no-primary-action' }, ...lossesOf(snapshot)]
  }
  const isSilent = sums.conversionsMicros <= 0 && snapshot.account.source === 'google'
  if (!isSilent) return lossesOf(snapshot)
  const probability = unmeasuredProbability(sums.clicks * sharesOf(snapshot, []).knownShare)
  const { trackingClicks, trackingProbability } = THRESHOLDS
  return sums.clicks >= trackingClicks.value && probability >= trackingProbability.value
    ? [{ kind: 'no-conversions', clicks: sums.clicks, probability }]
    : []
}

/**
 * One card for one failure: where an action explains what the account lost, only the action is named; where nearly all
 * of them lost something at once, only the account.
 */
function lossesOf(snapshot: AccountSnapshot): TrackingProblem[] {
  const ofAccount = accountLosses(snapshot)
  const ofActions = actionLosses(snapshot).filter((loss) => loss.days >= leastSilence(loss.action))
  const isOfAll = (loss: Loss) => {
    const within = new Map(
      ofActions.filter((one) => overlap(one, loss)).map((one) => [one.action.id, one.share]),
    )
    const share = [...within.values()].reduce((sum, one) => sum + one, 0)
    return within.size === 0 || (within.size > 1 && share >= THRESHOLDS.allActionsShare.value)
  }
  const shown = ofAccount.filter((loss) => loss.isFull || isOfAll(loss))
  const actions = ofActions.filter((loss) => !shown.some((one) => overlap(one, loss)))
  const values = valuesLoss(snapshot)
  return [
    ...shown.map((loss) => ({
      kind: loss.isFull ? ('outage' as const) : ('partial-loss' as const),
      loss,
    })),
    ...actions.map((loss) => ({ kind: 'action-loss' as const, loss })),
    ...(values ? [{ kind: 'values-lost' as const, loss: values }] : []),
  ]
}

/** What is uploaded comes in batches, a week apart at times. */
function leastSilence({ type = '' }: ConversionAction): number {
  const { actionSilentDays, importSilentDays } = THRESHOLDS
  return (/UPLOAD|SALESFORCE|STORE_SALES/.test(type) ? importSilentDays : actionSilentDays).value
}

type Days = { from: Day; to: Day }

function overlap(a: Days, b: Days): boolean {
  return a.from <= b.to && b.from <= a.to
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

/** Metrics added; other fields of the rows are ignored. */
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

/**
 * That nothing is measured at all, after so many clicks without a conversion: accounts convert very differently
 * (lognormal, median 2.2 %, sd of its logarithm 1.3: some 2,500 audited ones), and one in ten measures nothing.
 */
function unmeasuredProbability(clicks: number): number {
  let [none, all] = [0, 0]
  for (let z = -4; z <= 4; z += 0.2) {
    const weight = Math.exp((-z * z) / 2)
    none += weight * Math.exp(-clicks * MEDIAN_RATE * Math.exp(RATE_SPREAD * z))
    all += weight
  }
  return UNMEASURED / (UNMEASURED + ((1 - UNMEASURED) * none) / all)
}

const MEDIAN_RATE = 0.022
const RATE_SPREAD = 1.3
const UNMEASURED = 0.1

/** Weighted by each day's clicks; without days, every day of the window counts the same. */
function sharesOf(snapshot: AccountSnapshot, problems: readonly TrackingProblem[]) {
  const { from, to } = snapshot.window
  const known = snapshot.accountDays.filter(({ day }) => day >= from && day <= to)
  const days = known.length > 0 ? known : eachDay(from, to).map((day) => ({ day, clicks: 1 }))
  let [all, counted, lost] = [0, 0, 0]
  for (const { day, clicks } of days) {
    const kept = keptOn(day, problems)
    all += clicks
    if (kept.isOutage) lost += clicks
    const reported = reportedShare(day, snapshot.account.today, snapshot.lagCurve)
    counted += clicks * reported * kept.share
  }
  return {
    knownShare: all > 0 ? counted / all : 1,
    outageShare: all > 0 ? lost / all : 0,
    valueKnownShare: valueKnownShare(snapshot, problems),
  }
}

function valueKnownShare(
  { accountDays, window }: AccountSnapshot,
  problems: readonly TrackingProblem[],
): number {
  const lost = problems.find((one) => one.kind === 'values-lost')?.loss
  if (!lost) return 1
  const from = lost.from > window.from ? lost.from : window.from
  const to = lost.to < window.to ? lost.to : window.to
  const inside = from <= to ? (lost.conversions * daysInRange(from, to)) / lost.days : 0
  const all = addUp(accountDays.filter(({ day }) => day >= window.from && day <= window.to))
  const conversions = all.conversionsMicros / MICROS
  return conversions > 0 ? Math.max(0, 1 - inside / conversions) : 1
}

/** What of a day's conversions was still counted. */
function keptOn(day: Day, problems: readonly TrackingProblem[]) {
  const kept = { share: 1, isOutage: false }
  for (const problem of problems) {
    if (!('loss' in problem) || day < problem.loss.from || day > problem.loss.to) continue
    if (problem.kind === 'values-lost') continue
    if (problem.kind === 'outage') Object.assign(kept, { share: 0, isOutage: true })
    else {
      const part = problem.kind === 'action-loss' ? problem.loss.share : 1
      kept.share *= 1 - part * lostPart(problem.loss)
    }
  }
  return kept
}

/** Of the conversions of a run of days, the fraction that was not counted. */
export function lostPart({ seen, expected }: Pick<Loss, 'seen' | 'expected'>): number {
  return expected > 0 ? Math.max(0, 1 - seen / expected) : 0
}
