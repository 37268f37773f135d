import { auction } from './auction.ts'
import { type Adjustments, bidFactor, bidFor, deviceWeights, indexAdjustments } from './bidding.ts'
import type { Blueprint } from './blueprint.ts'
import type { Demand } from './demand.ts'
import { indexKeywords, type KeywordIndex, matching } from './matching.ts'
import { lognormal, uniform } from './random.ts'
import { DEVICE_CVR } from './reference.ts'
import {
  type AccountState,
  type Ad,
  type AdGroupCriterion,
  type Campaign,
  DEVICES,
} from './structure.ts'

export const SEARCH_MATCH_TYPES = [
  'NONE',
  'EXACT',
  'NEAR_EXACT',
  'PHRASE',
  'NEAR_PHRASE',
  'BROAD',
] as const

type PlanAd = { id: number; weight: number; ctr: number; cvr: number; url: string }
export type PlanGroup = { id: number; campaign: number; ads: PlanAd[]; ctr: number }
export type PlanCampaign = {
  id: number
  kind: Campaign['kind']
  searchShare: boolean
  budget: number
  deviceWeights: readonly number[]
  /** Conversion rate per device relative to the campaign's, in the order of DEVICES. */
  deviceCvr: readonly number[]
  setup: Campaign['setup']
  /** Regions by their number, places of the Display network by address or id. */
  excluded: ReadonlySet<number | string>
}

/**
 * What one version of the account makes of the demand: for every search the keyword that serves it
 * and the auction's outcome. Arrays run over the demand; −1 = none.
 */
export type Plan = {
  campaigns: PlanCampaign[]
  groups: PlanGroup[]
  keywords: AdGroupCriterion[]
  budgets: number[]
  campaign: Int32Array
  group: Int32Array
  keyword: Int32Array
  match: Uint8Array
  volume: Float64Array
  win: Float64Array
  top: Float64Array
  absoluteTop: Float64Array
  ctr: Float64Array
  cpc: Float64Array
}

type Compiling = Plan & {
  state: AccountState
  campaignAt: Map<number, number>
  groupAt: Map<number, number>
  keywordAt: Map<AdGroupCriterion, number>
  index: KeywordIndex<AdGroupCriterion>
  negatives: Negatives
  adjustments: Adjustments
  /** Average conversion rate and value of the demand at home in an ad group: what Smart Bidding knows. */
  expected: Map<number, { cvr: number; value: number }>
}

type Negatives = {
  groups: Map<number, KeywordIndex<true>>
  campaigns: Map<number, KeywordIndex<true>>
}

export function compilePlan(
  blueprint: Blueprint,
  state: AccountState,
  demand: readonly Demand[],
): Plan {
  const compiling = prepare(blueprint, state, demand)
  demand.forEach((search, u) => {
    const target = search.direct
      ? directTarget(compiling, search)
      : keywordTarget(compiling, search)
    if (target) settle(compiling, blueprint, search, u, target)
  })
  const { campaigns, groups, keywords, budgets, campaign, group, keyword } = compiling
  const { match, volume, win, top, absoluteTop, ctr, cpc } = compiling
  return {
    campaigns,
    groups,
    keywords,
    budgets,
    campaign,
    group,
    keyword,
    match,
    volume,
    win,
    top,
    absoluteTop,
    ctr,
    cpc,
  }
}

const PLACES = ['LOCATION', 'PLACEMENT', 'MOBILE_APPLICATION', 'YOUTUBE_CHANNEL', 'YOUTUBE_VIDEO']

/** By campaign. */
function excludedPlaces(state: AccountState): Map<number, Set<number | string>> {
  const excluded = new Map<number, Set<number | string>>()
  for (const { campaignId, type, negative, target } of state.campaignCriteria.values())
    if (negative && target !== undefined && PLACES.includes(type))
      excluded.set(campaignId, (excluded.get(campaignId) ?? new Set()).add(target))
  return excluded
}

