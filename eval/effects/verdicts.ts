import { heldCurve, RESTATED_DAYS } from '#engine/account/held-curve.ts'
import { addUp } from '#engine/account/measurement.ts'
import type { EarlierWindows, WatchedEntity } from '#engine/effect/account-effects.ts'
import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import { reportedIn, withLate } from '#engine/effect/late-conversions.ts'
import {
  type EffectKind,
  type MeasuredEffect,
  measureEffect,
} from '#engine/effect/measure-effect.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import type { Day } from './entity-days.ts'
import type { PlantedChange } from './planted-changes.ts'

const KINDS: EffectKind[] = ['saving', 'bids', 'budget', 'ads']

/** The product's verdict on a made-up change, of as many weeks around it; more look again. */
export function judge(
  { changed, untouched, sisters, worth, past, edited, reported }: PlantedChange,
  weeksBefore: number,
  kind: EffectKind | number,
  look?: { weeks: number; fractions: readonly number[] },
  /** Whether what is still to come is reckoned with. */
  late = true,
): MeasuredEffect {
  const first = weeksBefore * 7
  const days = look ? look.weeks * 7 : first
  const watched = (all: Day[]): WatchedEntity => ({
    before: all.slice(first - days, first).map(metricsOf),
    after: asRead(all.slice(first, first + days), reported?.get(all)).map(metricsOf),
    ...(edited?.has(all) && { edited: edited.get(all)! }),
    ...(past.has(all) && { earlier: earlierOf([...past.get(all)!, ...all.slice(0, first)], days) }),
  })
  return measureEffect({
    kind: typeof kind === 'number' ? KINDS[kind % KINDS.length]! : kind,
    changed: watched(changed),
    untouched: untouched.map(watched),
    sisters: sisters.map(watched),
    worth: withLate(
      { micros: worth * MICROS, sd: 0.1, source: 'value' },
      late && reported?.size ? shareRead(days, [...reported.values()]) : 1,
    ),
    confounders: 0,
    ...(look && { look }),
  })
}

/** What has come in of days when the last of them is a week old. */
function asRead(days: readonly Day[], shareAt: (age: number) => number = () => 1): readonly Day[] {
  return days.map((day, i) => ({
    ...day,
    conversions: day.conversions * shareAt(Math.min(RESTATED_DAYS - 1, days.length - i + LAG_DAYS)),
  }))
}

/** As the product reckons it, by the account's own curve: of all entities alike. */
function shareRead(days: number, all: readonly ((age: number) => number)[]): number {
  const { after, readyOn } = effectWindows('2026-01-05', LAG_DAYS, days / 7)
  const curve = Array.from(
    { length: 90 },
    (_, age) => all.reduce((sum, at) => sum + at(age), 0) / all.length,
  )
  return reportedIn(after, readyOn, heldCurve(curve, null))
}

/** Windows like those around the change, a week apart, until no more are known; the latest ends where the change was made. */
function earlierOf(known: readonly Day[], days: number): EarlierWindows[] {
  const sum = (from: number) => addUp(known.slice(from, from + days).map(metricsOf))
  const pairs: EarlierWindows[] = []
  for (let end = known.length; end >= 2 * days + 7; end -= days + 7)
    pairs.push({ before: sum(end - 2 * days - 7), after: sum(end - days) })
  return pairs
}

/** After four weeks, and after eight and twelve as long as the product goes on. */
export function judgeByLooks(change: PlantedChange, weeksBefore: number, kind: number) {
  let weeks: number | null = 4
  let fractions: number[] = []
  let last: MeasuredEffect | null = null
  while (weeks !== null) {
    last = judge(change, weeksBefore, kind, { weeks, fractions })
    fractions = last.fractions
    weeks = last.nextWeeks
  }
  return { ...last!, looks: fractions.length }
}

function metricsOf({ clicks, cost, conversions }: Day): Metrics {
  return {
    impressions: Math.round(clicks) * 20,
    clicks: Math.round(clicks),
    costMicros: Math.round(cost * MICROS),
    conversionsMicros: Math.round(conversions * MICROS),
    valueMicros: 0,
  }
}
