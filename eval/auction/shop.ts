import { negativeBlocks } from '#engine/account/matches.ts'
import type { MatchType } from '#engine/account/snapshot.ts'
import { drawMixture, drawNormal, type Uniforms, uniformsFrom } from '#engine/statistics/random.ts'
import {
  drawMarket,
  type KeywordDay,
  type KeywordMarket,
  playDay,
} from '../adcraft/keyword-market.ts'
import { RATES } from '../planted/populations.ts'

/** A search that people make, auctioned as in the AdCraft environment; volume per day. */
export type Query = {
  text: string
  campaignId: string
  adGroupId: string
  /** The keyword that matches it. */
  home: string
  market: KeywordMarket
}

export type Negative = {
  campaignId: string
  /** null: the whole campaign. */
  adGroupId: string | null
  text: string
  matchType: MatchType
}

/** What its owner has set. Bids in €, budgets in € per day. */
export type Settings = {
  bids: Map<string, number>
  paused: Set<string>
  /** Added exact keywords, by campaign and text: their id. */
  added: Map<string, string>
  budgets: Map<string, number>
  /** Exact ones of whole campaigns, by campaign and text; and all others. */
  excluded: Set<string>
  negatives: Negative[]
}

export type ShopKeyword = { id: string; campaignId: string; adGroupId: string; text: string }

export type Shop = {
  seed: string
  /** € per conversion. */
  target: number
  keywords: ShopKeyword[]
  queries: Query[]
  /** By campaign. */
  queriesOf: Map<string, Query[]>
}

export type Density = { name: string; searches: number }

/** Searches a day of an account's most frequent query of a keyword. */
export const DENSITIES: Density[] = [
  { name: 'dense', searches: 600 },
  { name: 'sparse', searches: 60 },
]

const CAMPAIGNS = 6
const AD_GROUPS = 2
const KEYWORDS = 5
const QUERIES = 6
const WORDS = ['gratis', 'empleo', 'opiniones']
const CLICK_SHARE = 0.2
export const MEAN_RATE = 0.06
/** Of campaigns, of the logarithm. */
export const LEVEL_SD = 0.3
/** Of a query with an idle word, as a multiple of its campaign's. */
export const WORD_RATE = 0.15
const TARGET = 14

/** A shop with manual bids, some of them far from what its clicks are worth. */
export function drawShop(seed: string, { searches }: Density): { shop: Shop; start: Settings } {
  const next = uniformsFrom(`shop ${searches} ${seed}`)
  const shop: Shop = {
    seed,
    target: TARGET,
    keywords: [],
    queries: [],
    queriesOf: new Map(),
  }
  const start: Settings = {
    bids: new Map(),
    paused: new Set(),
    added: new Map(),
    budgets: new Map(),
    excluded: new Set(),
    negatives: [],
  }
  for (let c = 1; c <= CAMPAIGNS; c++) {
    shop.queriesOf.set(String(c), [])
    const level = Math.exp(LEVEL_SD * drawNormal(next))
    for (let g = 1; g <= AD_GROUPS; g++) {
      for (let k = 1; k <= KEYWORDS; k++) {
        const place = { campaignId: String(c), adGroupId: `${c}${g}` }
        const keyword = { id: `${c}${g}0${k}`, ...place, text: `tienda c${c} tema${c}${g}${k}` }
        shop.keywords.push(keyword)
        start.bids.set(keyword.id, rounded(Math.exp(-0.4 + 0.35 * drawNormal(next))))
        addQueries(next, shop, keyword, searches, level)
      }
    }
    const { spend } = outlook(shop, start, String(c), true)
    const tightness = next() < 0.5 ? 0.5 + 0.4 * next() : 1.5
    start.budgets.set(String(c), rounded(spend * tightness))
  }
  return { shop, start }
}

const rounded = (euros: number) => Math.max(0.01, Math.round(euros * 100) / 100)

function addQueries(
  next: Uniforms,
  shop: Shop,
  { id, text, campaignId, adGroupId }: ShopKeyword,
  searches: number,
  level: number,
): void {
  const busy = 10 ** (-1 + next())
  for (let q = 0; q < QUERIES; q++) {
    const word = next() < 0.25 ? `${WORDS[Math.floor(next() * WORDS.length)]} ` : ''
    const relative = word ? WORD_RATE : drawMixture(next, RATES)
    const rate = Math.min(0.9, MEAN_RATE * level * relative)
    const market = drawMarket(next, (searches * busy) / (q + 1), rate)
    const clickRate = market.clickRate * CLICK_SHARE
    const query = `${text} ${word}ref${id}x${q}`
    const own = { ...market, clickRate, revenue: shop.target, revenueSd: 0 }
    const made = { text: query, campaignId, adGroupId, home: id, market: own }
    shop.queries.push(made)
    shop.queriesOf.get(campaignId)!.push(made)
  }
}

