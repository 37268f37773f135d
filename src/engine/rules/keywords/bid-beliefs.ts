import { hasOwnBids } from '../../account/bidding-strategy.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import type {
  AccountSnapshot,
  BeforeAfter,
  BidStep,
  CampaignFacts,
  KeywordFacts,
  Traffic,
} from '../../account/snapshot.ts'
import {
  type BidBelief,
  elasticityOf,
  simulatedResponse,
  usualResponse,
} from '../../statistics/bid-response.ts'
import {
  type Exponent,
  type LearnedExponents,
  learnExponents,
  type Observation,
} from '../../statistics/learned-exponents.ts'
import { learnMarginalPrice } from '../../statistics/marginal-price.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { mostClicks } from '../bidding/bid-room.ts'
import { keywordId } from './keyword-evidence.ts'

/** How a keyword's clicks and their price follow its bid. */
export type BidBeliefOf = (keyword: KeywordFacts) => BidBelief

/** By what its own bid has done, else that of its campaign and account; Google's simulation of the campaign before both. */
export function bidBeliefs(snapshot: AccountSnapshot): BidBeliefOf {
  const { ofCampaign, ofKeyword } = beliefsOf(snapshot)
  return (keyword) => ofKeyword(keyword) ?? ofCampaign(keyword.campaignId)
}

/** How the clicks of a campaign and their price follow its bids, and what its keywords bid on the mean click, where that is known. */
export type CampaignBelief = BidBelief & { bidMicros?: number }

/** Raised they bring the less the more is won already; lowered as much as usual: too flat a curve makes every cut look free. */
export type CampaignBeliefOf = (campaignId: string, way: 'raise' | 'lower') => CampaignBelief

/** By what bids of the account have done, or Google's simulation of the campaign; else as usual. */
export function campaignBidBeliefs(snapshot: AccountSnapshot): CampaignBeliefOf {
  const { ofCampaign, ofRaised } = beliefsOf(snapshot)
  const usual = usualResponse()
  const bids = meanBids(snapshot)
  return (campaignId, way) => {
    if (way === 'raise') return { ...ofRaised(campaignId), bidMicros: bids.get(campaignId) }
    const known = ofCampaign(campaignId)
    return known.source === 'usual' ? usual : known
  }
}

/** By clicks, of the active keywords of campaigns whose keywords have bids of their own. */
function meanBids(snapshot: AccountSnapshot): ReadonlyMap<string, number> {
  const known = withKnown(snapshot, ['keyword'], ['clicks'])
  const bidding = new Set(snapshot.campaigns.filter(hasOwnBids).map(({ id }) => id))
  const bids = (known?.keywords ?? []).filter(
    ({ campaignId, status, bidMicros = 0, sums }) =>
      status === 'ENABLED' && bidding.has(campaignId) && bidMicros > 0 && sums.clicks > 0,
  )
  const byCampaign = Map.groupBy(bids, ({ campaignId }) => campaignId)
  return new Map(
    [...byCampaign].map(([id, own]) => {
      const clicks = own.reduce((sum, one) => sum + one.sums.clicks, 0)
      return [id, own.reduce((sum, one) => sum + one.sums.clicks * one.bidMicros!, 0) / clicks]
    }),
  )
}

type OfCampaign = (campaignId: string) => BidBelief

type Beliefs = {
  ofCampaign: OfCampaign
  ofRaised: OfCampaign
  ofKeyword: (keyword: KeywordFacts) => BidBelief | null
}

function beliefsOf({ bidSteps = [], inventory, campaigns: all }: AccountSnapshot): Beliefs {
  const simulated = new Map(
    (inventory?.simulations ?? []).flatMap(({ campaignId, type, points }) => {
      const elasticity = type === 'CPC_BID' ? elasticityOf(points) : null
      return elasticity ? [[campaignId, simulatedResponse(elasticity)] as const] : []
    }),
  )
  const usual = usualResponse()
  const byShare = new Map(all.map((one) => [one.id, usualResponse(auctionsWon(one))]))
  const learned = (part: 'eta' | 'kappa', of: Outcome, timesOf?: TimesUsual) =>
    learnedBy(bidSteps, { mean: usual.elasticity[part], sd: usual.doubt[part] }, of, timesOf)
  const clicks = learned('eta', clicksChange)
  const price = learned('kappa', priceChange)
  if (!clicks) {
    const ofCampaign = (id: string) => simulated.get(id) ?? byShare.get(id) ?? usual
    return { ofCampaign, ofRaised: ofCampaign, ofKeyword: () => null }
  }
  const marginal = learnMarginalPrice(bidSteps)
  const ofOwn = (eta: Exponent, kappa: Exponent): BidBelief => ({
    elasticity: { eta: eta.mean, kappa: kappa.mean },
    doubt: { eta: eta.sd, kappa: kappa.sd },
    source: 'own',
    ...(marginal && { marginal }),
  })
  const { eta, kappa } = usual.elasticity
  const usualPrice = { mean: kappa, sd: usual.doubt.kappa }
  const believed = (etaOf: (id: string) => Exponent): OfCampaign => {
    const campaigns = new Map(simulated)
    return (id) => {
      const known = campaigns.get(id)
      if (known) return known
      const belief = ofOwn(etaOf(id), price?.ofCampaign(id) ?? usualPrice)
      campaigns.set(id, belief)
      return belief
    }
  }
  // What others have shown holds of what was left for them to win.
  const timesUsual = (id: string) => (byShare.get(id) ?? usual).elasticity.eta / eta
  const relative = learned('eta', clicksChange, timesUsual) ?? clicks
  const raised = (id: string): Exponent => {
    const { mean, sd } = relative.ofCampaign(id)
    return { mean: mean * timesUsual(id), sd }
  }
  const ofKeyword = (keyword: KeywordFacts): BidBelief | null => {
    const { campaignId } = keyword
    const own = clicks.ofKeyword(campaignId, keywordId(keyword))
    if (simulated.has(campaignId) || !own) return null
    const ofPrice = price?.ofKeyword(campaignId, keywordId(keyword))
    return ofOwn(own, ofPrice ?? price?.ofCampaign(campaignId) ?? usualPrice)
  }
  return { ofCampaign: believed(clicks.ofCampaign), ofRaised: believed(raised), ofKeyword }
}

