import type { ConversionCredit } from '../statistics/conversion-evidence.ts'
import { lateFactor } from '../statistics/learned-drift.ts'
import { type EntityDrift, type Parts, partsOf, type Row, rateCount } from './entity-drift.ts'

/**
 * What an entity's rate, learned from the whole window, is expected to be multiplied by if the coming month is like the newest
 * third of it, but for what happened to all. 1 where its parts are not known. `rows`: of the entity.
 */
export function lateRateOf(
  rows: readonly Row[],
  { late }: EntityDrift,
  credit: ConversionCredit,
): number {
  const [first, ...others] = partsOf(rows)
  if (!first || !late) return 1
  return lateFactor(rateCount(others.reduce(together, first), late.change, credit), late.sd)
}

function together(a: Parts, b: Parts): Parts {
  return {
    clicks: a.clicks + b.clicks,
    lateClicks: a.lateClicks + b.lateClicks,
    conversions: a.conversions + b.conversions,
    lateConversions: a.lateConversions + b.lateConversions,
    isMoved: a.isMoved || b.isMoved,
  }
}