/** Whether an idle word is in it. */
export function isIdle({ text }: Query): boolean {
  return text.split(' ').some((word) => WORDS.includes(word))
}

/** The bid in € under which a query competes; 0 where it is excluded or its keyword paused. */
export function bidFor({ campaignId, adGroupId, text, home }: Query, settings: Settings): number {
  if (settings.excluded.has(`${campaignId} ${text}`)) return 0
  const isStopped = settings.negatives.some(
    (negative) =>
      negative.campaignId === campaignId &&
      (negative.adGroupId === null || negative.adGroupId === adGroupId) &&
      negativeBlocks(negative, text),
  )
  if (isStopped) return 0
  const own = settings.added.get(`${campaignId} ${text}`)
  const id = own !== undefined && !settings.paused.has(own) ? own : home
  return settings.paused.has(id) ? 0 : (settings.bids.get(id) ?? 0)
}

export type Outlook = { spend: number; profit: number; won: number; all: number; throttle: number }

/** A campaign's expected day in €: the budget, unless `unlimited`, thins all its auctions alike. */
export function outlook(
  shop: Shop,
  settings: Settings,
  campaignId: string,
  unlimited = false,
): Outlook {
  let [spend, profit, won, all] = [0, 0, 0, 0]
  for (const query of shop.queriesOf.get(campaignId) ?? []) {
    const bid = bidFor(query, settings)
    if (bid <= 0) continue
    const { volume, clickRate, conversionRate, winRate, price } = query.market
    const cents = centsOf(bid)
    const clicks = volume * winRate[cents]! * clickRate
    all += volume
    won += volume * winRate[cents]!
    spend += clicks * price[cents]!
    profit += clicks * (conversionRate * shop.target - price[cents]!)
  }
  const budget = unlimited ? Number.POSITIVE_INFINITY : (settings.budgets.get(campaignId) ?? 0)
  const throttle = spend > budget ? budget / spend : 1
  return { spend: spend * throttle, profit: profit * throttle, won, all, throttle }
}

export const centsOf = (bid: number): number => Math.min(299, Math.max(0, Math.round(bid * 100)))

export const campaignIds = (shop: Shop): string[] => [...shop.queriesOf.keys()]

/** Expected profit of a day in €. */
export function expectedProfit(shop: Shop, settings: Settings): number {
  return campaignIds(shop).reduce((sum, id) => sum + outlook(shop, settings, id).profit, 0)
}

export type WeekRow = { query: Query; keywordId: string; bid: number; day: KeywordDay }
export type Week = {
  /** By keyword, €. */
  bids: ReadonlyMap<string, number>
  rows: WeekRow[]
  eligible: Map<string, { all: number; budget: number; rank: number }>
}

/** Seven days at once; the same query draws the same luck in the same week under any bidder. */
export function playWeek(shop: Shop, settings: Settings, week: number): Week {
  const played: Week = { bids: new Map(settings.bids), rows: [], eligible: new Map() }
  const throttles = new Map<string, number>()
  for (const id of campaignIds(shop)) {
    const { throttle, all, won } = outlook(shop, settings, id)
    throttles.set(id, throttle)
    const eligible = 7 * all
    played.eligible.set(id, {
      all: eligible,
      budget: eligible * (1 - throttle),
      rank: 7 * throttle * (all - won),
    })
  }
  for (const query of shop.queries) {
    const bid = bidFor(query, settings)
    if (bid <= 0) continue
    const throttle = throttles.get(query.campaignId)!
    const market = {
      ...query.market,
      volume: query.market.volume * 7 * throttle,
      volumeSd: query.market.volumeSd * Math.sqrt(7) * throttle,
    }
    const next = uniformsFrom(`week ${shop.seed} ${week} ${query.text}`)
    const day = playDay(next, market, bid)
    const added = settings.added.get(`${query.campaignId} ${query.text}`)
    played.rows.push({ query, keywordId: added ?? query.home, bid, day })
  }
  return played
}
