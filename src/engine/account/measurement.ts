import { addDays, type Day, type DayRange, daysInRange, eachDay, weekday } from '#shared/dates.ts'
import { type Metrics, MICROS, NO_METRICS } from '#shared/metrics.ts'
import {
  type ConversionCredit,
  comesInParts,
  conversionCredit,
} from '../statistics/conversion-evidence.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { isImported, microEventShare } from './conversion-actions.ts'
import { type CountingChange, countingChanges } from './counting-changes.ts'
import { COUNTED, type Column, type Sums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
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
import { type CountedAgain, countedAgain, type TwinActions, twinActions } from './twin-actions.ts'
import { type ValueChange, valueChanges } from './value-changes.ts'
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
  /** The same of the clicks of each day of the week, Monday to Sunday. */
  knownOfWeekday: readonly number[]
  credit: ConversionCredit
  /** Conversion actions that count the same thing, and what of all they count once more. */
  twins: readonly TwinActions[]
  again: CountedAgain
  /** Of the window's clicks, those of days on which nothing was counted. */
  outageShare: number
  /** Of the window's conversions, those whose value was counted too. */
  valueKnownShare: number
  /** Actions whose conversions are registered with another amount since a day of the window, or since it: no mean of both is any's. */
  valueChanges: ValueChange[]
  /** Nothing is being counted right now: what was measured before holds, bids that learn by themselves do not. */
  isBlind: boolean
  /** What can be found at all, at the account's volume; null without days. */
  power: DetectionPower | null
  /** Of the conversions that are counted, those of steps that are no sale; null where it is not known. */
  microEventShare: number | null
  /** Why rules that need conversions must be silent, or null. */
  blocked: 'unknown' | 'no-primary-action' | 'no-conversions' | 'outage' | 'micro-events' | null
}

export function measurementOf(snapshot: AccountSnapshot): Measurement {
  const sums = accountSums(snapshot)
  const found = problemsOf(snapshot, sums)
  const problems = found.filter((one) => one.kind !== 'values-lost' || !one.loss.isFromStart)
  const hasProblem = (wanted: TrackingProblem['kind']) =>
    problems.some(({ kind }) => kind === wanted)
  const shares = sharesOf(snapshot, found)
  const { clicks, conversionsMicros } = sums
  const isUnknown = clicks === undefined || conversionsMicros === undefined
  const silent = !isUnknown && conversionsMicros <= 0 && clicks > 0
  const lost = shares.outageShare > THRESHOLDS.outageShare.value
  const watched = withKnown(snapshot, ['account'], COUNTED)
  const none = hasProblem('no-primary-action') ? 'no-primary-action' : 'no-conversions'
  const stepShare = microEventShare(snapshot)
  const isMostlySteps = (stepShare ?? 0) > THRESHOLDS.microEventShare.value
  const twins = twinActions(snapshot)
  const again = countedAgain(snapshot, twins)
  const unusable = lost ? 'outage' : isMostlySteps ? 'micro-events' : null
  return {
    problems,
    ...shares,
    credit: creditOf(snapshot, again),
    twins,
    again,
    valueChanges: valueChanges(snapshot).filter(({ on }) => on > snapshot.window.from),
    isBlind: problems.some((one) => one.kind === 'outage' && one.loss.isOngoing),
    power: silent || !watched ? null : detectionPower(watched),
    microEventShare: stepShare,
    blocked: isUnknown ? 'unknown' : silent ? none : unusable,
  }
}

/** Who is counted twice is one buyer; rows may have taught already that a buyer converts several times. */
function creditOf(snapshot: AccountSnapshot, { conversions }: CountedAgain): ConversionCredit {
  const credit = conversionCredit(snapshot.searchTerms, snapshot.keywords)
  const times = 1 / (1 - conversions)
  if (comesInParts(credit)) return credit
  return { mean: Math.max(credit.mean, times), spread: Math.max(credit.spread, times) }
}

