import type { Metrics } from '#shared/metrics.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import type { Disturbance } from './disturbed-days.ts'
import { pausesOf } from './first-days.ts'

/**
 * Days after the change on which what was changed did not run because others had stopped it, in whole weeks. `isIdle`: of each day of
 * the window. What rests at weekends, or is shown now and then, has as long a pause before.
 */
export function stoppedDaysOf(
  isIdle: readonly boolean[],
  { before }: { before: readonly Metrics[] },
): Disturbance[] {
  const least = Math.max(EFFECT_THRESHOLDS.beganLeast.value, 2 * Math.max(...pausesOf(before)) + 1)
  return runsOf(isIdle)
    .filter(({ first, last }) => last - first + 1 >= least)
    .map(({ first, last }) => {
      const length = Math.min(Math.ceil((last - first + 1) / 7) * 7, isIdle.length)
      const from = Math.min(first, isIdle.length - length)
      return { window: 'after', first: from, last: from + length - 1, isStopped: true }
    })
}

function runsOf(isIdle: readonly boolean[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = []
  isIdle.forEach((idle, day) => {
    const run = runs.at(-1)
    if (idle && run?.last === day - 1) run.last = day
    else if (idle) runs.push({ first: day, last: day })
  })
  return runs
}
