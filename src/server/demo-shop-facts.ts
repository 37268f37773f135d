import { drawNormal, type Uniforms, uniformsFrom } from '#engine/statistics/random.ts'
import type { FactRow } from '#features/sync/rules/fact-row.ts'
import { type Day, weekday } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { DEMO_SHOP, type PlannedCampaign, type PlannedKeyword } from './demo-shop-plan.ts'

export type DemoLevel = 'account' | 'campaign' | 'ad_group' | 'ad' | 'keyword' | 'search_term'
export type DemoFacts = Record<DemoLevel, FactRow[]>

/** Entities are numbered by their place in the plan, so that every process gives them the same ids. */
export const demoCampaignId = (campaign: number) => 1_001 + campaign
export const demoGroupId = (campaign: number, group: number) =>
  demoCampaignId(campaign) * 100 + group
export const demoKeywordId = (groupId: number, keyword: number) => groupId * 100 + keyword + 1
export const demoTermId = (keywordId: number, term: number) => keywordId * 100 + term + 1
/** Two ads per ad group. */
export const demoAdId = (groupId: number, ad: number) => groupId * 10 + ad + 1

/** Monday to Sunday: people look on Sunday evening, and out of doors on Saturday. */
const WEEK = [1.06, 1.02, 1, 1.01, 0.94, 0.86, 1.11]
/** Clicks of searches that Google does not name. */
const HIDDEN_SHARE = 0.15
const CTR = 0.055
const FIRST_AD_SHARE = 0.6
/** With calls and sign-ups, which bidding ignores. */
const ALL_CONVERSIONS = 1.2

/**
 * One day of the shop, of every level; deeper levels add up to the higher ones, terms to less than their keyword,
 * as in a real account. The same day gives the same figures for ever.
 */
export const demoFactsOf = (day: Day): DemoFacts => shopFactsOf(DEMO_SHOP, day)

/** How a shop's traffic answers what was changed in its account by that day. */
export type Response = {
  /** Times as many clicks of a search, times as many of them buy, times the price of a click. */
  of: (at: { campaignId: number; criterionId: number; text: string }) => Factors
}
export type Factors = { clicks: number; buys: number; price: number }

const AS_PLANNED: Factors = { clicks: 1, buys: 1, price: 1 }
const UNCHANGED: Response = { of: () => AS_PLANNED }

/** The same for any shop, and with what was changed in it. */
export function shopFactsOf(
  shop: readonly PlannedCampaign[],
  day: Day,
  response: Response = UNCHANGED,
): DemoFacts {
  const facts: DemoFacts = {
    account: [],
    campaign: [],
    ad_group: [],
    ad: [],
    keyword: [],
    search_term: [],
  }
  const total = shop.map((campaign, i) => addCampaign({ facts, day, response }, campaign, i))
  facts.account.push({ day, keys: [], sums: added(total) })
  return facts
}

type Sums = readonly number[]

type OneDay = { facts: DemoFacts; day: Day; response: Response }

function addCampaign(oneDay: OneDay, plan: PlannedCampaign, at: number): Sums {
  const { facts, day } = oneDay
  const campaignId = demoCampaignId(at)
  const groups = plan.groups.map((group, g) => {
    const groupId = demoGroupId(at, g)
    const keywords = group.keywords.map((keyword, k) => {
      const ids = [campaignId, groupId, demoKeywordId(groupId, k)]
      const sums = addKeyword(oneDay, keyword, group.basket, ids)
      facts.keyword.push({ day, keys: ids, sums: [...sums, ...shares(sums, plan)] })
      return sums
    })
    const sums = added(keywords)
    facts.ad_group.push({
      day,
      keys: [campaignId, groupId],
      sums: [...sums, ...shares(sums, plan)],
    })
    const first = sums.map((sum) => Math.round(sum * FIRST_AD_SHARE))
    const second = sums.map((sum, i) => sum - (first[i] ?? 0))
    for (const [ad, part] of [first, second].entries())
      facts.ad.push({ day, keys: [campaignId, groupId, demoAdId(groupId, ad)], sums: part })
    return sums
  })
  const sums = added(groups)
  const allConversions = Math.round((sums[3] ?? 0) * ALL_CONVERSIONS)
  facts.campaign.push({
    day,
    keys: [campaignId],
    sums: [...sums, ...shares(sums, plan), allConversions],
  })
  return sums
}

function addKeyword(
  { facts, day, response }: OneDay,
  keyword: PlannedKeyword,
  basket: number,
  ids: number[],
): Sums {
  const busy = WEEK[weekday(day)] ?? 1
  const [campaignId = 0, , criterionId = 0] = ids
  const respond = (text: string) => response.of({ campaignId, criterionId, text })
  const terms = keyword.terms.map((term, i) => {
    const next = uniformsFrom(`demo ${day} ${term.text}`)
    const { clicks, buys, price } = respond(term.text)
    const sums = drawDay(next, term.clicksPerDay * busy * clicks, term.buys * buys, {
      cpc: keyword.cpc * price,
      basket,
    })
    if (sums.some((sum) => sum > 0))
      facts.search_term.push({ day, keys: [...ids, demoTermId(ids[2] ?? 0, i)], sums })
    return sums
  })
  const clicks = keyword.terms.reduce((sum, term) => sum + term.clicksPerDay, 0)
  const buys = keyword.terms.reduce((sum, term) => sum + term.clicksPerDay * term.buys, 0) / clicks
  const next = uniformsFrom(`demo ${day} hidden ${keyword.text}`)
  const own = respond('')
  const hidden = drawDay(next, clicks * busy * HIDDEN_SHARE * own.clicks, buys * own.buys, {
    cpc: keyword.cpc * own.price,
    basket,
  })
  return added([...terms, hidden])
}

/** Impressions, clicks, cost, conversions and value of one day, in the order of the tables. */
function drawDay(
  next: Uniforms,
  meanClicks: number,
  buys: number,
  price: { cpc: number; basket: number },
): Sums {
  const clicks = drawPoisson(next, meanClicks)
  const unclicked = drawPoisson(next, meanClicks / CTR - meanClicks)
  let costCents = 0
  let bought = 0
  let valueCents = 0
  for (let click = 0; click < clicks; click++) {
    costCents += Math.max(1, Math.round(price.cpc * 100 * (0.75 + next() / 2)))
    if (next() >= buys) continue
    bought++
    valueCents += Math.round(price.basket * 100 * (0.6 + next() * 0.8))
  }
  const cent = MICROS / 100
  return [clicks + unclicked, clicks, costCents * cent, bought * MICROS, valueCents * cent]
}

/** Knuth's method, which takes long for large means: those are as good as normal. */
function drawPoisson(next: Uniforms, mean: number): number {
  if (mean > LARGE) return Math.max(0, Math.round(mean + Math.sqrt(mean) * drawNormal(next)))
  const limit = Math.exp(-mean)
  let count = -1
  for (let product = 1; product > limit; product *= next()) count++
  return count
}

/** Above any mean of the shoe shop, whose days stay what they were. */
const LARGE = 200

/** Eligible impressions and those lost to budget and rank. */
function shares([impressions = 0]: Sums, plan: PlannedCampaign): number[] {
  const eligible = impressions / (1 - plan.lostToBudget - plan.lostToRank)
  return [eligible, eligible * plan.lostToBudget, eligible * plan.lostToRank].map(Math.round)
}

function added(parts: readonly Sums[]): Sums {
  return [0, 1, 2, 3, 4].map((i) => parts.reduce((sum, part) => sum + (part[i] ?? 0), 0))
}
