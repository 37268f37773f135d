import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { COUNTED, type CountedSums } from './known-figures.ts'
import { withKnown } from './known-snapshot.ts'
import type { NegativeLookup } from './matches.ts'
import { addUp } from './measurement.ts'
import type { AccountSnapshot, SearchTermFacts } from './snapshot.ts'

/** Searches of a campaign, added up. */
export type CampaignSearches = {
  /** Stopped by a negative keyword by now. */
  gone: CountedSums
  /** Of the others, those that cost several conversions at what its bidding is asked for, and sold at far more. */
  dear: CountedSums
}

/** Where searches are not known none is gone, and none is dear. `askedMicros`: 0 where nothing is asked for. */
export function campaignSearches(
  snapshot: AccountSnapshot,
  isNegated: NegativeLookup,
  knownShare: number,
): (campaignId: string, askedMicros: number) => CampaignSearches {
  const known = withKnown(snapshot, ['searchTerm'], COUNTED)
  const rowsOf = Map.groupBy(known?.searchTerms ?? [], ({ campaignId }) => campaignId)
  return (campaignId, askedMicros) => {
    const rows = askedMicros > 0 ? (rowsOf.get(campaignId) ?? []) : []
    const isGone = (row: SearchTermFacts) => isNegated(row.term, row)
    const [gone, left] = [rows.filter(isGone), rows.filter((row) => !isGone(row))]
    const dear = left.filter(({ sums }) => isDear(sums, askedMicros, knownShare))
    return { gone: addedUp(gone), dear: addedUp(dear) }
  }
}

function isDear(sums: CountedSums, askedMicros: number, knownShare: number): boolean {
  const { dearExpected, dearTimes } = THRESHOLDS
  const bought = (sums.costMicros * knownShare) / askedMicros
  return (
    bought >= dearExpected.value && bought >= (dearTimes.value * sums.conversionsMicros) / MICROS
  )
}

const addedUp = (rows: readonly SearchTermFacts[]) => addUp(rows.map(({ sums }) => sums))
