import { type Day, daysInRange } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { actionDaysOf } from './action-days.ts'
import { primaryActions } from './conversion-actions.ts'
import type { AccountSnapshot, ConversionAction } from './snapshot.ts'
import { isWithoutValue } from './without-value.ts'

/** Conversions that go on being counted, without the amount they used to bring. */
export type ValuesLoss = {
  /** Null: of the account as a whole. */
  action: ConversionAction | null
  from: Day
  to: Day
  days: number
  conversions: number
  /** Of the conversions of the other days, the fraction that came with an amount. */
  usualShare: number
  /** None that came later had an amount again. */
  isOngoing: boolean
  /** None that is known came before them: amounts began to be told, and were not lost. */
  isFromStart: boolean
  probability: number
}

type Sold = { day: Day; conversionsMicros: number; valueMicros: number }

/** The surest one: of an action where they are known by action, else of the account. */
export function valuesLoss(
  snapshot: AccountSnapshot<'account', 'conversionsMicros' | 'valueMicros'>,
): ValuesLoss | null {
  const known = actionDaysOf(snapshot)
  const primaries = primaryActions(snapshot)
  const found =
    known && primaries.length > 0
      ? primaries.map((action) => {
          const own = known.rows.filter(({ actionId }) => actionId === action.id)
          return withoutValues(own, action)
        })
      : [withoutValues(snapshot.accountDays, null)]
  return found
    .filter((loss) => loss !== null)
    .reduce<ValuesLoss | null>((a, b) => (a && a.probability >= b.probability ? a : b), null)
}

/**
 * The longest run of days whose conversions all came without value, against chance at the usual share of those that do:
 * share^conversions, as often as a run could have begun. Rare without values is what tells; mixed sales tell nothing.
 */
function withoutValues(rows: readonly Sold[], action: ConversionAction | null): ValuesLoss | null {
  const sold = rows
    .filter(({ conversionsMicros }) => conversionsMicros > 0)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
  const run = longestRun(sold)
  const own = countOf(run)
  const empty = countOf(sold.filter(isWithoutValue)) - own
  const others = countOf(sold) - own
  const { emptyValueConversions, emptyValueUsual, lossProbability } = THRESHOLDS
  if (run.length === 0 || others < emptyValueConversions.value) return null
  const usual = (empty + 1) / (others + 2)
  if (usual > emptyValueUsual.value) return null
  const odds = (VALUES_LOST / sold.length) * Math.min(1e12, rarity(run, sold, usual))
  const probability = odds / (1 + odds)
  if (probability < lossProbability.value || own < LEAST_CONVERSIONS) return null
  const [from, to] = [run[0]!.day, run.at(-1)!.day]
  return {
    action,
    from,
    to,
    days: daysInRange(from, to),
    conversions: own,
    usualShare: 1 - empty / others,
    isOngoing: run.at(-1) === sold.at(-1),
    isFromStart: run[0] === sold[0],
    probability,
  }
}

/**
 * How rare such a run is: of each of its days that no sale has an amount. Where few of many sales have one, what a sale brings differs from
 * day to day as the number of those few and what each brings do ((1 + s²) / k), and none comes with chance exp(-k).
 */
function rarity(run: readonly Sold[], sold: readonly Sold[], usual: number): number {
  const each = sold
    .filter((row) => !isWithoutValue(row))
    .map(({ conversionsMicros, valueMicros }) => valueMicros / conversionsMicros)
  const mean = each.reduce((sum, one) => sum + one, 0) / each.length
  const spread = each.reduce((sum, one) => sum + (one - mean) ** 2, 0) / each.length / mean ** 2
  const few = (1 + THRESHOLDS.orderSpreadLeast.value ** 2) / Math.max(1e-3, spread)
  const none = Math.exp(-few)
  return run.reduce((odds, row) => odds / Math.max(none, usual ** countOf([row])), 1)
}

/** In a quarter of a year, before anything is seen. */
const VALUES_LOST = 0.02
const LEAST_CONVERSIONS = 5

function longestRun(sold: readonly Sold[]): Sold[] {
  let best: Sold[] = []
  let run: Sold[] = []
  for (const row of sold) {
    run = isWithoutValue(row) ? [...run, row] : []
    if (countOf(run) > countOf(best)) best = run
  }
  return best
}

function countOf(rows: readonly Sold[]): number {
  return rows.reduce((sum, { conversionsMicros }) => sum + conversionsMicros / MICROS, 0)
}