function prepare(blueprint: Blueprint, state: AccountState, demand: readonly Demand[]): Compiling {
  const budgetIds = [...state.budgets.keys()]
  const excluded = excludedPlaces(state)
  const campaigns = [...state.campaigns.values()].map(
    (campaign, i): PlanCampaign => ({
      id: campaign.id,
      kind: campaign.kind,
      searchShare: campaign.channel === 'SEARCH' || campaign.channel === 'SHOPPING',
      budget: budgetIds.indexOf(campaign.budgetId),
      deviceWeights: deviceWeights(state, campaign),
      deviceCvr: DEVICES.map(
        (device) =>
          DEVICE_CVR[device] *
          (device === 'MOBILE' ? (blueprint.trade.campaigns[i]?.mobileCvr ?? 1) : 1),
      ),
      setup: { ...campaign.setup },
      excluded: excluded.get(campaign.id) ?? new Set(),
    }),
  )
  const campaignAt = new Map(campaigns.map((campaign, i) => [campaign.id, i]))
  const adsByGroup = Map.groupBy(state.ads.values(), (ad) => ad.adGroupId)
  const groups = [...state.adGroups.values()].map((group): PlanGroup => {
    const ads = planAds(adsByGroup.get(group.id) ?? [])
    const ctr = ads.reduce((sum, ad) => sum + ad.weight * ad.ctr, 0)
    return { id: group.id, campaign: campaignAt.get(group.campaignId) ?? -1, ads, ctr }
  })
  const keywords = [...state.criteria.values()].filter((c) => c.type === 'KEYWORD' && !c.negative)
  const groupAt = new Map(groups.map((group, i) => [group.id, i]))
  const size = demand.length
  return {
    state,
    campaigns,
    groups,
    keywords,
    budgets: [...state.budgets.values()].map((budget) => budget.amountMicros),
    campaignAt,
    groupAt,
    keywordAt: new Map(keywords.map((keyword, i) => [keyword, i])),
    index: indexKeywords(
      keywords
        .filter((keyword) =>
          isServing(state, keyword, groups[groupAt.get(keyword.adGroupId) ?? -1]),
        )
        .map((item) => ({ text: item.text ?? '', matchType: item.matchType ?? 'EXACT', item })),
    ),
    negatives: negativesOf(state),
    adjustments: indexAdjustments(state),
    expected: expectations(demand),
    campaign: new Int32Array(size).fill(-1),
    group: new Int32Array(size).fill(-1),
    keyword: new Int32Array(size).fill(-1),
    match: new Uint8Array(size),
    volume: new Float64Array(size),
    win: new Float64Array(size),
    top: new Float64Array(size),
    absoluteTop: new Float64Array(size),
    ctr: new Float64Array(size),
    cpc: new Float64Array(size),
  }
}

function planAds(all: readonly Ad[]): PlanAd[] {
  const ads = all.filter((ad) => ad.status === 'ENABLED' && ad.policy?.approval !== 'DISAPPROVED')
  const weights = ads.map((ad) => lognormal(0.25, ad.id, 41))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return ads.map((ad, i) => {
    const losing = isLosingAd(ad.id, i)
    return {
      id: ad.id,
      weight: (weights[i] as number) / total,
      ctr: losing ? 0.5 : lognormal(0.1, ad.id, 42),
      cvr: losing ? 0.6 : 1,
      url: ad.finalUrls[0] ?? '',
    }
  })
}

/** A planted problem: one in five second ads gets half the clicks and fewer conversions. */
export function isLosingAd(adId: number, position: number): boolean {
  return position === 1 && uniform(adId, 43) < 0.2
}

function isServing(state: AccountState, keyword: AdGroupCriterion, planGroup?: PlanGroup): boolean {
  const group = state.adGroups.get(keyword.adGroupId)
  const campaign = group && state.campaigns.get(group.campaignId)
  return (
    keyword.status === 'ENABLED' &&
    group?.status === 'ENABLED' &&
    campaign?.status === 'ENABLED' &&
    (planGroup?.ads.length ?? 0) > 0
  )
}

function negativesOf(state: AccountState): Negatives {
  type Entry = { text: string; matchType: 'EXACT' | 'PHRASE' | 'BROAD'; item: true }
  const groups = new Map<number, Entry[]>()
  const campaigns = new Map<number, Entry[]>()
  const add = (
    map: Map<number, Entry[]>,
    id: number,
    from: { text?: string; matchType?: Entry['matchType'] },
  ) =>
    map.set(id, [
      ...(map.get(id) ?? []),
      { text: from.text ?? '', matchType: from.matchType ?? 'EXACT', item: true },
    ])
  for (const c of state.criteria.values())
    if (c.negative && c.type === 'KEYWORD' && c.status === 'ENABLED') add(groups, c.adGroupId, c)
  for (const c of state.campaignCriteria.values())
    if (c.negative && c.type === 'KEYWORD' && c.status === 'ENABLED')
      add(campaigns, c.campaignId, c)
  for (const link of state.campaignSharedSets.values()) {
    const set = state.sharedSets.get(link.sharedSetId)
    if (link.status !== 'ENABLED' || set?.status !== 'ENABLED') continue
    for (const criterion of state.sharedCriteria.values())
      if (criterion.sharedSetId === set.id) add(campaigns, link.campaignId, criterion)
  }
  const indexed = (map: Map<number, Entry[]>) =>
    new Map([...map].map(([id, entries]) => [id, indexKeywords(entries)]))
  return { groups: indexed(groups), campaigns: indexed(campaigns) }
}

function expectations(demand: readonly Demand[]): Compiling['expected'] {
  const sums = new Map<number, { weight: number; cvr: number; value: number }>()
  for (const search of demand) {
    if (search.plant) continue
    const key = search.groupId || -search.campaignId
    const sum = sums.get(key) ?? { weight: 0, cvr: 0, value: 0 }
    sum.weight += search.volume
    sum.cvr += search.volume * search.cvr
    sum.value += search.volume * search.value
    sums.set(key, sum)
  }
  const mean = (s: { weight: number; cvr: number; value: number }) => ({
    cvr: s.cvr / s.weight,
    value: s.value / s.weight,
  })
  return new Map([...sums].map(([key, sum]) => [key, mean(sum)]))
}

