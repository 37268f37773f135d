import { ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { cappedStep } from '../../statistics/bid-response.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { bidsBlockedReason } from '../../words/shared-texts.ts'
import { bidBeliefs } from './bid-beliefs.ts'
import { hasRoom, likelyMargins } from './bid-move.ts'
import { chancePaidBack } from './first-page-bids.ts'
import { hasOwnBid, isLive, keywordId } from './keyword-evidence.ts'

export type SeldomShownBid = {
  keyword: KeywordFacts
  /** Of the keywords of its campaign that are clicked, by their clicks. */
  usualBidMicros: number
  newBidMicros: number
  /** P(a click at the new bid is paid back). */
  probability: number
  key: string
}

type Shown = KeywordFacts<'clicks' | 'costMicros' | 'conversionsMicros' | 'impressions'>

/**
 * One step of bids below those of the keywords of their campaign that are clicked, of keywords that are hardly shown and of which Google estimates
 * no first page, where what is believed of them pays for a click at the new bid.
 */
export function seldomShownBids(snapshot: AccountSnapshot, context: Context): SeldomShownBid[] {
  const known = withKnown(snapshot, ['keyword', 'campaign'], [...COUNTED, 'impressions'])
  if (!known || context.days < THRESHOLDS.silentDays.value) return []
  if (bidsBlockedReason(context)) return []
  const chanceOf = chanceItPays(known, context)
  return [...Map.groupBy(known.keywords, ({ campaignId }) => campaignId)].flatMap(
    ([campaignId, keywords]) => {
      const campaign = context.campaigns.get(campaignId)
      if (!campaign || !hasRoom(campaign)) return []
      const own = keywords.filter((one) => hasOwnBid(context, one) && isLive(context, one))
      const all = addUp(own.map(({ sums }) => sums))
      if (all.clicks < THRESHOLDS.candidateClicks.value) return []
      const weighed = own.reduce((sum, one) => sum + one.bidMicros! * one.sums.clicks, 0)
      const usualBidMicros = ratio(weighed, all.clicks)
      return own.flatMap((keyword) => {
        if (!isSeldomShown(context, keyword, all)) return []
        const step = stepOf(context, keyword, usualBidMicros, chanceOf)
        return step ? [{ keyword, usualBidMicros, ...step, key: keywordId(keyword) }] : []
      })
    },
  )
}

/** Not even as often as would bring the clicks by which a keyword is judged; where it is shown without being clicked its bid is not why. */
function isSeldomShown(context: Context, keyword: Shown, all: Shown['sums']): boolean {
  const { quality, sums, text, campaignId } = keyword
  const few = THRESHOLDS.candidateClicks.value
  return (
    sums.clicks < few &&
    (sums.impressions * all.clicks) / all.impressions < few &&
    !quality?.firstPageCpcMicros &&
    quality?.approvalStatus !== 'DISAPPROVED' &&
    quality?.servingStatus !== 'RARELY_SERVED' &&
    context.protection.reasonFor(text, campaignId) === null
  )
}

type ChanceOf = (keyword: KeywordFacts, bidMicros: number) => number

/** A higher bid makes the few clicks that there are dearer too: what it adds may then cost more than the bid. */
function chanceItPays(
  snapshot: AccountSnapshot<'keyword' | 'campaign'>,
  context: Context,
): ChanceOf {
  const chanceOf = chancePaidBack(snapshot, context)
  const responseOf = bidBeliefs(snapshot)
  return (keyword, bidMicros) => {
    const { clicks, costMicros } = keyword.sums
    if (clicks <= 0) return chanceOf(keyword, bidMicros) ?? 0
    const prices = likelyMargins(responseOf(keyword)).added.map((times) =>
      Math.max(bidMicros, (times * costMicros) / clicks),
    )
    return prices.reduce((sum, price) => sum + (chanceOf(keyword, price) ?? 0), 0) / prices.length
  }
}

function stepOf(
  { say }: Context,
  keyword: KeywordFacts,
  usualBidMicros: number,
  chanceOf: ChanceOf,
) {
  const coin = say.currencyStepMicros
  const bidMicros = keyword.bidMicros!
  const at = (step: number) => {
    const wanted = Math.min(bidMicros * step, usualBidMicros)
    const newBidMicros = Math.floor(wanted / coin + 1e-9) * coin
    return { newBidMicros, probability: chanceOf(keyword, newBidMicros) }
  }
  const most = 1 + THRESHOLDS.bidStepSure.value
  const far = at(most)
  const step = cappedStep(most, far.probability) === most ? far : at(1 + THRESHOLDS.bidStep.value)
  const isPaid = step.probability >= 1 - THRESHOLDS.lossChance.value
  return isPaid && step.newBidMicros > bidMicros ? step : null
}
