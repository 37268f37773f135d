import { dearKeywords } from '#engine/rules/keywords/dear-keywords.ts'
import { atLeast, atMost, type Metric, noted } from '../metric.ts'
import { shown, spoken } from './said.ts'
import {
  type Campaign,
  drawShop,
  type Keyword,
  type Shop,
  type ShopPlan,
  sell,
  trueSaving,
} from './shop.ts'

const AUTOMATIC = ['MAXIMIZE_CONVERSIONS', 'TARGET_CPA', 'TARGET_SPEND']

/** Keywords that sell at several times what it may cost, where Google sets the bids. */
export function dearMetrics(first: number, count: number): Metric[] {
  const shops = (name: string, n: number, plan: Partial<ShopPlan> = {}) =>
    Array.from({ length: n }, (_, i) =>
      drawShop({ seed: `dear ${name} ${first + i}`, strategies: AUTOMATIC, ...plan }),
    )
  const sound = shops('sound', count * 3).map((shop) => spoken(sell(shop), RULE))
  const accused = sound.filter(({ cards }) => cards > 0).length / sound.length
  return [
    atMost('dear keywords, all sound: accounts accused', accused, 0.05),
    ...mixed(shops('far apart', count * 2, { keywordSpread: 0.8, campaignSpread: 0.4 })),
    ...[8, 20, 60].flatMap((bought) =>
      planted(shops(`planted ${bought}`, count, { isSaid: true }), bought, 'said'),
    ),
    ...planted(shops('planted, unsaid', count, { isSaid: false }), 60, 'not said'),
    ...unlike(shops('worth more', count, { isSaid: false })),
    ...ownBids(
      shops('by hand', count, {
        strategies: ['MANUAL_CPC'],
        keywordSpread: 0.8,
        campaignSpread: 0.4,
      }),
    ),
  ]
}

/** As unlike as real keywords, what they sell included: what is paused must lose money, and most of what is lost must be found. */
function mixed(shops: readonly Shop[]): Metric[] {
  const all = shops.flatMap((shop) => {
    for (const { keyword } of onSearch(shop))
      keyword.worthTimes = Math.exp(0.32 * shop.chance.normal())
    const { paused } = shown(sell(shop), RULE)
    return onSearch(shop).map(({ campaign, keyword }) => ({
      isPaused: paused.has(keyword.id),
      saving: trueSaving(campaign, [keyword], shop.worth),
      isClear: isClear(shop, keyword),
    }))
  })
  const paused = all.filter(({ isPaused }) => isPaused)
  const clear = all.filter(({ isClear }) => isClear)
  const sum = (rows: typeof all) => rows.reduce((total, { saving }) => total + saving, 0)
  return [
    noted('dear keywords, far apart: paused', paused.length),
    atMost(
      'dear keywords, far apart: paused though they earn',
      share(paused, ({ saving }) => saving < 0),
      0.05,
    ),
    atLeast(
      'dear keywords, far apart: money found of what is clear',
      sum(paused.filter(({ isClear }) => isClear)) / sum(clear),
      0.5,
    ),
  ]
}

/** A conversion really costs more than twice its worth, some ten were to be expected, and it sold. */
function isClear(
  { worth }: Shop,
  { clicks, cpc, rate, conversions, worthTimes }: Keyword,
): boolean {
  return conversions > 0 && cpc > 2.5 * worth * worthTimes * rate && clicks * cpc > 10 * worth
}

/** One keyword that sells at 3 to 6 times its worth, of a spend that would have bought so many. */
function planted(shops: readonly Shop[], bought: number, worth: 'said' | 'not said'): Metric[] {
  const judged = shops.map((shop) => {
    const { chance } = shop
    const { keyword } = chosen(shop)
    keyword.rate = keyword.cpc / shop.worth / chance.between(3, 6)
    keyword.clicks = Math.round((bought * shop.worth) / keyword.cpc)
    const { paused, keywords } = shown(sell(shop), RULE)
    const others = onSearch(shop).filter(
      (one) => one.keyword !== keyword && paused.has(one.keyword.id),
    )
    return {
      sold: keyword.conversions > 0,
      found: keywords.has(keyword.text),
      near: others.length > 0,
      wrong: others.some((one) => trueSaving(one.campaign, [one.keyword], shop.worth) < 0),
    }
  })
  const sold = judged.filter((one) => one.sold)
  const found = share(sold, (one) => one.found)
  const name = `dear keywords, worth ${worth}, ${bought} to be expected`
  const metric = `${name}: found`
  return [
    bought >= 20 && worth === 'said'
      ? atLeast(metric, found, bought >= 60 ? 0.8 : 0.5)
      : noted(metric, found),
    atMost(
      `${name}: one paused though it earns`,
      share(judged, (one) => one.wrong),
      0.05,
    ),
    noted(
      `${name}: one paused that costs 1 to 1.5 × its worth`,
      share(judged, (one) => one.near && !one.wrong),
    ),
  ]
}

/** What one campaign sells is worth, and costs, three to five times as much, which the account does not tell. */
function unlike(shops: readonly Shop[]): Metric[] {
  const accused = shops.filter((shop) => {
    const { chance } = shop
    const [campaign] = shop.campaigns
    campaign!.worthTimes = chance.between(3, 5)
    for (const keyword of campaign!.keywords) keyword.rate /= campaign!.worthTimes
    const { paused } = spoken(sell(shop), RULE)
    return campaign!.keywords.some(({ id }) => paused.has(id))
  })
  const wrong = share(shops, (shop) => accused.includes(shop))
  return [atMost('dear keywords, a campaign of dear goods, unsaid: accounts accused', wrong, 0.05)]
}

function ownBids(shops: readonly Shop[]): Metric[] {
  const said = shops.map((shop) => spoken(sell(shop), RULE))
  return [
    atMost(
      'dear keywords, bids by hand: left to their bids',
      share(said, ({ cards }) => cards > 0),
      0,
    ),
  ]
}

type Placed = { campaign: Campaign; keyword: Keyword }

function onSearch({ campaigns }: Shop): Placed[] {
  return campaigns
    .filter(({ channel }) => channel === 'SEARCH')
    .flatMap((campaign) => campaign.keywords.map((keyword) => ({ campaign, keyword })))
}

function chosen(shop: Shop): Placed {
  const all = onSearch(shop)
  return all[Math.floor(shop.chance.uniform() * all.length)]!
}

function share<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.length > 0 ? all.filter(is).length / all.length : 0
}

const RULE = dearKeywords