/** Of those not lost to budget, fraction; undefined where Google gives no impression share. */
function auctionsWon(campaign: CampaignFacts<never>): number | undefined {
  const most = mostClicks(campaign)
  return Number.isFinite(most) ? 1 / most : undefined
}

/**
 * A keyword's sums with its clicks at what one costs since its bid was last changed: those of the window were partly bought
 * at others. What few clicks tell of the new price is mixed with what the change of the bid lets expect, one after another.
 */
export function atTodaysBid({ bidSteps = [] }: AccountSnapshot) {
  const steps = new Map<string, KeywordStep[]>()
  for (const { changed } of bidSteps.toSorted((a, b) => (a.day < b.day ? -1 : 1)))
    for (const one of changed)
      steps.set(keywordId(one), [...(steps.get(keywordId(one)) ?? []), one])
  return (keyword: KeywordFacts): KeywordFacts['sums'] => {
    const { sums } = keyword
    const own = steps.get(keywordId(keyword))
    if (!own || sums.clicks <= 0) return sums
    const cpc = own.reduce(priceAfter, sums.costMicros / sums.clicks)
    return { ...sums, costMicros: cpc * sums.clicks }
  }
}

type KeywordStep = BidStep['changed'][number]

/** Of a click, micros; `price`: what was believed of it before. */
function priceAfter(price: number, { before, after, fromMicros, toMicros }: KeywordStep): number {
  const usual = THRESHOLDS.candidateClicks.value
  const mixed = ({ clicks, costMicros }: Traffic, expected: number) =>
    (costMicros + usual * expected) / (clicks + usual)
  // No click costs more than the bid but by adjustments of it, which its own clicks show.
  const was = mixed(before, Math.min(price, fromMicros))
  const most = toMicros * Math.max(1, was / fromMicros)
  const moved = was * (toMicros / fromMicros) ** THRESHOLDS.bidPriceElasticity.value
  const is = mixed(after, Math.min(most, moved))
  return toMicros < fromMicros ? Math.min(most, is) : is
}

/** ln of after over before, and its variance had nothing been changed. */
type Outcome = (one: BeforeAfter, count: number) => { y: number; variance: number } | null

/** As many times the usual exponent is to be expected of a campaign. */
type TimesUsual = (campaignId: string) => number

/** As usual exponents are, where they differ between campaigns by `timesUsual`: then what all have in common is learned. */
function learnedBy(
  steps: readonly BidStep[],
  usual: Exponent,
  outcomeOf: Outcome,
  timesUsual: TimesUsual = () => 1,
): LearnedExponents | null {
  const spreads = {
    campaigns: THRESHOLDS.bidBetweenCampaigns.value,
    keywords: THRESHOLDS.bidWithinCampaign.value,
  }
  const ofAccount = Math.sqrt(
    Math.max(LEAST_DOUBT, usual.sd ** 2 - spreads.campaigns ** 2 - spreads.keywords ** 2),
  )
  const groups = steps.map((step) => ({
    campaignId: step.campaignId,
    observations: observationsOf(step, outcomeOf).map((one) => ({
      ...one,
      x: one.x * timesUsual(step.campaignId),
    })),
  }))
  return learnExponents({ mean: usual.mean, sd: ofAccount }, groups, spreads)
}

const LEAST_DOUBT = 0.05 ** 2

function observationsOf({ changed, rest }: BidStep, outcomeOf: Outcome): Observation[] {
  const moved = changed.flatMap((one): Observation[] => {
    const x = Math.log(one.toMicros / one.fromMicros)
    const outcome = outcomeOf(one, 1)
    const isKnown = Number.isFinite(x) && Math.abs(x) >= THRESHOLDS.bidStepLeast.value
    return isKnown && outcome ? [{ key: keywordId(one), x, ...outcome }] : []
  })
  const outcome = rest && outcomeOf(rest, MANY)
  return outcome ? [...moved, { key: '', x: 0, ...outcome }] : moved
}

/** What searches do by themselves averages out over the rest of a campaign. */
const MANY = 10

function clicksChange({ before, after }: BeforeAfter, count: number) {
  if (before.clicks <= 0 && after.clicks <= 0) return null
  const { dispersion, clicksDrift } = THRESHOLDS
  const [was, is] = [before.clicks + 0.5, after.clicks + 0.5]
  const chance = dispersion.value * (1 / was + 1 / is)
  return { y: Math.log(is / was), variance: chance + clicksDrift.value ** 2 / count }
}

function priceChange({ before, after }: BeforeAfter, count: number) {
  if (before.costMicros <= 0 || after.costMicros <= 0) return null
  if (before.clicks <= 0 || after.clicks <= 0) return null
  const { bidPriceNoise, priceDrift } = THRESHOLDS
  const chance = bidPriceNoise.value ** 2 * (1 / before.clicks + 1 / after.clicks)
  return {
    y: Math.log(after.costMicros / after.clicks / (before.costMicros / before.clicks)),
    variance: chance + priceDrift.value ** 2 / count,
  }
}