type Target = { campaign: number; group: number; keyword: number; match: number }

function directTarget(plan: Compiling, search: Demand): Target | undefined {
  const campaign = plan.campaignAt.get(search.campaignId) ?? -1
  const group = search.groupId ? (plan.groupAt.get(search.groupId) ?? -1) : -1
  const { state } = plan
  if (state.campaigns.get(search.campaignId)?.status !== 'ENABLED') return undefined
  if (search.groupId && state.adGroups.get(search.groupId)?.status !== 'ENABLED') return undefined
  if (group >= 0 && plan.groups[group]?.ads.length === 0) return undefined
  if (isBlocked(plan, search, search.campaignId, search.groupId)) return undefined
  return { campaign, group, keyword: -1, match: 0 }
}

function keywordTarget(plan: Compiling, search: Demand): Target | undefined {
  let best: { keyword: AdGroupCriterion; score: number; exact: boolean } | undefined
  for (const { item, matchType, words } of matching(plan.index, search.words)) {
    const exact = words.length === search.words.length && matchType !== 'BROAD'
    const home = item.adGroupId === search.groupId
    const campaignId = plan.state.adGroups.get(item.adGroupId)?.campaignId ?? 0
    // An exact keyword always goes first; then the longer keyword, then the ad group that fits the search best.
    const kind = matchType === 'EXACT' ? 100 : exact ? 50 : matchType === 'PHRASE' ? 6 : 0
    const near = home ? 5 : campaignId === search.campaignId ? 3 : 0
    const score = kind + 3 * words.length + near + (item.cpcBidMicros ?? 0) / 1e10
    if (best && best.score >= score) continue
    if (isBlocked(plan, search, campaignId, item.adGroupId)) continue
    best = { keyword: item, score, exact }
  }
  if (!best) return undefined
  const group = plan.groupAt.get(best.keyword.adGroupId) ?? -1
  const campaign = plan.groups[group]?.campaign ?? -1
  const match = searchMatchType(best.keyword, search, best.exact)
  return { campaign, group, keyword: plan.keywordAt.get(best.keyword) ?? -1, match }
}

function searchMatchType(keyword: AdGroupCriterion, search: Demand, sameWords: boolean): number {
  // Accents that differ make it a close variant.
  const same = sameWords && (keyword.text ?? '').toLowerCase() === search.text
  if (keyword.matchType === 'EXACT') return same ? 1 : 2
  if (sameWords) return same ? 1 : 2
  return keyword.matchType === 'PHRASE' ? 3 : 5
}

function isBlocked(plan: Compiling, search: Demand, campaignId: number, groupId: number): boolean {
  if (!search.text) return false
  const blocks = (index?: KeywordIndex<true>) => index && matching(index, search.words).length > 0
  return Boolean(
    blocks(plan.negatives.campaigns.get(campaignId)) || blocks(plan.negatives.groups.get(groupId)),
  )
}

function settle(
  plan: Compiling,
  blueprint: Blueprint,
  search: Demand,
  u: number,
  to: Target,
): void {
  const { state } = plan
  const campaign = state.campaigns.get(plan.campaigns[to.campaign]?.id ?? 0)
  if (!campaign) return
  const planGroup = plan.groups[to.group]
  const group = planGroup && state.adGroups.get(planGroup.id)
  const keyword = plan.keywords[to.keyword]
  const { economics } = blueprint.trade
  const known = plan.expected.get(planGroup?.id ?? -campaign.id)
  const bid = bidFor({
    campaign,
    group,
    keyword,
    strategy: state.biddingStrategies.get(campaign.biddingStrategyId ?? 0),
    expected: {
      // No ad group is thought hopeless for lack of data: a fifth of the account's rate at least.
      cvr: Math.max(known?.cvr ?? economics.cvr, 0.2 * economics.cvr),
      value: known?.value ?? economics.value,
    },
    search,
    fallback: economics.cpc * 1e6,
  })
  const result = auction({
    bid: bid * bidFactor(plan.adjustments, campaign, group),
    quality: keyword?.quality ?? 6.3,
    market: search.market,
    ctr: search.ctr * (planGroup?.ctr ?? 1),
  })
  const devices = (plan.campaigns[to.campaign] as PlanCampaign).deviceWeights
  plan.campaign[u] = to.campaign
  plan.group[u] = to.group
  plan.keyword[u] = to.keyword
  plan.match[u] = to.match
  plan.volume[u] = search.volume * devices.reduce((sum, weight) => sum + weight, 0)
  plan.win[u] = result.win
  plan.top[u] = result.top
  plan.absoluteTop[u] = result.absoluteTop
  plan.ctr[u] = result.ctr
  plan.cpc[u] = result.cpc
}
