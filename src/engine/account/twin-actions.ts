import { ratio } from '#shared/metrics.ts'
import { gammaCdf } from '../statistics/stats.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { sum } from './action-steps.ts'
import {
  type ActionSeries,
  actionSeries,
  isMicroEvent,
  primaryActions,
} from './conversion-actions.ts'
import { customerStages } from './customer-stages.ts'
import type { AccountSnapshot, ConversionAction } from './snapshot.ts'

/** Two primary actions that count the same thing. */
export type TwinActions = SameEvents & {
  first: ConversionAction
  second: ConversionAction
  /** Of the days on which both have counted. */
  firstTotal: number
  secondTotal: number
}

export type SameEvents = {
  correlation: number
  /** P(two independent counts lie so close day by day). */
  tail: number
  /** One of them counts only a part of what the other does. */
  isPart: boolean
  /** From the first on which both have counted to the last. */
  days: number
}

/** Google counts primary actions of its standard goals alone: no bid follows one of another goal. */
export function countingActions(
  snapshot: AccountSnapshot,
  series: ReadonlyMap<string, ActionSeries>,
): ConversionAction[] {
  const all = primaryActions(snapshot)
  if (!snapshot.inventory?.conversionDays) return all
  return all.filter(({ id }) => (series.get(id)?.total ?? 0) > 0)
}

/** All that are so; of a step on the way that goes with what it leads to is told as a step. */
export function twinActions(snapshot: AccountSnapshot): TwinActions[] {
  const series = actionSeries(snapshot, snapshot.inventory?.conversionDays ?? [])
  const primaries = countingActions(snapshot, series)
  const early = customerStages(snapshot)?.early ?? []
  const isStep = (action: ConversionAction) =>
    isMicroEvent(action, snapshot) || early.some(({ id }) => id === action.id)
  return primaries.flatMap((first, i) =>
    primaries.slice(i + 1).flatMap((second): TwinActions[] => {
      const both = sharedDays(series.get(first.id), series.get(second.id))
      const same = both && sameEvents(...both)
      if (!same || (same.isPart && [first, second].some(isStep))) return []
      const [firstTotal, secondTotal] = both.map(sum) as [number, number]
      return [{ first, second, firstTotal, secondTotal, ...same }]
    }),
  )
}

/** Of all that is counted, and of its value, the part that has been counted already: fractions, 0 where none is. */
export type CountedAgain = { conversions: number; value: number }

export function countedAgain(
  snapshot: AccountSnapshot,
  twins: readonly TwinActions[],
): CountedAgain {
  const series = actionSeries(snapshot, snapshot.inventory?.conversionDays ?? [])
  const counting = countingActions(snapshot, series).flatMap(({ id }) => series.get(id) ?? [])
  const worthOf = (own?: ActionSeries) => sum(own?.valueMicros ?? [])
  const eachOf = ({ id }: ConversionAction) => {
    const own = series.get(id)
    return ratio(worthOf(own), own?.total ?? 0)
  }
  // Of three that count the same each is told beside two others, and two are too many.
  const again = new Map<string, { total: number; each: number }>()
  for (const { first, second, firstTotal, secondTotal } of twins) {
    const isFirst = firstTotal < secondTotal
    const { id } = isFirst ? first : second
    // Whichever of them is too many, a sale is worth what the one says that says more.
    const each = Math.max(again.get(id)?.each ?? 0, Math.min(eachOf(first), eachOf(second)))
    // Of a second tag only what both have counted is counted again.
    again.set(id, { total: isFirst ? firstTotal : secondTotal, each })
  }
  const repeated = [...again.values()]
  return {
    conversions: ratio(
      sum(repeated.map(({ total }) => total)),
      sum(counting.map(({ total }) => total)),
    ),
    value: ratio(sum(repeated.map(({ total, each }) => total * each)), sum(counting.map(worthOf))),
  }
}

type Counts = readonly number[]

/** A tag that begins within the window says nothing of the days before it, nor one that ends of those after. */
function sharedDays(a?: ActionSeries, b?: ActionSeries): readonly [Counts, Counts] | null {
  if (!a || !b) return null
  const both = [a.conversions, b.conversions] as const
  const counts = (count: number) => count > 0
  const from = Math.max(...both.map((days) => days.findIndex(counts)))
  const until = Math.min(...both.map((days) => days.findLastIndex(counts)))
  return [both[0].slice(from, until + 1), both[1].slice(from, until + 1)]
}

/**
 * Two counts of the same events differ less, day by day, than two independent ones could: Σ (y − r x)² / r (x + y), where r is what
 * the fewer are of the more, is then far below its chi² of as many degrees as days. So it is where one counts again a part of what the
 * other does, an upload that Google matches in four of five cases. Null unless the days move together.
 */
function sameEvents(a: Counts, b: Counts): SameEvents | null {
  const { twinActionConversions, twinActionDays, twinActionRatio, partActionRatio } = THRESHOLDS
  const { twinActionCorrelation, twinActionTail, partActionTail } = THRESHOLDS
  const [more, fewer] = sum(a) < sum(b) ? [b, a] : [a, b]
  if (sum(fewer) < twinActionConversions.value) return null
  const ratio = sum(fewer) / sum(more)
  const isPart = Math.abs(sum(a) / sum(b) - 1) > twinActionRatio.value
  if (isPart && ratio < partActionRatio.value) return null
  const pairs = more.map((x, i) => [x, fewer[i]!] as const).filter(([x, y]) => x + y > 0)
  if (pairs.length < twinActionDays.value) return null
  const correlation = correlationOf(pairs)
  const r = isPart ? ratio : 1
  const gap = pairs.reduce((sum, [x, y]) => sum + (y - r * x) ** 2 / (r * (x + y)), 0)
  const tail = gammaCdf(gap, pairs.length / 2, 0.5)
  // Of a part drawn by chance no more than the root of its size can go with the whole.
  const needed = twinActionCorrelation.value * Math.sqrt(r)
  const alike = correlation > needed && tail < (isPart ? partActionTail : twinActionTail).value
  return alike ? { correlation, tail, isPart, days: a.length } : null
}

function correlationOf(pairs: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length
  const [meanX, meanY] = [mean(0), mean(1)]
  let [xy, xx, yy] = [0, 0, 0]
  for (const [x, y] of pairs) {
    xy += (x - meanX) * (y - meanY)
    xx += (x - meanX) ** 2
    yy += (y - meanY) ** 2
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0
}
