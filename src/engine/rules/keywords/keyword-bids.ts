import { MICROS } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { tooFewConversions } from '../../words/shared-texts.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { acceptedBids } from './accepted-bids.ts'
import { isJudged } from './bid-cases.ts'
import { bidFinding, expectedNet } from './bid-finding.ts'
import { BID_DAYS } from './bid-move.ts'
import * as words from './keyword-bids-words.ts'
import { hasOwnBid, isLive } from './keyword-evidence.ts'

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
  if (own.length === 0) {
    const isBidOn = (one: KeywordFacts) => hasOwnBid(context, one) && isLive(context, one)
    const silence = snapshot.keywords.some(isBidOn) ? words.KEPT_BIDS : words.NO_OWN_BIDS
    return { findings: [], silence }
  }
  const { judged: accepted, isWaiting } = acceptedBids(snapshot, context)
  const dearest = accepted
    .toSorted((a, b) => expectedNet(b) - expectedNet(a) || (a.key < b.key ? -1 : 1))
    .slice(0, THRESHOLDS.bidFindings.value)
  const byHand = snapshot.account.source === 'imported'
  return {
    findings: dearest.map((one) => bidFinding(context, one, byHand)),
    silence: accepted.length > 0 ? null : isWaiting ? words.NEW_BIDS : silenceOf(context, own),
  }
}

function silenceOf(context: Context, keywords: readonly KeywordFacts[]): string {
  const conversions = keywords.reduce((sum, { sums }) => sum + sums.conversionsMicros / MICROS, 0)
  const needed = THRESHOLDS.accountConversions.value
  return conversions < needed ? tooFewConversions(context, needed, conversions) : words.NOTHING_SURE
}
