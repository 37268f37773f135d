import type { Blueprint } from './blueprint.ts'
import { addAds } from './build-ads.ts'
import { addNeglect, setupOf } from './build-setup.ts'
import { addAudiences, addTargeting } from './build-targeting.ts'
import { lognormal, mix, textHash, uniform } from './random.ts'
import {
  type AccountState,
  type BiddingType,
  type Campaign,
  type Channel,
  emptyState,
} from './structure.ts'
import { keywordsOf, type PlannedKeyword, type Theme, themesOf } from './themes.ts'
import type { CampaignPlan, Trade } from './vocabulary/trade.ts'

const CHANNELS: Partial<Record<CampaignPlan['kind'], Channel>> = {
  display: 'DISPLAY',
  shopping: 'SHOPPING',
  pmax: 'PERFORMANCE_MAX',
}

/** The account as its owner set it up, without budgets' final amounts (see calibrate.ts). */
export function buildAccount(trade: Trade, seed: number, firstId: number): Blueprint {
  const state = emptyState(firstId)
  const blueprint: Blueprint = { trade, state, campaignIds: [], themes: new Map() }
  addConversionActions(state, trade)
  addAudiences(state, trade, seed)
  const sharedBudgetId = addBudget(state, 'Presupuesto común', true)
  const portfolioId = state.nextId++
  state.biddingStrategies.set(portfolioId, {
    id: portfolioId,
    name: 'CPA objetivo · cartera',
    targetCpaMicros: targetCpa(trade, 1, 1),
  })
  const reserved = new Set([...trade.plants.convertingTerms, ...trade.plants.wasteTerms])
  for (const plan of trade.campaigns) {
    const budgetId = plan.sharedBudget ? sharedBudgetId : addBudget(state, plan.name, false)
    const campaign = addCampaign(state, trade, plan, budgetId, portfolioId)
    blueprint.campaignIds.push(campaign.id)
    for (const theme of themesOf(trade, plan))
      addAdGroup(blueprint, campaign, plan, theme, mix(seed, textHash(plan.name)), reserved)
  }
  addDeadKeywords(blueprint)
  addTargeting(blueprint)
  addNeglect(blueprint, firstId)
  return blueprint
}

function addBudget(state: AccountState, name: string, shared: boolean): number {
  const id = state.nextId++
  state.budgets.set(id, { id, name, amountMicros: 10_000_000, shared, status: 'ENABLED' })
  return id
}

function addConversionActions(state: AccountState, trade: Trade): void {
  for (const action of trade.conversionActions) {
    const id = state.nextId++
    state.conversionActions.set(id, { id, ...action })
  }
}

/** Market price of a click over conversion rate with a margin, rounded to whole currency units. */
function targetCpa(trade: Trade, cvr: number, cpc: number): number {
  const { economics } = trade
  return Math.max(1, Math.round(((economics.cpc * cpc) / (economics.cvr * cvr)) * 1.35)) * 1e6
}

function addCampaign(
  state: AccountState,
  trade: Trade,
  plan: CampaignPlan,
  budgetId: number,
  portfolioId: number,
): Campaign {
  const campaign: Campaign = {
    id: state.nextId++,
    name: plan.name,
    status: plan.status ?? 'ENABLED',
    channel: CHANNELS[plan.kind] ?? 'SEARCH',
    kind: plan.kind,
    budgetId,
    startDay: '2024-01-08',
    setup: setupOf(plan.kind),
    ...bidding(trade, plan, portfolioId),
  }
  state.campaigns.set(campaign.id, campaign)
  return campaign
}

function bidding(trade: Trade, plan: CampaignPlan, portfolioId: number) {
  const targetCpaMicros = targetCpa(trade, plan.cvr, plan.cpc)
  const type = (biddingType: BiddingType) => ({ biddingType })
  switch (plan.bidding) {
    case 'MAXIMIZE_CONVERSIONS_TARGET':
      return { ...type('MAXIMIZE_CONVERSIONS'), targetCpaMicros }
    case 'MAXIMIZE_CONVERSION_VALUE_TARGET': {
      const roas = (trade.economics.value * 1e6) / targetCpaMicros
      return { ...type('MAXIMIZE_CONVERSION_VALUE'), targetRoas: Math.round(roas * 10) / 10 }
    }
    case 'TARGET_CPA':
      return { ...type('TARGET_CPA'), targetCpaMicros }
    case 'PORTFOLIO_TARGET_CPA':
      return { ...type('TARGET_CPA'), biddingStrategyId: portfolioId }
    default:
      return type(plan.bidding)
  }
}

