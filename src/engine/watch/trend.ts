import { reportedShare } from '../account/window.ts'
import type { TrendPoint } from './alert.ts'
import { type OddRun, placeboSpread, weeksOf } from './find-runs.ts'
import { normalSum, observedSums, runSums, weighedNormal } from './normal-weeks.ts'
import type { DaySums, Sums, WatchedAccount } from './watched-account.ts'
import { METRIC_RULES, type WatchedMetric } from './watched-metric.ts'

const SHOWN_DAYS = 42

/** Day by day: what was seen, and the band of single days; within the run as it was before the run. */
export function trendOf(
  account: WatchedAccount,
  sums: DaySums,
  metric: WatchedMetric,
  lead: OddRun,
  deviations: number,
): TrendPoint[] {
  const { days, today, lagCurve } = account
  const run = runSums(sums)
  const { figureOf, valueAt } = METRIC_RULES[metric]
  const { clickCost } = lead.run
  const spread = placeboSpread(run, metric, lead.from, 1, clickCost)
  const first = Math.max(0, days.length - SHOWN_DAYS)
  return days.slice(first).map((day, i) => {
    const at = first + i
    const expected = expectedOn(at)
    const band = (side: number) =>
      expected && valueAt(expected, { length: 1, clickCost, doubt: 0 }, side * deviations * spread)
    return {
      day,
      seen: figureOf(observedSums(run, at, at)),
      expected: expected && figureOf(expected),
      low: band(-1),
      high: band(1),
    }
  })

  function expectedOn(at: number): Sums | null {
    if (at >= lead.from) {
      const weight = lead.weights[at - lead.from]!
      const shift = at - lead.from
      return weighedNormal(sums, lead.from + (shift % 7), lead.weeks, [weight])
    }
    const weeks = weeksOf(run, metric, at)
    if (!weeks) return null
    const reported = reportedShare(days[at]!, today, lagCurve)
    const expected = weighedNormal(sums, at, weeks, [{ volume: 1, conversions: reported }])
    return normalSum(run, 'impressions', at, 1, weeks) > 0 ? expected : null
  }
}
