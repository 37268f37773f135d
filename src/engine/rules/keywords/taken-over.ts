import { ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { keywordCovers } from '../../account/matches.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import type { GoesOn } from '../../findings/waste.ts'
import {
  type BidBelief,
  type BidElasticity,
  bidResponse,
  drawElasticity,
} from '../../statistics/bid-response.ts'
import { mostClicks } from '../bidding/bid-room.ts'
import { bidBeliefs } from './bid-beliefs.ts'
import { BREADTH, expectedKept, goesOnWith, type Kept, keptSearches } from './kept-searches.ts'
import { hasOwnBid, isLive, keywordId } from './keyword-evidence.ts'
import { keywordsByWords } from './keywords-by-words.ts'
import { peopleReached } from './reached-people.ts'

/** What another keyword does with the searches of one that is paused. */
export type TakenOver = {
  /** The bid of the other over that of the paused one; 1 where Google sets them. */
  bidStep: number
  /** Of the clicks and the cost that they bring today, what goes on with it. */
  draw: GoesOn
  /** At the middle of what is believed. */
  expected: ReturnType<GoesOn>
  /** Where Google bids for each search: null elsewhere. */
  kept: Kept | null
}

/** Null where no other keyword of the account is known to ask for its searches. */
export type TakenOverOf = (keyword: KeywordFacts) => TakenOver | null

/**
 * By the keyword of the highest bid that asks for all that the paused one does, in campaigns that reach the same people.
 * Broad match is taken at its words.
 */
export const takenOver = oncePerAnalysis(takenOverIn)

function takenOverIn(snapshot: AccountSnapshot<'keyword'>, context: Context): TakenOverOf {
  const reaches = peopleReached(snapshot, context)
  const live = snapshot.keywords.filter((keyword) => isLive(context, keyword))
  const lookup = keywordsByWords(live)
  const responseOf = bidBeliefs(snapshot)
  const keptOf = keptSearches(snapshot, context)
  return (keyword) => {
    const { text } = keyword
    const kept = keptOf(keyword)
    if (kept) return atGooglesBid(kept)
    const taking = lookup(text).filter(
      (other) =>
        keywordId(other) !== keywordId(keyword) &&
        BREADTH[other.matchType] >= BREADTH[keyword.matchType] &&
        reaches(keyword, other) &&
        keywordCovers(other, text) &&
        !context.isNegated(text, other),
    )
    if (taking.length === 0) return null
    const bidStep = Math.max(...taking.map((other) => stepOf(context, keyword, other)))
    return atBid(context, keyword, bidStep, responseOf(keyword))
  }
}

/** Of the searches that others of its campaign ask for. */
function atGooglesBid(kept: Kept): TakenOver {
  const part = expectedKept(kept)
  return { bidStep: 1, draw: goesOnWith(kept), expected: { clicks: part, cost: part }, kept }
}

function stepOf(context: Context, keyword: KeywordFacts, other: KeywordFacts): number {
  const areKnown = hasOwnBid(context, keyword) && hasOwnBid(context, other)
  return areKnown ? other.bidMicros! / keyword.bidMicros! : 1
}

/** How much of it goes on through the other is not known: from nothing to all. */
function atBid(
  { campaigns }: Context,
  { sums, bidMicros = 0, campaignId }: KeywordFacts,
  bidStep: number,
  belief: BidBelief,
): TakenOver {
  const campaign = campaigns.get(campaignId)
  const room = {
    ...(campaign && { most: mostClicks(campaign) }),
    bidPerCpc: ratio(bidMicros * sums.clicks, sums.costMicros),
  }
  const goesOn = (part: number, elasticity: BidElasticity) => {
    if (bidStep === 1) return { clicks: part, cost: part }
    const { clicks, cost } = bidResponse(bidStep, elasticity, room)
    return { clicks: part * clicks, cost: part * cost }
  }
  return {
    bidStep,
    draw: (next) => goesOn(next(), drawElasticity(next, belief)),
    expected: goesOn(0.5, belief.elasticity),
    kept: null,
  }
}