function problemsOf(snapshot: AccountSnapshot, sums: Sums): TrackingProblem[] {
  const { clicks, conversionsMicros } = sums
  if (clicks === undefined || conversionsMicros === undefined) return []
  const actions = snapshot.conversionActions
  const hasPrimary = actions?.some((a) => a.status === 'ENABLED' && a.primaryForGoal)
  if (actions !== undefined && !hasPrimary && clicks > 0 && !isStillCounting(snapshot)) {
    return [{ kind: 'no-primary-action' }, ...lossesOf(snapshot)]
  }
  const isSilent = conversionsMicros <= 0 && snapshot.account.source === 'google'
  if (!isSilent) return lossesOf(snapshot)
  const probability = unmeasuredProbability(clicks * sharesOf(snapshot, []).knownShare)
  const { trackingClicks, trackingProbability } = THRESHOLDS
  return clicks >= trackingClicks.value && probability >= trackingProbability.value
    ? [{ kind: 'no-conversions', clicks, probability }]
    : []
}

/**
 * Campaigns with a goal of their own bid for its actions, secondary ones too, and Google counts those. Nothing for longer
 * than chance makes it means that nothing is counted any more.
 */
function isStillCounting(snapshot: AccountSnapshot): boolean {
  const { from, to } = snapshot.window
  const counted = (withKnown(snapshot, ['account'], COUNTED)?.accountDays ?? []).filter(
    ({ day, conversionsMicros }) => day >= from && conversionsMicros > 0,
  )
  const last = counted.reduce<Day>((latest, { day }) => (day > latest ? day : latest), '')
  if (last === '' || last >= to) return last !== ''
  const perDay = addUp(counted).conversionsMicros / daysInRange(from, last)
  const silence = Math.exp((-perDay * (daysInRange(last, to) - 1)) / MICROS)
  return 1 - silence < THRESHOLDS.trackingProbability.value
}

/**
 * One card for one failure: where an action explains what the account lost, only the action is named; where nearly all
 * of them lost something at once, only the account.
 */
function lossesOf(snapshot: AccountSnapshot, since?: Day): TrackingProblem[] {
  const watched = withKnown(snapshot, ['account'], COUNTED)
  if (!watched) return []
  const isCounting = isOfCounting(snapshot)
  const ofAccount = accountLosses(watched, since).filter((loss) => !isCounting(loss))
  const ofActions = actionLosses(watched, since).filter(
    (loss) => loss.days >= leastSilence(loss.action) && !isCounting(loss),
  )
  const isOfAll = (loss: Loss) => {
    const within = new Map(
      ofActions.filter((one) => overlap(one, loss)).map((one) => [one.action.id, one.share]),
    )
    const share = [...within.values()].reduce((sum, one) => sum + one, 0)
    return within.size === 0 || (within.size > 1 && share >= THRESHOLDS.allActionsShare.value)
  }
  const shown = ofAccount.filter((loss) => loss.isFull || isOfAll(loss))
  const actions = ofActions.filter((loss) => !shown.some((one) => overlap(one, loss)))
  const valued = withKnown(snapshot, ['account'], ['conversionsMicros', 'valueMicros'])
  const values = valued && valuesLoss(valued)
  return [
    ...shown.map((loss) => ({
      kind: loss.isFull ? ('outage' as const) : ('partial-loss' as const),
      loss,
    })),
    ...actions.map((loss) => ({ kind: 'action-loss' as const, loss })),
    ...(values ? [{ kind: 'values-lost' as const, loss: values }] : []),
  ]
}

/** Days by which the edge of a loss may be wrong. */
const EDGE_DAYS = 3

/** Where an action counts otherwise than on the other days, or no longer, fewer are counted and none is lost, unless nothing is counted at all. */
function isOfCounting(
  snapshot: AccountSnapshot,
): (loss: Loss & { action?: ConversionAction }) => boolean {
  const changes = countingChanges(snapshot)
  return ({ isFull, from, to, action }) =>
    !isFull &&
    changes.some((one) => {
      const { kind, on, until = on } = one
      const isAt = (day: Day) => day >= addDays(on, -EDGE_DAYS) && day <= addDays(until, EDGE_DAYS)
      if (kind !== 'setting') return kind === 'ceased' && !action && isAt(from)
      const isIts = !action || one.change.actionId === action.id
      return isIts && (isAt(from) || isAt(addDays(to, 1)))
    })
}

