import type { Context } from '../../account/context.ts'
import { hasEnded } from '../../account/has-ended.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { lateRateOf } from '../../account/late-rate.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { judgeWaste } from '../../findings/waste.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { atTodaysBid, type BidBeliefOf, bidBeliefs } from './bid-beliefs.ts'
import { bidMoves } from './bid-move.ts'
import type { BidCase } from './keyword-bids-words.ts'
import {
  hasOwnBid,
  isLive,
  type KeywordPrior,
  keywordId,
  keywordPriors,
} from './keyword-evidence.ts'
import { type LeftOf, leftByExclusions, leftByNegatives, leftToRaise } from './left-traffic.ts'

/** A step of each bid that is judged by what its own clicks brought, before any is accepted. */
export function bidCases(snapshot: AccountSnapshot<'keyword'>, context: Context): BidCase[] {
  const known = {
    priorOf: keywordPriors(snapshot, context),
    responseOf: bidBeliefs(snapshot),
    sumsOf: atTodaysBid(snapshot),
    moveOf: bidMoves(snapshot, context),
    stillOf: leftByNegatives(snapshot, context),
    leftOf: {
      raise: leftToRaise(snapshot, context),
      lower: leftByExclusions(snapshot, context),
    },
  }
  const own = snapshot.keywords.filter((keyword) => isJudged(context, keyword))
  return own.flatMap((keyword) => caseOf(context, keyword, known))
}

export function isJudged(context: Context, keyword: KeywordFacts): boolean {
  return (
    hasOwnBid(context, keyword) &&
    keyword.sums.clicks >= THRESHOLDS.candidateClicks.value &&
    isLive(context, keyword) &&
    !context.uncounted.has(keyword.campaignId) &&
    !hasEnded(keyword) &&
    context.protection.reasonFor(keyword.text, keyword.campaignId) === null
  )
}

type Known = {
  priorOf: KeywordPrior
  responseOf: BidBeliefOf
  sumsOf: ReturnType<typeof atTodaysBid>
  moveOf: ReturnType<typeof bidMoves>
  stillOf: LeftOf
  leftOf: Record<BidCase['direction'], LeftOf>
}

function caseOf(context: Context, keyword: KeywordFacts, known: Known): BidCase[] {
  const all = known.sumsOf(keyword)
  const still = known.stillOf(keyword, all)
  const sums = still ?? all
  if (sums.clicks < THRESHOLDS.candidateClicks.value) return []
  const move = moveOn(context, keyword, sums, known)
  if (!move) return []
  const whole: BidCase = { ...move, ...(still && { isRest: true }) }
  const left = known.leftOf[whole.direction](keyword, sums)
  if (!left) return [whole]
  // What goes to keywords of its own is raised there, and what is excluded is saved there: here the new bid must pay by what is left.
  if (left.clicks < THRESHOLDS.candidateClicks.value) return []
  const rest = moveOn(context, keyword, left, known)
  if (rest?.direction !== whole.direction) return []
  if (rest.direction === 'raise') return [{ ...rest, isRest: true }]
  // Told by itself it saves of all that comes today: what both cards save is counted once where they are told together.
  const { probability, newBidMicros } = rest
  return [{ ...whole, probability, newBidMicros }]
}

function moveOn(
  context: Context,
  keyword: KeywordFacts,
  sums: CountedSums,
  { priorOf, responseOf, moveOf }: Known,
): BidCase | null {
  const { campaignId } = keyword
  const prior = priorOf(keyword)
  const target = context.targetOfPart(keyword, sums)
  if (!prior || !target || sums.costMicros <= 0) return null
  const verdict = judgeWaste(sums, prior, target, context)
  const bidMicros = keyword.bidMicros!
  const response = responseOf(keyword)
  const lateRate = lateRateOf([keyword], context.drift, context.measurement.credit)
  const move = moveOf({ campaignId, sums, target, verdict, response, bidMicros, lateRate })
  if (!move) return null
  const { breakEven, rate, posterior, coming } = verdict
  const key = keywordId(keyword)
  return { keyword, sums, target, ...move, rate, breakEven, posterior, coming, bidMicros, key }
}
