import { type Day, eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { DEFAULT_LAG_CURVE } from '../thresholds/thresholds.ts'
import { primaryActions } from './conversion-actions.ts'
import { actionDaysOf } from './lost-conversions.ts'
import type { AccountSnapshot, SettingChange } from './snapshot.ts'

/**
 * What was sold before and after is not alike: another kind of conversion counts as one, one no longer does, or one counts otherwise than
 * before. `on`: the first day that may count the new way; `until`: the first that surely does, where that is another.
 */
export type CountingChange =
  | (Since & { kind: 'begun' | 'ceased' })
  | (Since & { kind: 'setting'; change: SettingChange })

type Since = { on: Day; until?: Day; action: string | null }

/** Own choices: a kind that is fewer of all conversions moves no verdict; fewer than these may be chance. */
const LEAST_SHARE = 0.05
const LEAST_COUNT = 10
/** Of its rate, what may be there on the other side: clicks of the days before bring some later. */
const MOST_BEYOND = 0.1

/** Earliest first. Google does not count earlier days anew. */
export function countingChanges(snapshot: AccountSnapshot): CountingChange[] {
  const known = actionDaysOf(snapshot)
  if (!known) return []
  const names = new Map((snapshot.conversionActions ?? []).map(({ id, name }) => [id, name]))
  return [
    ...steppedActions(snapshot, known, names),
    ...changedSettings(snapshot, known, names),
  ].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
}

type Known = NonNullable<AccountSnapshot['actionDays']>
type Names = ReadonlyMap<string, string>

/** Actions that became primary, or ceased to be, within the days known by action. */
function steppedActions(snapshot: AccountSnapshot, known: Known, names: Names): CountingChange[] {
  const primaries = new Set(primaryActions(snapshot).map(({ id }) => id))
  const days = eachDay(known.from, known.to)
  const clicks = new Map(snapshot.accountDays.map((row) => [row.day, row.clicks ?? 0]))
  const exposure = days.map((day) => clicks.get(day) ?? 0)
  const byAction = Map.groupBy(known.rows, ({ actionId }) => actionId)
  const all = sumsOf(days, known.rows)
  return [...byAction].flatMap(([id, rows]) => {
    const own = sumsOf(days, rows)
    const step = stepOf(own, exposure)
    if (!step || share(own, all, step) < LEAST_SHARE) return []
    // Of one that is still primary a silence is a loss, and told as that.
    if (step.hasBegun !== primaries.has(id)) return []
    const kind = step.hasBegun ? 'begun' : 'ceased'
    return [{ kind, on: days[step.at]!, action: names.get(id) ?? null }]
  })
}

/**
 * Actions of which a setting was found changed, at any time. By how much they count otherwise no figure tells, so that each of weight is
 * one; of how long after a click they count, how long conversions take tells it.
 */
function changedSettings(snapshot: AccountSnapshot, known: Known, names: Names): CountingChange[] {
  const primaries = new Set(primaryActions(snapshot).map(({ id }) => id))
  const totals = new Map<string, number>()
  for (const { actionId, conversionsMicros } of known.rows)
    totals.set(actionId, (totals.get(actionId) ?? 0) + conversionsMicros / MICROS)
  const all = Math.max(1e-9, sum([...totals.values()]))
  return (snapshot.settingChanges ?? []).flatMap((change): CountingChange[] => {
    const { actionId, from, to } = change
    const touched = ((totals.get(actionId) ?? 0) / all) * touchedShare(change, snapshot.lagCurve)
    if (!primaries.has(actionId) || touched < LEAST_SHARE) return []
    const action = names.get(actionId) ?? null
    return [{ kind: 'setting', on: from, ...(to > from && { until: to }), action, change }]
  })
}

/** Of an action's conversions, those that may be counted otherwise, at most. */
function touchedShare(
  { setting, former, present }: SettingChange,
  lagCurve: readonly number[] = DEFAULT_LAG_CURVE,
): number {
  if (setting !== 'click_lookback_days') return 1
  return 1 - (lagCurve[Math.min(Number(former), Number(present))] ?? 1)
}

type Step = { at: number; hasBegun: boolean }

/** The place that parts the days best into two rates (Poisson), where one of them is next to nothing. */
function stepOf(seen: readonly number[], exposure: readonly number[]): Step | null {
  const total = { seen: sum(seen), exposure: sum(exposure) }
  let before = { seen: 0, exposure: 0 }
  let best: { at: number; likelihood: number; rates: [number, number] } | null = null
  for (let at = 1; at < seen.length; at++) {
    before = {
      seen: before.seen + seen[at - 1]!,
      exposure: before.exposure + exposure[at - 1]!,
    }
    const after = { seen: total.seen - before.seen, exposure: total.exposure - before.exposure }
    if (before.exposure <= 0 || after.exposure <= 0) continue
    const likelihood = logOf(before) + logOf(after)
    if (best && likelihood <= best.likelihood) continue
    best = { at, likelihood, rates: [before.seen / before.exposure, after.seen / after.exposure] }
  }
  if (!best) return null
  const [low, high] = best.rates
  const hasBegun = high > low
  const missing = hasBegun
    ? high * sum(exposure.slice(0, best.at))
    : low * sum(exposure.slice(best.at))
  const there = hasBegun ? sum(seen.slice(best.at)) : sum(seen.slice(0, best.at))
  const isStep = Math.min(low, high) <= MOST_BEYOND * Math.max(low, high)
  return isStep && Math.min(missing, there) > LEAST_COUNT ? { at: best.at, hasBegun } : null
}

const logOf = ({ seen, exposure }: { seen: number; exposure: number }) =>
  seen > 0 ? seen * Math.log(seen / exposure) : 0

/** Of what was counted on the days on which it was. */
function share(own: readonly number[], all: readonly number[], { at, hasBegun }: Step): number {
  const days = (values: readonly number[]) => sum(hasBegun ? values.slice(at) : values.slice(0, at))
  return days(own) / Math.max(1e-9, days(all))
}

function sumsOf(
  days: readonly Day[],
  rows: readonly { day: Day; conversionsMicros: number }[],
): number[] {
  const sums = new Map<Day, number>()
  for (const { day, conversionsMicros } of rows)
    sums.set(day, (sums.get(day) ?? 0) + conversionsMicros / MICROS)
  return days.map((day) => sums.get(day) ?? 0)
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
