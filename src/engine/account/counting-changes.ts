import type { Day } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { DEFAULT_LAG_CURVE, THRESHOLDS } from '../thresholds/thresholds.ts'
import { type ActionFacts, actionDaysOf } from './action-days.ts'
import { type ActionStep, knownDays, moveOf, stepOf, sum, sumsByDay } from './action-steps.ts'
import { primaryActions } from './conversion-actions.ts'
import type { AccountSnapshot, SettingChange } from './snapshot.ts'

/**
 * What was sold before and after is not alike: another kind of conversion counts as one, one no longer does, or one counts otherwise than
 * before. `on`: the first day that may count the new way; `until`: the first that surely does, where that is another. `hasMoved`: its counts show
 * it.
 */
export type CountingChange =
  | (Since & { kind: 'begun' | 'ceased' })
  | (Since & { kind: 'setting'; change: SettingChange; hasMoved: boolean })

type Since = { on: Day; until?: Day; action: string | null }

/** Own choices: a kind that is fewer of all conversions moves no verdict; fewer than these may be chance. */
const LEAST_SHARE = 0.05
const LEAST_COUNT = 10

/** What of a snapshot tells how its conversions are counted. */
export type CountingFacts = Pick<
  AccountSnapshot,
  'conversionActions' | 'settingChanges' | 'lagCurve' | 'wholeLagCurve'
> &
  ActionFacts

/** Earliest first. Google does not count earlier days anew. */
export function countingChanges(snapshot: CountingFacts): CountingChange[] {
  const known = actionDaysOf(snapshot)
  if (!known) return []
  const names = new Map((snapshot.conversionActions ?? []).map(({ id, name }) => [id, name]))
  return [
    ...steppedActions(snapshot, known, names),
    ...changedSettings(snapshot, known, names),
  ].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
}

/** The first day that surely counts the new way. */
export const sinceOf = ({ on, until = on }: CountingChange): Day => until

type Known = NonNullable<AccountSnapshot['actionDays']>
type Names = ReadonlyMap<string, string>

/** Actions that became primary, or ceased to be, within the days known by action. */
function steppedActions(snapshot: CountingFacts, known: Known, names: Names): CountingChange[] {
  const primaries = new Set(primaryActions(snapshot).map(({ id }) => id))
  const watched = knownDays(snapshot, known)
  const { days } = watched
  const byAction = Map.groupBy(known.rows, ({ actionId }) => actionId)
  const all = sumsByDay(days, known.rows)
  return [...byAction].flatMap(([id, rows]) => {
    const own = sumsByDay(days, rows)
    const step = stepOf(own, watched, LEAST_COUNT)
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
function changedSettings(snapshot: CountingFacts, known: Known, names: Names): CountingChange[] {
  const primaries = new Set(primaryActions(snapshot).map(({ id }) => id))
  const totals = new Map<string, number>()
  for (const { actionId, conversionsMicros } of known.rows)
    totals.set(actionId, (totals.get(actionId) ?? 0) + conversionsMicros / MICROS)
  const all = Math.max(1e-9, sum([...totals.values()]))
  return (snapshot.settingChanges ?? []).flatMap((change): CountingChange[] => {
    const { actionId, from, to } = change
    const touched =
      ((totals.get(actionId) ?? 0) / all) *
      touchedShare(change, snapshot.wholeLagCurve ?? snapshot.lagCurve)
    if (!primaries.has(actionId) || touched < LEAST_SHARE) return []
    const action = names.get(actionId) ?? null
    const hasMoved = movedSince(change, snapshot, known)
    const until = to > from ? { until: to } : {}
    return [{ kind: 'setting', on: from, ...until, action, change, hasMoved }]
  })
}

/** Whether as many a click were counted before and after, but for chance and how rates wander. */
function movedSince(
  { actionId, from, to }: SettingChange,
  snapshot: CountingFacts,
  known: Known,
): boolean {
  const watched = knownDays(snapshot, known)
  const seen = sumsByDay(
    watched.days,
    known.rows.filter((row) => row.actionId === actionId),
  )
  const part = (isMeant: (day: Day) => boolean) => {
    const of = (values: readonly number[]) =>
      sum(values.filter((_, i) => isMeant(watched.days[i]!)))
    return { count: of(seen), clicks: of(watched.clicks) }
  }
  const [had, has] = [part((day) => day < from), part((day) => day >= to)]
  if (Math.min(had.count, has.count, had.clicks, has.clicks) <= 0) return false
  const { ln, chance } = moveOf(had, has)
  return Math.abs(ln) > 2 * Math.sqrt(chance + 2 * THRESHOLDS.accountWander.value ** 2)
}

/** Of an action's conversions, those that may be counted otherwise, at most. */
function touchedShare(
  { setting, former, present }: SettingChange,
  lagCurve: readonly number[] = DEFAULT_LAG_CURVE,
): number {
  if (setting !== 'click_lookback_days') return 1
  return 1 - (lagCurve[Math.min(Number(former), Number(present))] ?? 1)
}

/** Of what was counted on the days on which it was. */
function share(
  own: readonly number[],
  all: readonly number[],
  { at, hasBegun }: ActionStep,
): number {
  const days = (values: readonly number[]) => sum(hasBegun ? values.slice(at) : values.slice(0, at))
  return days(own) / Math.max(1e-9, days(all))
}
