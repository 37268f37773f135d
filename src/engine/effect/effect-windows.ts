import { addDays, type Day, type DayRange, daysInRange } from '#shared/dates.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'

/** Conversions come in late; most within a week. */
export const LAG_DAYS = 7

/** When an effect is looked for. All days in the account's time zone, both ends included. */
export type EffectWindows = {
  before: DayRange
  after: DayRange
  /** First day on which the last conversions of `after` are known. */
  readyOn: Day
}

/** So many weeks before, a week of learning left out, as many after, then the wait for late conversions. */
export function effectWindows(
  appliedOn: Day,
  lagDays: number,
  weeks = EFFECT_THRESHOLDS.windowDays.value / 7,
  weeksBefore = weeks,
): EffectWindows {
  const { blackoutDays } = EFFECT_THRESHOLDS
  const windowDays = weeks * 7
  const start = addDays(appliedOn, blackoutDays.value + 1)
  const end = addDays(start, windowDays - 1)
  return {
    before: { from: addDays(appliedOn, -weeksBefore * 7), to: addDays(appliedOn, -1) },
    after: { from: start, to: end },
    readyOn: addDays(end, 1 + lagDays),
  }
}

/** Days from `today` until the effect can be judged; 0 when it can. */
export function daysUntilReady(windows: EffectWindows, today: Day): number {
  return Math.max(0, daysInRange(today, windows.readyOn) - 1)
}
