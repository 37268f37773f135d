import { campaignsWithoutReturn } from '#engine/rules/bidding/campaigns-without-return.ts'
import { lowRoas } from '#engine/rules/bidding/low-roas.ts'
import { dearKeywords } from '#engine/rules/keywords/dear-keywords.ts'
import { atLeast, atMost, type Metric, noted } from '../metric.ts'
import { shown, spoken } from './said.ts'
import { drawShop, priced, type Shop, type ShopPlan, sell, trueSaving, valued } from './shop.ts'

const AUTOMATIC = ['MAXIMIZE_CONVERSIONS', 'TARGET_CPA', 'TARGET_SPEND']
const ROAS = 4

/** Value over cost, where sales differ in worth. */
export function roasMetrics(first: number, count: number): Metric[] {
  const shops = (name: string, n: number, plan: Partial<ShopPlan> = {}) =>
    Array.from({ length: n }, (_, i) =>
      drawShop({
        seed: `roas ${name} ${first + i}`,
        strategies: AUTOMATIC,
        clicks: 12_000,
        ...plan,
      }),
    )
  const sound = shops('sound', count * 2).map((shop) => asked(valued(shop, ROAS)))
  const sold = sound.map(sell)
  const equal = shops('equal', count).map((shop, i) => {
    const own = lowWorth(shop, 0.2)
    own.values = i % 2 === 0 ? 'equal' : 'default'
    return sell(own)
  })
  return [
    ...[lowRoas, campaignsWithoutReturn, dearKeywords].map((rule) =>
      atMost(
        `ROAS, all sound, sales of different worth: accused by ${rule.name}`,
        share(sold, (shop) => spoken(shop, rule).cards > 0),
        0.05,
      ),
    ),
    ...soundThoughDoubtful(shops('sound said', count * 2, { isSaid: true })),
    ...mixed(shops('far apart', count, { campaignSpread: 0.6, keywordSpread: 0.6 })),
    ...sick(shops('asked', count), 'others have a target', (shop) => asked(shop)),
    ...sick(
      shops('said', count, { isSaid: true }),
      'its owner said what one may cost',
      (shop) => shop,
    ),
    ...sick(shops('even', count, { isSaid: false }), 'nothing is said', (shop) => shop, 0.12),
    atMost(
      'ROAS, one amount for all or none: accused',
      share(equal, (shop) => spoken(shop, lowRoas).cards > 0),
      0,
    ),
    ...dearButValuable(shops('valuable', count)),
  ]
}

/** Some campaigns bid for value, at what really pays. */
function asked(shop: Shop): Shop {
  for (const campaign of shop.campaigns.slice(1, 3)) {
    campaign.strategy = 'MAXIMIZE_CONVERSION_VALUE'
    campaign.tRoas = ROAS
  }
  return shop
}

/** The first campaign sells things worth a fraction of what sound ones cost. */
function lowWorth(shop: Shop, times: number): Shop {
  const own = valued(shop, ROAS)
  const [first] = own.campaigns
  first!.channel = 'SEARCH'
  first!.budgetShared = false
  first!.worthTimes *= times
  return priced(own, ROAS)
}

function sick(
  shops: readonly Shop[],
  name: string,
  told: (shop: Shop) => Shop,
  times = 0.25,
): Metric[] {
  const judged = shops.map((shop) => {
    const own = sell(told(lowWorth(shop, times)))
    const { campaignIds } = shown(own, lowRoas)
    return {
      isEnough:
        (own.campaigns[0]?.keywords ?? []).reduce((sum, one) => sum + one.conversions, 0) >= 15,
      found: campaignIds.has('1'),
      wrong: [...campaignIds].some((id) => id !== '1' && earns(own, id)),
    }
  })
  const enough = judged.filter(({ isEnough }) => isEnough)
  return [
    atLeast(
      `ROAS, a campaign of little worth, ${name}: found`,
      share(enough, ({ found }) => found),
      0.7,
    ),
    atMost(
      `ROAS, a campaign of little worth, ${name}: a sound one accused`,
      share(judged, ({ wrong }) => wrong),
      0.05,
    ),
  ]
}

/** What a sale should bring is not asked for, but follows from what the campaigns bring on average. */
function soundThoughDoubtful(shops: readonly Shop[]): Metric[] {
  const said = shops.map((shop) => {
    const own = sell(valued(shop, ROAS))
    const { campaignIds, cards } = spoken(own, lowRoas)
    return { cards, wrong: [...campaignIds].some((id) => earns(own, id)) }
  })
  return [
    atMost(
      'ROAS, all sound, its owner said what one may cost: one accused that earns',
      share(said, ({ wrong }) => wrong),
      0.05,
    ),
    noted(
      'ROAS, all sound, the same: one that costs 1 to 1.5 × its worth',
      share(said, ({ cards, wrong }) => cards > 0 && !wrong),
    ),
  ]
}

function earns(shop: Shop, id: string): boolean {
  const campaign = shop.campaigns.find((one) => one.id === id)!
  return trueSaving(campaign, campaign.keywords, shop.worth) < 0
}

/** As unlike as real ones: what is spoken of must really lose money. */
function mixed(shops: readonly Shop[]): Metric[] {
  const said = shops.flatMap((shop) => {
    const own = sell(asked(valued(shop, ROAS)))
    const { paused } = spoken(own, lowRoas)
    return own.campaigns.flatMap((campaign) =>
      campaign.keywords
        .filter(({ id }) => paused.has(id))
        .map((keyword) => trueSaving(campaign, [keyword], own.worth)),
    )
  })
  return [
    atMost(
      'ROAS, far apart: paused though they earn',
      share(said, (saving) => saving < 0),
      0.05,
    ),
  ]
}

/** A campaign that sells at four times the cost what is worth six times as much. */
function dearButValuable(shops: readonly Shop[]): Metric[] {
  const sold = shops.map((shop) => {
    const own = asked(valued(shop, ROAS))
    const [first] = own.campaigns
    first!.channel = 'SEARCH'
    first!.worthTimes *= 6
    for (const keyword of first!.keywords) keyword.rate /= 4
    return sell(priced(own, ROAS))
  })
  return [lowRoas, campaignsWithoutReturn, dearKeywords].map(({ name, run }) =>
    atMost(
      `ROAS, dear and worth it: accused by ${name}`,
      share(sold, (shop) => spoken(shop, { run }).campaignIds.has('1')),
      0.05,
    ),
  )
}

function share<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.length > 0 ? all.filter(is).length / all.length : 0
}
