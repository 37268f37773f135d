import { type Day, daysInRange } from '#shared/dates.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'

/** When something was applied, and how many days its window after it holds; the one before it holds as many. */
export type Span = { appliedOn: Day; days: number }

/** A card measured to a day. */
export function spanOf({ appliedOn, measuredTo }: { appliedOn: Day; measuredTo: Day }): Span {
  return { appliedOn, days: Math.max(1, daysInRange(appliedOn, measuredTo) - GAP) }
}

/** Square of the sum of errors that all have from the same untouched ones; `by`: the other of two such errors, times each other. */
export function addedUp<One extends Span>(
  all: readonly One[],
  of: (one: One) => number,
  by = of,
): number {
  const spans = [...Map.groupBy(all, ({ appliedOn, days }) => `${appliedOn} ${days}`).values()]
  const groups = spans.map((own) => ({
    ...placed(own[0]!),
    of: sum(own.map(of)),
    by: sum(own.map(by)),
  }))
  return sum(
    groups.map((one) => sum(groups.map((other) => one.of * other.by * shareBetween(one, other)))),
  )
}

/**
 * Correlation of what two changes were held against by the same untouched ones, 0 … 1. What these do by themselves is taken to last, a random walk: it leaves
 * changes of other days more in common than chance or weeks that come and go would.
 */
export const sameShare = (one: Span, other: Span) => shareBetween(placed(one), placed(other))

/** `at`: days from one and the same day, for a sum of many asks of each pair of them. */
type Placed = { at: number; days: number }

const placed = ({ appliedOn, days }: Span): Placed => ({
  at: daysInRange('2000-01-01', appliedOn),
  days,
})

function shareBetween(one: Placed, other: Placed): number {
  const [sooner, later] = one.at < other.at ? [one, other] : [other, one]
  const apart = later.at - sooner.at
  if (apart === 0 && one.days === other.days) return 1
  if (apart >= sooner.days + later.days + GAP) return 0
  return (
    together(sooner.days, later.days, apart) /
    Math.sqrt(together(one.days, one.days, 0) * together(other.days, other.days, 0))
  )
}

/** A step of the walk counts in both, day by day, by how much of it shows between the windows of each. */
function together(sooner: number, later: number, apart: number): number {
  const key = (sooner * MOST_KEPT + later) * MOST_KEPT + apart
  let all = known.get(key)
  if (all !== undefined) return all
  all = 0
  for (let day = apart - later; day < sooner + GAP; day++)
    all += shownOf(day, sooner) * shownOf(day - apart, later)
  known.set(key, all)
  return all
}

/** Windows are a few lengths and so many days apart; sums of many cards ask for the same ones over and over. */
const known = new Map<number, number>()
/** Days, of a window or between two changes whose windows meet. */
const MOST_KEPT = 4_096

/** Of a step so many days after the change: all of it in the days between the windows, the less the further into one. */
function shownOf(day: number, days: number): number {
  const into = day < 0 ? -day : day - GAP
  return Math.max(0, Math.min(1, 1 - into / days))
}

/** The day of the change and the week of learning. */
const GAP = EFFECT_THRESHOLDS.blackoutDays.value + 1

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
