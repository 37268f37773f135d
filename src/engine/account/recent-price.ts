import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { AccountSnapshot } from './snapshot.ts'

/**
 * What a click costs of late, as a multiple of its mean price in the window: rivals come and go, and what is stopped now no longer
 * costs what it did. The account's days tell; a difference is believed as far as it is larger than prices wander (normal
 * belief around 1, variances `priceStep` and `priceDrift` squared). 1 where nothing tells, or hardly anything changed.
 */
export function recentPriceOf({ accountDays, window }: AccountSnapshot): number {
  const { recentDays, recentClicks, priceStep, priceDrift, priceLeast } = THRESHOLDS
  const days = accountDays.filter(({ day }) => day >= window.from && day <= window.to)
  const late = days.toSorted((a, b) => (a.day < b.day ? -1 : 1)).slice(-recentDays.value)
  if (days.length < 2 * recentDays.value) return 1
  const [all, last] = [priceOf(days), priceOf(late)]
  if (!all || !last || last.clicks < recentClicks.value) return 1
  const shrunk = priceStep.value ** 2 / (priceStep.value ** 2 + priceDrift.value ** 2)
  const ln = shrunk * Math.log(last.micros / all.micros)
  return Math.abs(ln) < priceLeast.value ? 1 : Math.exp(ln)
}

/** Null where clicks or their cost are unknown, or there are none. */
function priceOf(days: AccountSnapshot['accountDays']): { micros: number; clicks: number } | null {
  let [clicks, cost] = [0, 0]
  for (const day of days) {
    if (day.clicks === undefined || day.costMicros === undefined) return null
    clicks += day.clicks
    cost += day.costMicros
  }
  return clicks > 0 && cost > 0 ? { micros: cost / clicks, clicks } : null
}