function addAdGroup(
  blueprint: Blueprint,
  campaign: Campaign,
  plan: CampaignPlan,
  theme: Theme,
  seed: number,
  reserved: ReadonlySet<string>,
): void {
  const { state, trade } = blueprint
  const id = state.nextId++
  const key = mix(seed, textHash(theme.name))
  const bid = trade.economics.cpc * plan.cpc * lognormal(0.12, key, 3)
  state.adGroups.set(id, {
    id,
    campaignId: campaign.id,
    name: theme.name,
    status: plan.kind !== 'generic' && uniform(key, 4) < 0.04 ? 'PAUSED' : 'ENABLED',
    cpcBidMicros: toBillable(bid * 1e6),
    finalUrl: `https://${trade.host}${theme.product.path}`,
  })
  blueprint.themes.set(id, theme)
  addAds(state, trade, theme, id, key)
  if (campaign.channel !== 'SEARCH') return
  keywordsOf(trade, theme, seed, reserved).forEach((keyword, i) => {
    // Plain phrases always run: without them the group would not serve its own searches.
    const plain = theme.phrases.includes(keyword.text)
    addKeyword(state, id, { ...keyword, plain }, mix(key, i, 5), bid, plan.kind)
  })
}

function addKeyword(
  state: AccountState,
  adGroupId: number,
  { text, matchType, plain }: PlannedKeyword & { plain: boolean },
  key: number,
  bid: number,
  kind: CampaignPlan['kind'],
): void {
  const id = state.nextId++
  const base = kind === 'brand' ? 9 : kind === 'competitor' ? 3.5 : 6.3
  const own = uniform(key, 1) < 0.6
  state.criteria.set(`${adGroupId}~${id}`, {
    id,
    adGroupId,
    type: 'KEYWORD',
    status: !plain && uniform(key, 2) < 0.06 ? 'PAUSED' : 'ENABLED',
    negative: false,
    text,
    matchType,
    quality: Math.max(1, Math.min(10, Math.round(base + 3.4 * (uniform(key, 3) - 0.5)))),
    ...(own && { cpcBidMicros: toBillable(bid * lognormal(0.18, key, 4) * 1e6) }),
  })
}

/** The planted keywords that never convert go to the ad group of their product. */
function addDeadKeywords({ state, trade, themes }: Blueprint): void {
  for (const text of trade.plants.deadKeywords) {
    const home = [...themes].find(([id, theme]) => {
      const group = state.adGroups.get(id)
      const campaign = group && state.campaigns.get(group.campaignId)
      const searched = campaign?.kind === 'generic' && campaign.status === 'ENABLED'
      return searched && group?.status === 'ENABLED' && sharesWords(theme.phrases, text)
    })
    if (!home) throw new Error(`No ad group for the planted keyword ${text}`)
    const group = state.adGroups.get(home[0])
    const id = state.nextId++
    state.criteria.set(`${home[0]}~${id}`, {
      id,
      adGroupId: home[0],
      type: 'KEYWORD',
      status: 'ENABLED',
      negative: false,
      text,
      matchType: 'EXACT',
      quality: 6,
      cpcBidMicros: group?.cpcBidMicros ?? 0,
    })
  }
}

function sharesWords(phrases: readonly string[], text: string): boolean {
  const words = text.split(' ')
  return phrases.some((phrase) => phrase.split(' ').every((word) => words.includes(word)))
}

/** Rounded to the smallest amount that can be billed (10,000 micros). */
export function toBillable(micros: number): number {
  return Math.max(10_000, Math.round(micros / 10_000) * 10_000)
}
