import type { Metrics } from '#shared/metrics.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import type { WatchedEntity } from './account-effects.ts'
import type { Disturbance } from './disturbed-days.ts'

/**
 * Where it began to run within the window before: the days on which it did not yet, and those of learning after them. In whole weeks;
 * empty where it ran all along.
 */
export function firstDaysOf({ before }: Pick<WatchedEntity, 'before'>): Disturbance[] {
  const pauses = pausesOf(before)
  const [lead, ...others] = pauses
  if (lead === undefined || lead === before.length) return []
  const { beganLeast, blackoutDays } = EFFECT_THRESHOLDS
  // What rests at weekends, or is shown now and then, has more such days later.
  if (lead < Math.max(beganLeast.value, 2 * Math.max(0, ...others) + 1)) return []
  const needed = Math.round((lead + blackoutDays.value) / 7) * 7
  const last = Math.min(needed, before.length) - 1
  return [{ window: 'before', first: 0, last, isBeginning: true }]
}

/** What grows because it is new says nothing of the others. */
export function ranAllAlong(entity: Pick<WatchedEntity, 'before'>): boolean {
  return firstDaysOf(entity).length === 0
}

/** Lengths of the runs of days on which it was not shown; the first one's is that of the days before it was. */
export function pausesOf(days: readonly Metrics[]): number[] {
  const pauses = [0]
  for (const { impressions } of days)
    if (impressions > 0) pauses.push(0)
    else pauses[pauses.length - 1]!++
  return pauses
}
