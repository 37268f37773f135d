import { acceptByFalseDiscovery } from '#engine/statistics/discovery.ts'
import { THRESHOLDS } from '#engine/thresholds/thresholds.ts'

export const KINDS = [
  'wasted terms',
  'wasted n-grams',
  'converting terms',
  'bids',
  'idle keywords',
  'duplicate keywords',
  'budgets',
  'budget shift',
  'losing ads',
  'devices',
  'weak pages',
  'slow pages',
  'placements',
  'outage',
] as const
export type Kind = (typeof KINDS)[number]

/** Something that could be recommended, and whether that would be right. Money in € per 30 days. */
export type Candidate = {
  kind: Kind
  key: string
  /** Of the problem: two ways to say the same share it. */
  problem: string
  /** It should be found. */
  isPlanted: boolean
  /** For a change by this factor (bids, budgets, modifiers; else 1). */
  isRight: (step: number) => boolean
  /** True net effect of the change on a drawn month. */
  net: (step: number) => number
  /** What the best permitted change would bring on average. */
  worth: number
  /** Expected conversions at break-even ≥ 20. */
  enough: boolean
  /** P(right) by who knows the populations; null where the rule would not judge. */
  oracle: number | null
  /** Where a rule of thumb judges it. */
  seen?: { clicks: number; conversions: number; cost: number }
}

/** What the oracle would recommend, at the same false discovery rate. */
export function oracleChoice(candidates: readonly Candidate[]): Candidate[] {
  const judged = candidates.flatMap((one) =>
    one.oracle === null ? [] : [{ ...one, probability: one.oracle }],
  )
  return acceptByFalseDiscovery(judged, THRESHOLDS.falseDiscoveryRate.value)
}
