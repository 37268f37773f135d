import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { lateRateOf } from '../../account/late-rate.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { judgeWaste } from '../../findings/waste.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { tooFewConversions } from '../../words/shared-texts.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { atTodaysBid, type BidBeliefOf, bidBeliefs } from './bid-beliefs.ts'
import { bidFinding, expectedNet } from './bid-finding.ts'
import { BID_DAYS, bidMoves } from './bid-move.ts'
import type { BidCase } from './keyword-bids-words.ts'
import * as words from './keyword-bids-words.ts'
import {
  hasOwnBid,
  isLive,
  type KeywordPrior,
  keywordId,
  keywordPriors,
} from './keyword-evidence.ts'
import { leftTraffic } from './left-traffic.ts'

/** Bids that pay too much, or too little, for what their clicks bring. Only where Google uses them. */
export const keywordBids = defineRule({
  name: 'keyword-bids',
  title: 'Pujas de palabras clave',
  category: 'bids',
  needs: { conversions: 'now', days: BID_DAYS, levels: ['keyword'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'keyword'>, context: Context): RuleResult {
  const own = snapshot.keywords.filter((keyword) => isJudged(context, keyword))
  if (own.length === 0) return { findings: [], silence: words.NO_OWN_BIDS }
  const known = {
    priorOf: keywordPriors(snapshot, context),
    responseOf: bidBeliefs(snapshot),
    sumsOf: atTodaysBid(snapshot),
    moveOf: bidMoves(snapshot, context),
    leftOf: leftTraffic(snapshot, context),
  }
  const cases = own.flatMap((keyword) => caseOf(context, keyword, known))
  const accepted = acceptByFalseDiscovery(cases, THRESHOLDS.bidFalseDiscovery.value)
  const dearest = accepted
    .toSorted((a, b) => expectedNet(b) - expectedNet(a) || (a.key < b.key ? -1 : 1))
    .slice(0, THRESHOLDS.bidFindings.value)
  const byHand = snapshot.account.source === 'imported'
  return {
    findings: dearest.map((one) => bidFinding(context, one, byHand)),
    silence: accepted.length > 0 ? null : silenceOf(context, own),
  }
}

function isJudged(context: Context, keyword: KeywordFacts): boolean {
  return (
    hasOwnBid(context, keyword) &&
    keyword.sums.clicks >= THRESHOLDS.candidateClicks.value &&
    isLive(context, keyword) &&
    context.protection.reasonFor(keyword.text, keyword.campaignId) === null
  )
}

type Known = {
  priorOf: KeywordPrior
  responseOf: BidBeliefOf
  sumsOf: ReturnType<typeof atTodaysBid>
  moveOf: ReturnType<typeof bidMoves>
  leftOf: ReturnType<typeof leftTraffic>
}

function caseOf(context: Context, keyword: KeywordFacts, known: Known): BidCase[] {
  const sums = known.sumsOf(keyword)
  const whole = moveOn(context, keyword, sums, known)
  const left = whole?.direction === 'raise' ? known.leftOf(keyword, sums) : null
  if (!whole || !left) return whole ? [whole] : []
  // What goes to keywords of its own is raised there: here a higher bid must pay by what is left.
  if (left.clicks < THRESHOLDS.candidateClicks.value) return []
  const rest = moveOn(context, keyword, left, known)
  return rest?.direction === 'raise' ? [{ ...rest, isRest: true }] : []
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

function silenceOf(context: Context, keywords: readonly KeywordFacts[]): string {
  const conversions = keywords.reduce((sum, { sums }) => sum + sums.conversionsMicros / MICROS, 0)
  const needed = THRESHOLDS.accountConversions.value
  return conversions < needed ? tooFewConversions(context, needed, conversions) : words.NOTHING_SURE
}
