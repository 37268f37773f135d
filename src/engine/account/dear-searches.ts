import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { COUNTED, type CountedSums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import type { NegativeLookup } from './matches.ts'
import { addUp } from './measurement.ts'
import type { AccountSnapshot } from './snapshot.ts'

/**
 * Of a campaign's searches that go on those that cost several conversions at what its bidding is asked for, and sold at far more;
 * none where nothing is asked for (`askedMicros` 0), or searches are not known.
 */
export function dearSearches(
  snapshot: AccountSnapshot,
  isNegated: NegativeLookup,
  knownShare: number,
): (campaignId: string, askedMicros: number) => CountedSums {
  const known = withKnown(snapshot, ['searchTerm'], COUNTED)
  const rowsOf = Map.groupBy(known?.searchTerms ?? [], ({ campaignId }) => campaignId)
  return (campaignId, askedMicros) => {
    const rows = askedMicros > 0 ? (rowsOf.get(campaignId) ?? []) : []
    const dear = rows.filter(
      (row) => isDear(row.sums, askedMicros, knownShare) && !isNegated(row.term, row),
    )
    return addUp(dear.map(({ sums }) => sums))
  }
}

function isDear(sums: CountedSums, askedMicros: number, knownShare: number): boolean {
  const { dearExpected, dearTimes } = THRESHOLDS
  const bought = (sums.costMicros * knownShare) / askedMicros
  return (
    bought >= dearExpected.value && bought >= (dearTimes.value * sums.conversionsMicros) / MICROS
  )
}
