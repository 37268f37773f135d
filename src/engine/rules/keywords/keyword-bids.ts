import { MICROS, ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { poorerRate } from '../../account/rate-change.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import { judgeWaste, type WasteVerdict } from '../../findings/waste.ts'
import {
  type BidElasticity,
  bidDirection,
  bidMultiplier,
  cappedStep,
  defaultElasticity,
  drawElasticity,
  elasticityOf,
  profitableCpc,
} from '../../statistics/bid-response.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { mixtureCdf, scaledBy } from '../../statistics/priors.ts'
import { quantile, simulatedDraws } from '../../statistics/simulated.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { tooFewConversions } from '../../words/shared-texts.ts'
import { hasRoomToRaise } from '../bidding/bid-room.ts'
import { lostShare } from '../bidding/campaign-evidence.ts'
import { defineRule, type RuleResult } from '../rule.ts'
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
  const elasticities = elasticitiesOf(snapshot)
  const usual = responseOf(defaultElasticity(), false)
  const poorer = poorerRate(snapshot, context)
  const cases = own.flatMap((keyword) =>
    caseOf(context, keyword, priorOf, elasticities.get(keyword.campaignId) ?? usual, poorer),
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

function caseOf(
  context: Context,
  keyword: KeywordFacts,
  priorOf: KeywordPrior,
  { elasticity, fromSimulation, lastCosts }: BidBelief,
  poorer: number,
): BidCase[] {
  const { sums, campaignId } = keyword
  const prior = priorOf(keyword)
  const target = context.targetOfPart(keyword, sums)
  if (!prior || !target || sums.costMicros <= 0) return []
  const verdict = judgeWaste(sums, prior, target, context.measurement)
  const { breakEven, rate, posterior, coming } = verdict
  const chanceAbove = 1 - mixtureCdf(coming, breakEven)
  const direction = bidDirection(chanceAbove)
  if (!direction) return []
  const cautious = { breakEven, coming: scaledBy(coming, poorer) }
  const probability = direction === 'lower' ? 1 - chanceAbove : chanceLastPays(cautious, lastCosts)
  if (probability < THRESHOLDS.bidDirection.value) return []
  if (direction === 'raise' && !hasRoom(context.campaigns.get(campaignId)!)) return []
  const cpc = ratio(sums.costMicros, sums.clicks)
  const best = bidMultiplier(cpc, profitableCpc(rate * target.micros, elasticity), elasticity)
  const bidMicros = keyword.bidMicros!
  const newBidMicros = stepped(context, bidMicros, cappedStep(best, probability))
  if (direction === 'raise' ? newBidMicros <= bidMicros : newBidMicros >= bidMicros) return []
  const key = keywordId(keyword)
  const shared = { keyword, target, direction, probability, posterior, coming, rate, breakEven }
  return [{ ...shared, elasticity, fromSimulation, bidMicros, newBidMicros, key }]
}

/** P(even the last conversion of a higher bid costs at most the target), over what the elasticity may be. */
export function chanceLastPays(
  { coming, breakEven }: Pick<WasteVerdict, 'coming' | 'breakEven'>,
  lastCosts: readonly number[],
): number {
  const chances = lastCosts.map((last) => 1 - mixtureCdf(coming, breakEven * last))
  return chances.reduce((sum, chance) => sum + chance, 0) / lastCosts.length
}

/**
 * What the last click of a bid costs, as a multiple of the mean one: d cost / d clicks = cpc · (eta + kappa) / eta. As
 * equally likely values, ascending, of what the elasticity may be.
 */
export function likelyLastCosts(known: Pick<BidCase, 'elasticity' | 'fromSimulation'>): number[] {
  const drawn = simulatedDraws(`${NAME} ${JSON.stringify(known)}`, (next) => {
    const { eta, kappa } = drawElasticity(next, known.elasticity, known.fromSimulation)
    return (eta + kappa) / eta
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

/** How a campaign's clicks answer to a bid. */
type BidBelief = Pick<BidCase, 'elasticity' | 'fromSimulation'> & { lastCosts: readonly number[] }

function responseOf(elasticity: BidElasticity, fromSimulation: boolean): BidBelief {
  const known = { elasticity, fromSimulation }
  return { ...known, lastCosts: likelyLastCosts(known) }
}

function elasticitiesOf({ inventory }: AccountSnapshot<'keyword'>): Map<string, BidBelief> {
  const found = (inventory?.simulations ?? []).flatMap(({ campaignId, type, points }) => {
    const elasticity = type === 'CPC_BID' ? elasticityOf(points) : null
    return elasticity ? [[campaignId, responseOf(elasticity, true)] as const] : []
  })
  return new Map(found)
}

function silenceOf(context: Context, keywords: readonly KeywordFacts[]): string {
  const conversions = keywords.reduce((sum, { sums }) => sum + sums.conversionsMicros / MICROS, 0)
  const needed = THRESHOLDS.accountConversions.value
  return conversions < needed ? tooFewConversions(context, needed, conversions) : words.NOTHING_SURE
}
