import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { judgeWaste } from '../../findings/waste.ts'
import { scaledBy } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { bidsBlockedReason } from '../../words/shared-texts.ts'
import { chanceEarned } from './bid-move.ts'
import { hasOwnBid, isLive, keywordId, keywordPriors } from './keyword-evidence.ts'

export type FirstPageBid = {
  keyword: KeywordFacts
  firstPageMicros: number
  newBidMicros: number
  /** P(a click at the new bid is paid back). */
  probability: number
  key: string
}

/**
 * One step of the bid brings them onto the first page, and what is believed of them pays for a click at that price. Those
 * with clicks of their own are on it often enough: the rule of bids judges them by what they brought.
 */
export function firstPageBids(snapshot: AccountSnapshot, context: Context): FirstPageBid[] {
  const known = withKnown(snapshot, ['keyword', 'campaign'], COUNTED)
  if (!known || bidsBlockedReason(context)) return []
  const chanceOf = chancePaidBack(known, context)
  return known.keywords.flatMap((keyword) => {
    const step = stepOf(keyword, context)
    const probability = step && chanceOf(keyword, step.newBidMicros)
    if (!step || !probability || probability < 1 - THRESHOLDS.lossChance.value) return []
    return [{ keyword, ...step, probability, key: keywordId(keyword) }]
  })
}

/** P(a click that costs all of a bid is paid back in the coming month, or in one like the poorer part of the window). */
export function chancePaidBack(
  snapshot: AccountSnapshot<'keyword' | 'campaign'>,
  context: Context,
): (keyword: KeywordFacts, bidMicros: number) => number | null {
  const priorOf = keywordPriors(snapshot, context)
  const poorer = context.poorer
  return (keyword, bidMicros) => {
    const prior = priorOf(keyword)
    const target = context.targetOfPart(keyword, keyword.sums)
    if (!prior || !target) return null
    const { coming } = judgeWaste(keyword.sums, prior, target, context)
    const breakEven = bidMicros / target.micros
    return chanceEarned({ coming: scaledBy(coming, poorer), breakEven }, [1])
  }
}

export const meanChance = (bids: readonly { probability: number }[]): number =>
  bids.reduce((sum, { probability }) => sum + probability, 0) / bids.length

function stepOf(keyword: KeywordFacts, context: Context) {
  const { bidMicros = 0, quality, sums } = keyword
  if (!hasOwnBid(context, keyword) || !isLive(context, keyword)) return null
  if (sums.clicks >= THRESHOLDS.candidateClicks.value) return null
  const firstPageMicros = quality?.firstPageCpcMicros ?? 0
  const coin = context.say.currencyStepMicros
  const newBidMicros = Math.ceil(firstPageMicros / coin) * coin
  const isStep =
    newBidMicros > bidMicros && newBidMicros <= bidMicros * (1 + THRESHOLDS.bidStep.value)
  return isStep ? { firstPageMicros, newBidMicros } : null
}
