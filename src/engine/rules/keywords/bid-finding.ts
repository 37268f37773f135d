import type { Context } from '../../account/context.ts'
import { isSupposed } from '../../account/targets.ts'
import { keywordClaim } from '../../findings/claims.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { drawGain, expectedGain, type Gain } from '../../findings/spent-again.ts'
import { drawVolume, monthSteadiness } from '../../findings/waste.ts'
import { commonElasticity, promisedResponse } from '../../statistics/bid-response.ts'
import type { CommonDraws } from '../../statistics/common-draws.ts'
import { drawMarginal } from '../../statistics/marginal-price.ts'
import { drawMixture, type Uniforms } from '../../statistics/random.ts'
import { mostClicks } from '../bidding/bid-room.ts'
import {
  answerTo,
  type BidCase,
  keywordBidGroupTexts,
  keywordBidTexts,
  middleOf,
} from './keyword-bids-words.ts'
import { keywordId, updateKeyword } from './keyword-evidence.ts'

export function bidFinding(context: Context, one: BidCase, byHand: boolean): Finding {
  const { keyword, direction, newBidMicros, belief } = one
  const { campaignId, adGroupId, criterionId, sums } = keyword
  const { cost } = answerTo(one, belief.elasticity, middleOf(belief))
  const lowers = direction === 'lower'
  const fields = { cpcBidMicros: String(newBidMicros) }
  const texts = (parts: readonly Finding[]) => keywordBidGroupTexts(context, parts)
  return {
    identity: [direction, campaignId, adGroupId, criterionId],
    object: { type: 'adgroup', id: adGroupId },
    campaignId,
    adGroupId,
    probability: one.probability,
    claims: lowers ? [keywordClaim(keyword, sums.costMicros * (1 - cost))] : [],
    acts: [`keyword:${keywordId(keyword)}:bid`],
    drawMonthlyNet: (next, common, worth = 1) =>
      netOf(next, common, worth, { ...one, campaignId }, context),
    isWorthSupposed: isSupposed(one.target),
    group: {
      identity: ['group', campaignId],
      texts,
      wider: { identity: ['group'], texts },
      joinsMany: true,
    },
    kpi: lowers ? 'cost' : 'conversions',
    ...keywordBidTexts(
      context,
      one,
      byHand ? [] : [updateKeyword(keyword, 'cpcBidMicros', fields)],
    ),
  }
}

/** Net effect at the middle of what is believed, micros over the window. */
export function expectedNet(
  one: Pick<BidCase, 'sums' | 'target' | 'rate' | 'belief' | 'bidMicros' | 'newBidMicros'>,
): number {
  const { sums, rate, belief } = one
  const { clicks, cost } = answerTo(one, belief.elasticity, middleOf(belief))
  const [sold, paid] = [sums.clicks * (clicks - 1) * rate, sums.costMicros * (cost - 1)]
  return changed(one, expectedGain(one.target), sold, paid)
}

/** Of conversions that a step adds, at the target, and what it costs; of those given up and what is saved likewise. */
function changed(
  { target, bidMicros, newBidMicros }: Pick<BidCase, 'target' | 'bidMicros' | 'newBidMicros'>,
  gain: Gain,
  sold: number,
  paid: number,
  worth = 1,
): number {
  if (newBidMicros < bidMicros) return gain(-paid, -sold)
  return sold * target.micros * worth + gain(-paid, 0)
}

/** A step of the bid for some clicks. */
export type BidStepNet = Pick<
  BidCase,
  'sums' | 'target' | 'belief' | 'coming' | 'bidMicros' | 'newBidMicros'
> & { campaignId: string }

/** Conversions gained or given up at the target, less the change of cost; micros per 30 days. */
export function netOf(
  next: Uniforms,
  common: CommonDraws,
  worth: number,
  one: BidStepNet,
  context: Context,
): number {
  const { sums } = one
  const campaign = context.campaigns.get(one.campaignId)
  const belief = one.newBidMicros > one.bidMicros ? promisedResponse(one.belief) : one.belief
  const elasticity = commonElasticity(common, next, belief)
  const { marginal } = one.belief
  const { clicks, cost } = answerTo(one, elasticity, {
    most: campaign && mostClicks(campaign),
    perBid: marginal && drawMarginal(marginal, common, next),
  })
  const rate = drawMixture(next, one.coming)
  const steadiness = monthSteadiness(sums.clicks, context)
  const volume = drawVolume(next, common, steadiness, context)
  const [sold, paid] = [sums.clicks * (clicks - 1) * rate, sums.costMicros * (cost - 1)]
  const gain = drawGain(common, one.target, worth)
  return context.monthFactor * volume * changed(one, gain, sold, paid, worth)
}
