import type { Context, Target } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import type { AccountSnapshot, KeywordFacts, SearchTermFacts } from '../../account/snapshot.ts'
import { drawGain } from '../../findings/spent-again.ts'
import { drawVolume, monthSteadiness } from '../../findings/waste.ts'
import { type BidBelief, bidResponse, drawElasticity } from '../../statistics/bid-response.ts'
import type { CommonDraws } from '../../statistics/common-draws.ts'
import { type GammaMixture, gammaPrior, mixtureMean } from '../../statistics/priors.ts'
import { drawMixture, type Uniforms } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { campaignBidBeliefs } from '../keywords/bid-beliefs.ts'
import { hasOwnBid, keywordId } from '../keywords/keyword-evidence.ts'
import { caughtPart } from './served-elsewhere.ts'

/**
 * What is believed of one query's rate in one of the ad groups that show it. The people are the same: only the ad and its page
 * tell them apart, which is much less than queries differ from each other. `whole`: what is believed of it over all of them.
 */
export function priorOfPlace(whole: GammaMixture): GammaMixture {
  const shape = 1 / THRESHOLDS.twinSpread.value ** 2
  return gammaPrior(shape, shape / mixtureMean(whole))
}

/** One query in one of the ad groups, or campaigns, that serve it. */
export type TermPlace = {
  adGroupId: string
  rows: SearchTermFacts[]
  sums: CountedSums
  posterior: GammaMixture
}

/** The clicks of the worse place go on in the better one. */
export type TwinMove = {
  worse: TermPlace
  better: TermPlace
  target: Target
  /** The bid there over the bid here; 1 where Google sets them. */
  bidStep: number
  response: BidBelief | null
  /** In another campaign, which gets a part of them only. */
  isAcross?: boolean
}

export function twinMoves(
  snapshot: AccountSnapshot,
  context: Context,
): (campaignId: string, places: Pick<TwinMove, 'worse' | 'better'>) => TwinMove | null {
  const keywords = new Map(snapshot.keywords.map((one) => [keywordId(one), one]))
  const responseOf = campaignBidBeliefs(snapshot)
  const bidsOf = ({ rows }: TermPlace) =>
    rows.flatMap(({ adGroupId, criterionId = '', sums: { clicks } }) => {
      const keyword = keywords.get(keywordId({ adGroupId, criterionId }))
      return keyword && hasOwnBid(context, keyword) ? [{ keyword, clicks }] : []
    })
  return (campaignId, { worse, better }) => {
    const { adGroupId, sums } = worse
    const target = context.targetOfPart({ campaignId, adGroupId }, sums)
    if (!target) return null
    const [here, there] = [bidsOf(worse), bidsOf(better)]
    const areKnown = here.length > 0 && there.length > 0
    return {
      ...{ worse, better, target },
      bidStep: areKnown ? meanBid(there) / meanBid(here) : 1,
      response: areKnown ? responseOf(campaignId, 'lower') : null,
    }
  }
}

/** By clicks, geometric. */
function meanBid(bids: readonly { keyword: KeywordFacts<never>; clicks: number }[]): number {
  const clicks = bids.reduce((sum, one) => sum + one.clicks, 0)
  const ln = bids.reduce((sum, one) => sum + one.clicks * Math.log(one.keyword.bidMicros!), 0)
  return Math.exp(ln / clicks)
}

/**
 * Net micros of a month: what its clicks cost here, less what they cost there, and what they sell there more than here. Under a
 * lower bid some of them no longer come; what a higher one adds is not reckoned with.
 */
export function movedNet(
  { worse, better, target, bidStep, response, isAcross }: TwinMove,
  next: Uniforms,
  common: CommonDraws,
  worth: number,
  context: Context,
): number {
  const { clicks, costMicros } = worse.sums
  const [here, there] = [drawMixture(next, worse.posterior), drawMixture(next, better.posterior)]
  const bought =
    response && bidStep < 1 ? bidResponse(bidStep, drawElasticity(next, response)).clicks : 1
  const comes = isAcross ? bought * caughtPart(next()) : bought
  const price = better.sums.costMicros / better.sums.clicks
  const steadiness = monthSteadiness(clicks, context, context.searchDrift.clicks)
  const month = drawVolume(next, common, steadiness, context)
  const gain = drawGain(common, target, worth)
  const net = gain(costMicros - comes * clicks * price, clicks * (here - comes * there))
  return context.monthFactor * month * net
}
