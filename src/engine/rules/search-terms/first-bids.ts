import type { Context } from '../../account/context.ts'
import { COUNTED, type CountedSums } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { lateRateOf } from '../../account/late-rate.ts'
import type { AccountSnapshot, KeywordFacts, SearchTermFacts } from '../../account/snapshot.ts'
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
 * take the ad group's, which may be any. Nothing for searches whose best keyword's bid is not known, or that serves no more.
 */
export function firstBids(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  harvests: readonly Harvest[],
): ReadonlyMap<Harvest, FirstBid> {
  const keywords = new Map(snapshot.keywords.map((one) => [keywordId(one), one]))
  const stepOf = firstSteps(snapshot, context)
  const serving = ({
    adGroupId,
    criterionId,
  }: Pick<SearchTermFacts, 'adGroupId' | 'criterionId'>) => {
    const one = keywords.get(`${adGroupId}~${criterionId}`)
    return one && isLive(context, one) && hasOwnBid(context, one) ? one : null
  }
  const bidOf = (row: SearchTermFacts) => serving(row)?.bidMicros ?? null
  const bids = harvests.flatMap((harvest) => {
    const home = serving(harvest)
    if (!home) return []
    const bidMicros = servedUnder(harvest, home, bidOf, context)
    return [{ harvest, bidMicros, step: stepOf(harvest, bidMicros) }]
  })
  const sure = surest(bids)
  return new Map(
    bids.map(({ harvest, bidMicros, step: found }) => {
      const step = sure.has(harvest) ? found : null
      return [harvest, { bidMicros, newBidMicros: step?.newBidMicros ?? bidMicros, step }]
    }),
  )
}

/**
 * That of its best keyword, or by clicks the mean of all that bring it where that is higher, in whole coins: its own takes it
 * from all of them, and begins no lower than it is served.
 */
function servedUnder(
  { term }: Harvest,
  home: KeywordFacts<never>,
  bidOf: (row: SearchTermFacts) => number | null,
  { say }: Context,
): number {
  const least = home.bidMicros!
  let [clicks, ln] = [0, 0]
  for (const row of term.rows) {
    const bidMicros = bidOf(row)
    if (bidMicros === null) continue
    clicks += row.sums.clicks
    ln += row.sums.clicks * Math.log(bidMicros / least)
  }
  if (ln <= 0) return least
  const step = say.currencyStepMicros
  return Math.max(least, Math.floor((least * Math.exp(ln / clicks)) / step) * step)
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
): (harvest: Harvest, bidMicros: number) => FirstBid['step'] {
  const known = withKnown(snapshot, ['keyword'], COUNTED)
  if (!known || context.daysKnown < BID_DAYS || bidsBlockedReason(context)) return () => null
  const keywords = new Map(known.keywords.map((one) => [keywordId(one), one]))
  const [responseOf, sumsOf] = [bidBeliefs(snapshot), atTodaysBid(snapshot)]
  const moveOf = bidMoves(snapshot, context)
  return (harvest, bidMicros) => {
    const { target, term, posterior, adGroupId, criterionId } = harvest
    const home = keywords.get(`${adGroupId}~${criterionId}`)!
    const sums = atPriceOf(home, harvest, sumsOf)
    const verdict = judgeRate(sums, posterior, target, ofSearches(context))
    const lateRate = lateRateOf(term.rows, context.searchDrift, context.measurement.credit)
    const on = { campaignId: term.campaign.id, sums, target, verdict, lateRate }
    const move = moveOf({ ...on, response: responseOf(home), bidMicros })
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
