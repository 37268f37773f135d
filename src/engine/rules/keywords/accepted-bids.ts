import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { bidsBlockedReason } from '../../words/shared-texts.ts'
import { bidCases } from './bid-cases.ts'
import { BID_DAYS } from './bid-move.ts'
import { firstPageBids } from './first-page-bids.ts'
import { seldomShownBids } from './seldom-shown-bids.ts'

/**
 * Bids of keywords err for one reason, so that they share the room for error, whichever card they are on: those judged by their
 * own clicks, those below the first page and those that are hardly shown. What was changed some days ago is not changed again by figures from before.
 */
export const acceptedBids = oncePerAnalysis((snapshot: AccountSnapshot, context: Context) => {
  const known = withKnown(snapshot, ['keyword'], COUNTED)
  const isOpen = known && context.days >= BID_DAYS && !bidsBlockedReason(context)
  const judged = isOpen ? bidCases(known, context) : []
  const firstPage = firstPageBids(snapshot, context)
  const seldomShown = seldomShownBids(snapshot, context)
  const all = [...judged, ...firstPage, ...seldomShown]
  const settled = all.filter(({ keyword }) => !context.settling.hasNewBid(keyword))
  const accepted = acceptByFalseDiscovery(settled, THRESHOLDS.bidFalseDiscovery.value)
  const places = new Map<unknown, number>(accepted.map((one, place) => [one, place]))
  const acceptedOf = <T>(own: readonly T[]) =>
    own.filter((one) => places.has(one)).sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  return {
    judged: acceptedOf(judged),
    firstPage: acceptedOf(firstPage),
    seldomShown: acceptedOf(seldomShown),
    isWaiting: settled.length < all.length,
  }
})
