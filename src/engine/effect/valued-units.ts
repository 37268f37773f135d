import type { ArmSums } from './halves-effect.ts'
import { type CountedSales, usualSales } from './sold-by-value.ts'

/** `value`: what conversions brought, in the account's currency. */
export type ValuedSums = ArmSums & { value: number }

/**
 * Units of a card, each by its windows, whose conversions count by what they brought, in such as bring what those of the first `known`
 * windows did on average: before anything was changed. By number where none of those has an amount.
 */
export function countedUnits(
  figures: ReadonlyMap<string, readonly ValuedSums[]>,
  { sales, known }: { sales: CountedSales; known: number },
): { figures: Map<string, ValuedSums[]>; isByValue: boolean } {
  const past = [...figures.values()].flatMap((windows) => windows.slice(0, known))
  const sum = (of: (one: ValuedSums) => number) => past.reduce((all, one) => all + of(one), 0)
  const mean = sum(({ value }) => value) / sum(({ conversions }) => conversions)
  const isByValue = sales === 'by-value' && mean > 0 && Number.isFinite(mean)
  const counted = (sums: ValuedSums): ValuedSums =>
    isByValue ? { ...sums, conversions: usualSales(sums.value, mean) } : sums
  return {
    figures: new Map([...figures].map(([key, windows]) => [key, windows.map(counted)])),
    isByValue,
  }
}