/** Days on which a part of all conversions was not counted, or other ones than on the rest. */
export type LostDays = { from: Day; to: Day; part: number; counting?: CountingChange }

/** Those that ended on a day or later, as the cards of the account's measurement tell them. */
export function lostDaysSince(snapshot: AccountSnapshot, since: Day): LostDays[] {
  return lossesOf(snapshot, since).flatMap((problem) => {
    if (!('loss' in problem) || problem.kind === 'values-lost') return []
    const { loss } = problem
    const share = problem.kind === 'action-loss' ? problem.loss.share : 1
    return [{ from: loss.from, to: loss.to, part: share * lostPart(loss) }]
  })
}

/** What is uploaded comes in batches, a week apart at times. */
function leastSilence(action: ConversionAction): number {
  const { actionSilentDays, importSilentDays } = THRESHOLDS
  return (isImported(action) ? importSilentDays : actionSilentDays).value
}

function overlap(a: DayRange, b: DayRange): boolean {
  return a.from <= b.to && b.from <= a.to
}

/** Of the account in the window: campaigns if known, else the widest report at hand. */
export function accountSums(snapshot: AccountSnapshot): Sums {
  const known = sumsOfAccounts.get(snapshot) ?? widestSums(snapshot)
  sumsOfAccounts.set(snapshot, known)
  return known
}

const sumsOfAccounts = new WeakMap<AccountSnapshot, Sums>()

function widestSums(snapshot: AccountSnapshot): Sums {
  const totals = [snapshot.campaigns, snapshot.keywords, snapshot.searchTerms].map((rows) =>
    addUp(rows.map(({ sums }) => sums)),
  )
  // Of an unknown level nothing is known; of those known, the same columns are.
  const width = ({ clicks, costMicros, impressions }: Sums) =>
    clicks ?? costMicros ?? impressions ?? -1
  return totals.reduce((widest, total) => (width(total) > width(widest) ? total : widest))
}

/** What is known of all rows, added; their other fields are ignored. */
export function addUp<Row extends Sums>(rows: readonly Row[]): Pick<Row, Column & keyof Row> {
  const total = { ...NO_METRICS }
  // A column that is unknown of some row becomes no number, and is left out at the end.
  for (const row of rows as unknown as readonly Metrics[]) {
    total.impressions += row.impressions
    total.clicks += row.clicks
    total.costMicros += row.costMicros
    total.conversionsMicros += row.conversionsMicros
    total.valueMicros += row.valueMicros
  }
  const { impressions, clicks, costMicros, conversionsMicros, valueMicros } = total
  const isWhole = !Number.isNaN(impressions + clicks + costMicros + conversionsMicros + valueMicros)
  const known = isWhole
    ? total
    : Object.fromEntries(Object.entries(total).filter(([, sum]) => !Number.isNaN(sum)))
  // The columns of a total are those of its rows.
  return known as unknown as Pick<Row, Column & keyof Row>
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
  const known = withKnown(snapshot, ['account'], ['clicks'])?.accountDays ?? []
  const inside = known.filter(({ day }) => day >= from && day <= to)
  const days = inside.length > 0 ? inside : eachDay(from, to).map((day) => ({ day, clicks: 1 }))
  let lost = 0
  const ofWeekday = Array.from({ length: 7 }, () => ({ all: 0, counted: 0 }))
  for (const { day, clicks } of days) {
    const kept = keptOn(day, problems)
    if (kept.isOutage) lost += clicks
    const reported = reportedShare(day, snapshot.account.today, snapshot.lagCurve)
    const own = ofWeekday[weekday(day)]!
    own.all += clicks
    own.counted += clicks * reported * kept.share
  }
  const all = ofWeekday.reduce((sum, own) => sum + own.all, 0)
  const counted = ofWeekday.reduce((sum, own) => sum + own.counted, 0)
  const knownShare = all > 0 ? counted / all : 1
  return {
    knownShare,
    knownOfWeekday: ofWeekday.map((own) => (own.all > 0 ? own.counted / own.all : knownShare)),
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
  const conversions = (all.conversionsMicros ?? 0) / MICROS
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
