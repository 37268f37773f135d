import { addUp } from '#engine/account/measurement.ts'
import type { EarlierWindows, WatchedEntity } from '#engine/effect/account-effects.ts'
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
  { changed, untouched, sisters, worth, past, edited }: PlantedChange,
  weeksBefore: number,
  kind: EffectKind | number,
  look?: { weeks: number; fractions: readonly number[] },
): MeasuredEffect {
  const first = weeksBefore * 7
  const days = look ? look.weeks * 7 : first
  const watched = (all: Day[]): WatchedEntity => ({
    before: all.slice(first - days, first).map(metricsOf),
    after: all.slice(first, first + days).map(metricsOf),
    ...(edited?.has(all) && { edited: edited.get(all)! }),
    ...(past.has(all) && { earlier: earlierOf([...past.get(all)!, ...all.slice(0, first)], days) }),
  })
  return measureEffect({
    kind: typeof kind === 'number' ? KINDS[kind % KINDS.length]! : kind,
    changed: watched(changed),
    untouched: untouched.map(watched),
    sisters: sisters.map(watched),
    worth: { micros: worth * MICROS, sd: 0.1 },
    confounders: 0,
    ...(look && { look }),
  })
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
