import type { WatchedEntity } from '#engine/effect/account-effects.ts'
import {
  type EffectKind,
  type MeasuredEffect,
  measureEffect,
} from '#engine/effect/measure-effect.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'
import type { Day } from './entity-days.ts'
import type { PlantedChange } from './planted-changes.ts'

const KINDS: EffectKind[] = ['saving', 'bids', 'budget', 'ads']

/** The product's verdict on a made-up change. */
export function judge(
  { changed, untouched, sisters, worth }: PlantedChange,
  weeksBefore: number,
  kind: EffectKind | number,
): MeasuredEffect {
  const watched = (days: readonly Day[]): WatchedEntity => ({
    before: days.slice(0, weeksBefore * 7).map(metricsOf),
    after: days.slice(weeksBefore * 7).map(metricsOf),
  })
  return measureEffect({
    kind: typeof kind === 'number' ? KINDS[kind % KINDS.length]! : kind,
    changed: watched(changed),
    untouched: untouched.map(watched),
    sisters: sisters.map(watched),
    worth: { micros: worth * MICROS, sd: 0.25 },
    confounders: 0,
  })
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
