import { ratio } from '#shared/metrics.ts'
import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context } from '../../account/context.ts'
import type { KeywordFacts } from '../../account/snapshot.ts'
import { chanceGreater } from '../../statistics/posterior-comparison.ts'
import { mixtureMean } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Copy, DuplicateCase } from './duplicate-keywords-words.ts'
import { hasOwnBid, keywordId } from './keyword-evidence.ts'

/**
 * The one whose conversions are known to be cheaper than those of all others stays; where none is, the best quality score if all
 * are known, then the cheapest conversion, then the most clicks.
 */
export function caseOf(copies: readonly Copy[]): DuplicateCase {
  const inOrder = copies.toSorted(betterOf(copies))
  const cases = inOrder.map((kept) => caseOfKept(kept, inOrder, 'results'))
  const [cheapest] = cases.filter(isLikelyDearer).toSorted((a, b) => b.dearer! - a.dearer!)
  return cheapest ?? cases[0]!
}

export function isLikelyDearer({ dearer }: DuplicateCase): boolean {
  return dearer !== null && dearer >= THRESHOLDS.duplicateProbability.value
}

/**
 * Copies of which none is known to be dearer: the one that Google prefers already stays, by its bid and its score. Any other
 * would hand their searches over to another bid, which is a step of the bid that nothing speaks for.
 */
export function caseAlike(context: Context, copies: readonly Copy[]): DuplicateCase {
  if (!copies.every(({ keyword }) => hasOwnBid(context, keyword))) return caseOf(copies)
  const better = betterOf(copies)
  const scored = isScored(copies)
  const rank = ({ keyword }: Copy) => keyword.bidMicros! * (scored ? keyword.qualityScore! : 1)
  const inOrder = copies.toSorted((a, b) => rank(b) - rank(a) || better(a, b))
  return caseOfKept(inOrder[0]!, inOrder, 'bid')
}

/** Searches of a copy would be bid on by a step that is too large to take at once, and that nothing speaks for. */
export function raisesBids(context: Context, one: DuplicateCase): boolean {
  const most = 1 + THRESHOLDS.bidStep.value
  return bidsMoved(context, one).some(({ from, to }) => to > most * from)
}

/**
 * Likewise by one that is much lower. Without an amount nothing says that the searches which are no longer won were not worth their
 * price: dear ones may be.
 */
export function lowersBids(context: Context, one: DuplicateCase): boolean {
  const least = 1 - THRESHOLDS.bidStep.value
  return bidsMoved(context, one).some(({ from, to }) => to < least * from)
}

/** For each copy with a bid of its own, and by what its searches would be bid on once they come to the one that stays. */
function bidsMoved(context: Context, { kept: { keyword }, copies }: DuplicateCase) {
  if (!hasOwnBid(context, keyword)) return []
  return copies
    .filter(({ keyword: copy }) => hasOwnBid(context, copy))
    .map(({ keyword: copy }) => ({ from: copy.bidMicros!, to: keyword.bidMicros! }))
}

/** Google bids for a search: copies beside each other differ neither in that nor in ad and page, and only chance tells them apart. */
export function isOneToGoogle(context: Context, { kept, copies }: DuplicateCase): boolean {
  const { adGroupId, campaignId } = kept.keyword
  const campaign = context.campaigns.get(campaignId)
  if (!campaign || !isSmartBidding(campaign)) return false
  return copies.every(({ keyword }) => keyword.adGroupId === adGroupId)
}

function isScored(copies: readonly Copy[]): boolean {
  return copies.every(({ keyword }) => keyword.qualityScore !== undefined)
}

function betterOf(copies: readonly Copy[]): (a: Copy, b: Copy) => number {
  const scored = isScored(copies)
  return (a, b) =>
    (scored ? b.keyword.qualityScore! - a.keyword.qualityScore! : 0) ||
    costPerConversion(a) - costPerConversion(b) ||
    b.keyword.sums.clicks - a.keyword.sums.clicks ||
    (keywordId(a.keyword) < keywordId(b.keyword) ? -1 : 1)
}

function caseOfKept(
  kept: Copy,
  inOrder: readonly Copy[],
  keptFor: DuplicateCase['keptFor'],
): DuplicateCase {
  const copies = inOrder.filter((copy) => copy !== kept)
  const chances = copies.map((copy) => chanceDearer(copy, kept))
  const dearer = chances.some((chance) => chance === null)
    ? null
    : Math.min(...(chances as number[]))
  return { kept, copies, keptFor, dearer }
}

function costPerConversion({ keyword, belief }: Copy): number {
  return belief && keyword.sums.clicks > 0
    ? cpcOf(keyword) / mixtureMean(belief)
    : Number.POSITIVE_INFINITY
}

function chanceDearer(copy: Copy, kept: Copy): number | null {
  if (!copy.belief || !kept.belief) return null
  if (copy.keyword.sums.costMicros <= 0 || kept.keyword.sums.costMicros <= 0) return null
  return chanceGreater(kept.belief, copy.belief, cpcOf(kept.keyword) / cpcOf(copy.keyword))
}

export const cpcOf = ({ sums }: KeywordFacts) => ratio(sums.costMicros, sums.clicks)
