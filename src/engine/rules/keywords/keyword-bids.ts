import { MICROS, ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { poorerRate } from '../../account/rate-change.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import { judgeWaste, type WasteVerdict } from '../../findings/waste.ts'
import {
  type BidBelief,
  bidDirection,
  bidMultiplier,
  bidResponse,
  cappedStep,
  drawElasticity,
  loweredResponse,
  profitableCpc,
  usualResponse,
} from '../../statistics/bid-response.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { mixtureCdf, scaledBy } from '../../statistics/priors.ts'
import { quantile, simulatedDraws } from '../../statistics/simulated.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { tooFewConversions } from '../../words/shared-texts.ts'
import { hasRoomToRaise } from '../bidding/bid-room.ts'
import { lostShare } from '../bidding/campaign-evidence.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { atTodaysBid, type BidBeliefOf, bidBeliefs } from './bid-beliefs.ts'
import { bidFinding, expectedNet } from './bid-finding.ts'
import type { BidCase } from './keyword-bids-words.ts'
import * as words from './keyword-bids-words.ts'
import {
  hasOwnBid,
  isLive,
  type KeywordPrior,
  keywordId,
  keywordPriors,
} from './keyword-evidence.ts'

const NAME = 'keyword-bids'

/** Bids that pay too much, or too little, for what their clicks bring. Only where Google uses them. */
export const keywordBids = defineRule({
  name: NAME,
  title: 'Pujas de palabras clave',
  category: 'bids',
  needs: { conversions: 'now', days: 30, levels: ['keyword'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'keyword'>, context: Context): RuleResult {
  const own = snapshot.keywords.filter((keyword) => isJudged(context, keyword))
  if (own.length === 0) return { findings: [], silence: words.NO_OWN_BIDS }
  const priorOf = keywordPriors(snapshot, context)
  const [beliefOf, sumsOf] = [bidBeliefs(snapshot), atTodaysBid(snapshot)]
  const marginsOf = remembered(likelyMargins)
  const known = { marginsOf, poorer: poorerRate(snapshot, context), usual: usualResponse() }
  const cases = own.flatMap((keyword) =>
    caseOf(context, keyword, { priorOf, beliefOf, sumsOf, ...known }),
  )
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
  beliefOf: BidBeliefOf
  sumsOf: ReturnType<typeof atTodaysBid>
  marginsOf: typeof likelyMargins
  poorer: number
  /** Of clicks to bids, where nothing is known of the account. */
  usual: BidBelief
}

function caseOf(
  context: Context,
  keyword: KeywordFacts,
  { priorOf, beliefOf, sumsOf, marginsOf, poorer, usual }: Known,
): BidCase[] {
  const { campaignId } = keyword
  const sums = sumsOf(keyword)
  const prior = priorOf(keyword)
  const target = context.targetOfPart(keyword, sums)
  if (!prior || !target || sums.costMicros <= 0) return []
  const verdict = judgeWaste(sums, prior, target, context.measurement)
  const { breakEven, rate, posterior, coming } = verdict
  const raised = beliefOf(keyword)
  const lowered = loweredResponse(raised, usual)
  const { added } = marginsOf(raised)
  const { saved } = marginsOf(lowered)
  const cautious = { breakEven, coming: scaledBy(coming, poorer) }
  const cpc = ratio(sums.costMicros, sums.clicks)
  const bidMicros = keyword.bidMicros!
  const atLeastBid = added.map((price) => Math.max(price, bidMicros / cpc))
  const chances = {
    raise: chanceEarned(cautious, atLeastBid),
    lower: 1 - chanceEarned(verdict, saved),
  }
  const direction = bidDirection(chances)
  if (!direction) return []
  const probability = chances[direction]
  if (direction === 'raise' && !hasRoom(context.campaigns.get(campaignId)!)) return []
  const belief = direction === 'raise' ? raised : lowered
  const { elasticity } = belief
  const best = bidMultiplier(cpc, profitableCpc(rate * target.micros, elasticity), elasticity)
  const newBidMicros = stepped(context, bidMicros, cappedStep(best, probability))
  if (direction === 'raise' ? newBidMicros <= bidMicros : newBidMicros >= bidMicros) return []
  const key = keywordId(keyword)
  const found = { keyword, sums, target, direction, probability, posterior, coming }
  return [{ ...found, rate, breakEven, belief, bidMicros, newBidMicros, key }]
}

/** P(a click brings at least its price × one of `prices`), over what those may be. */
export function chanceEarned(
  { coming, breakEven }: Pick<WasteVerdict, 'coming' | 'breakEven'>,
  prices: readonly number[],
): number {
  const chances = prices.map((price) => 1 - mixtureCdf(coming, breakEven * price))
  return chances.reduce((sum, chance) => sum + chance, 0) / prices.length
}

/**
 * What a click that a step adds or saves costs, as a multiple of those of today: (cost − 1) / (clicks − 1). As equally
 * likely values, ascending, of what the elasticity may be.
 */
export type Margins = { added: readonly number[]; saved: readonly number[] }

export function likelyMargins(belief: BidBelief): Margins {
  const { bidStep, bidStepSure } = THRESHOLDS
  return { added: margin(belief, 1 + bidStepSure.value), saved: margin(belief, 1 - bidStep.value) }
}

function margin(belief: BidBelief, step: number): number[] {
  const drawn = simulatedDraws(`${NAME} ${JSON.stringify(belief)}`, (next) => {
    const { clicks, cost } = bidResponse(step, drawElasticity(next, belief))
    return (cost - 1) / (clicks - 1)
  })
  return Array.from({ length: STRATA }, (_, i) => quantile(drawn, (i + 0.5) / STRATA))
}

const STRATA = 20

/** A dearer click buys nothing where the budget already runs out or hardly an auction is lost. */
function hasRoom(campaign: CampaignFacts<never>): boolean {
  const isTight = lostShare(campaign, 'budget').shown >= THRESHOLDS.bidLostToBudget.value
  return !isTight && hasRoomToRaise(campaign)
}

/** In whole coins, never past the step. */
function stepped({ say }: Context, bidMicros: number, multiplier: number): number {
  const step = say.currencyStepMicros
  const wanted = (bidMicros * multiplier) / step
  const coins = multiplier > 1 ? Math.floor(wanted + 1e-9) : Math.ceil(wanted - 1e-9)
  return Math.max(1, coins) * step
}

/** Keywords mostly share the belief of their campaign. */
function remembered(of: typeof likelyMargins): typeof likelyMargins {
  const known = new Map<BidBelief, Margins>()
  return (belief) => {
    const before = known.get(belief)
    if (before) return before
    const found = of(belief)
    known.set(belief, found)
    return found
  }
}

function silenceOf(context: Context, keywords: readonly KeywordFacts[]): string {
  const conversions = keywords.reduce((sum, { sums }) => sum + sums.conversionsMicros / MICROS, 0)
  const needed = THRESHOLDS.accountConversions.value
  return conversions < needed ? tooFewConversions(context, needed, conversions) : words.NOTHING_SURE
}
