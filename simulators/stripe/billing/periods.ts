import type { Stripe } from 'stripe'

const DAY = 86_400

/** The first anniversary of `anchor` (seconds, UTC) after `from`; the 31st becomes a short month's last day. */
export function nextPeriodEnd(anchor: number, from: number, price: Stripe.Price): number {
  const { interval, interval_count: count } = price.recurring ?? {
    interval: 'month',
    interval_count: 1,
  }
  if (interval === 'day' || interval === 'week') {
    const length = count * DAY * (interval === 'week' ? 7 : 1)
    return anchor + (Math.floor((from - anchor) / length) + 1) * length
  }
  const months = interval === 'year' ? 12 * count : count
  for (let step = 1; ; step++) {
    const end = plusMonths(anchor, step * months)
    if (end > from) return end
  }
}

/** Seconds, UTC; keeps the time of day. */
export function plusMonths(seconds: number, months: number): number {
  const start = new Date(seconds * 1000)
  const moved = new Date(start)
  moved.setUTCDate(1)
  moved.setUTCMonth(start.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0))
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDay.getUTCDate()))
  return moved.getTime() / 1000
}
