import type { Day } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { actionDaysOf } from './action-days.ts'
import { primaryActions } from './conversion-actions.ts'
import type { CountingFacts } from './counting-changes.ts'
import { isWithoutValue } from './without-value.ts'

/** Since a day the conversions of an action are registered with another amount: what they brought before and after is not alike. */
export type ValueChange = { on: Day; action: string | null }

/** Own choices: fewer of all conversions move no value, fewer at all may be chance, and a tenth is no matter. */
const LEAST_SHARE = 0.05
const LEAST_CONVERSIONS = 10
const LEAST_STEP = 0.1
/** Most conversions of one side have the same amount, as none of sales do, and hardly any of the other. */
const MOST_ALIKE = 0.01
const FIXED_SHARE = 0.5
const OTHER_SHARE = 0.1

/**
 * Where the amount is a fixed one, or was: among orders of any amounts another rule of values is no other than other prices. What came
 * with an amount and no longer does is a loss, and told as that.
 */
export function valueChanges(snapshot: CountingFacts): ValueChange[] {
  const rows = actionDaysOf(snapshot)?.rows ?? []
  const all = conversionsOf(rows)
  return primaryActions(snapshot).flatMap(({ id, name }): ValueChange[] => {
    const own = rows
      .filter(({ actionId, conversionsMicros }) => actionId === id && conversionsMicros > 0)
      .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    if (conversionsOf(own) < LEAST_SHARE * all) return []
    const at = bestParting(own)
    const [before, after] = [own.slice(0, at), own.slice(at)]
    return isChange(before, after) ? [{ on: after[0]!.day, action: name }] : []
  })
}

type Sold = { day: Day; conversionsMicros: number; valueMicros: number }

/** The place on whose sides means lie farthest apart, by their conversions. */
function bestParting(rows: readonly Sold[]): number {
  const total = { count: conversionsOf(rows), value: soldFor(rows) }
  let before = { count: 0, value: 0 }
  let best = { at: 0, apart: 0 }
  rows.forEach((row, at) => {
    const after = { count: total.count - before.count, value: total.value - before.value }
    const weight = (before.count * after.count) / total.count
    const step = before.value / before.count - after.value / after.count
    if (at > 0 && weight * step ** 2 > best.apart) best = { at, apart: weight * step ** 2 }
    before = {
      count: before.count + row.conversionsMicros / MICROS,
      value: before.value + row.valueMicros,
    }
  })
  return best.at
}

function isChange(before: readonly Sold[], after: readonly Sold[]): boolean {
  if (Math.min(conversionsOf(before), conversionsOf(after)) < LEAST_CONVERSIONS) return false
  const ended = { conversionsMicros: conversionsOf(after) * MICROS, valueMicros: soldFor(after) }
  if (isWithoutValue(ended)) return false
  const step = Math.log(
    soldFor(after) / conversionsOf(after) / (soldFor(before) / conversionsOf(before)),
  )
  return Math.abs(step) >= LEAST_STEP && (isFixed(before, after) || isFixed(after, before))
}

function isFixed(side: readonly Sold[], other: readonly Sold[]): boolean {
  const amounts = side.map(amountOf).sort((a, b) => a - b)
  const usual = amounts[Math.floor(amounts.length / 2)]!
  const shareIn = (rows: readonly Sold[]) => {
    const alike = rows.filter((row) => Math.abs(amountOf(row) - usual) <= MOST_ALIKE * usual)
    return conversionsOf(alike) / conversionsOf(rows)
  }
  return shareIn(side) >= FIXED_SHARE && shareIn(other) <= OTHER_SHARE
}

const amountOf = ({ conversionsMicros, valueMicros }: Sold) => valueMicros / conversionsMicros

function conversionsOf(rows: readonly Sold[]): number {
  return rows.reduce((sum, { conversionsMicros }) => sum + conversionsMicros / MICROS, 0)
}

function soldFor(rows: readonly Sold[]): number {
  return rows.reduce((sum, { valueMicros }) => sum + valueMicros, 0)
}
