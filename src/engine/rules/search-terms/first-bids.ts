import type { Context } from '../../account/context.ts'
import { COUNTED, type CountedSums } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { lateRateOf } from '../../account/late-rate.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { judgeRate, ofSearches } from '../../findings/waste.ts'
import { acceptByMoney } from '../../statistics/discovery.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { bidsBlockedReason } from '../../words/shared-texts.ts'
import { atTodaysBid, bidBeliefs } from '../keywords/bid-beliefs.ts'
import { expectedNet } from '../keywords/bid-finding.ts'
import { BID_DAYS, bidMoves } from '../keywords/bid-move.ts'
import { hasOwnBid, isLive, keywordId } from '../keywords/keyword-evidence.ts'
import type { FirstBid, Harvest } from './converting-terms-words.ts'

/**
 * The bid under which each search is served today, or one step from it where its own clicks say so: without one Google would
 * take the ad group's, which may be any. Nothing for searches whose keyword has no bid of its own, or serves no more.
 */
export function firstBids(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  harvests: readonly Harvest[],
): ReadonlyMap<Harvest, FirstBid> {
  const keywords = new Map(snapshot.keywords.map((one) => [keywordId(one), one]))
  const stepOf = firstSteps(snapshot, context)
  const bids = harvests.flatMap((harvest) => {
    const home = keywords.get(`${harvest.adGroupId}~${harvest.criterionId}`)
    if (!home || !isLive(context, home) || !hasOwnBid(context, home)) return []
    return [{ harvest, bidMicros: home.bidMicros!, step: stepOf(harvest) }]
  })
  const sure = surest(bids)
  return new Map(
    bids.map(({ harvest, bidMicros, step: found }) => {
      const step = sure.has(harvest) ? found : null
      return [harvest, { bidMicros, newBidMicros: step?.newBidMicros ?? bidMicros, step }]
    }),
  )
}

type Wanted = { harvest: Harvest; bidMicros: number; step: FirstBid['step'] }

/** The room for error is that of all new keywords together: those that begin as they are served today leave most of it. */
function surest(bids: readonly Wanted[]): ReadonlySet<Harvest> {
  const cases = bids.map(({ harvest, bidMicros, step }) => {
    const { key, probability, target, rate } = harvest
    if (!step) return { harvest, key, probability, expectedNet: 1 }
    const net = expectedNet({ ...step, bidMicros, target, rate })
    return { harvest, key, probability: step.probability, expectedNet: net }
  })
  const accepted = acceptByMoney(cases, THRESHOLDS.falseDiscoveryRate.value)
  return new Set(accepted.map(({ harvest }) => harvest))
}

/** None where bids cannot be judged, by what the rule of bids asks for. */
function firstSteps(
  snapshot: AccountSnapshot,
  context: Context,
): (harvest: Harvest) => FirstBid['step'] {
  const known = withKnown(snapshot, ['keyword'], COUNTED)
  if (!known || context.daysKnown < BID_DAYS || bidsBlockedReason(context)) return () => null
  const keywords = new Map(known.keywords.map((one) => [keywordId(one), one]))
  const [responseOf, sumsOf] = [bidBeliefs(snapshot), atTodaysBid(snapshot)]
  const moveOf = bidMoves(snapshot, context)
  return (harvest) => {
    const { target, term, posterior, adGroupId, criterionId } = harvest
    const home = keywords.get(`${adGroupId}~${criterionId}`)!
    const sums = atPriceOf(home, harvest, sumsOf)
    const verdict = judgeRate(sums, posterior, target, ofSearches(context))
    const lateRate = lateRateOf(term.rows, context.searchDrift, context.measurement.credit)
    const on = { campaignId: term.campaign.id, sums, target, verdict, lateRate }
    const move = moveOf({ ...on, response: responseOf(home), bidMicros: home.bidMicros! })
    // Its mean conversion is cheap: it begins no lower than it is served today.
    return move?.direction === 'raise' ? { ...move, sums, coming: verdict.coming } : null
  }
}

/** A search's clicks at what those of its keyword cost since its bid was last changed. */
function atPriceOf(
  home: KeywordFacts,
  { term }: Harvest,
  sumsOf: ReturnType<typeof atTodaysBid>,
): CountedSums {
  const { costMicros } = home.sums
  const price = costMicros > 0 ? sumsOf(home).costMicros / costMicros : 1
  return { ...term.sums, costMicros: term.sums.costMicros * price }
}
