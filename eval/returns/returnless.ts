import { campaignsWithoutReturn } from '#engine/rules/bidding/campaigns-without-return.ts'
import { atLeast, atMost, type Metric, noted } from '../metric.ts'
import { shown, spoken } from './said.ts'
import {
  type Campaign,
  DAYS,
  drawKeywords,
  drawShop,
  type Keyword,
  type Shop,
  sell,
  trueSaving,
} from './shop.ts'

/** One campaign more than the shop has, and whether the engine should speak of it. */
type Odd = {
  name: string
  isSick: boolean
  add: (shop: Shop) => Partial<Campaign> & { times: number; expected?: number }
}

const ODD: Odd[] = [
  { name: 'never sells', isSick: true, add: () => ({ times: 0 }) },
  { name: 'sells a tenth', isSick: true, add: () => ({ times: 0.09, expected: 60 }) },
  {
    name: 'Display bidding for conversions, never sells',
    isSick: true,
    add: () => ({ times: 0.01, channel: 'DISPLAY', strategy: 'MAXIMIZE_CONVERSIONS' }),
  },
  {
    name: 'never sells, its bidding unknown',
    isSick: true,
    add: () => ({ times: 0, strategy: undefined }),
  },
  {
    name: 'its tag dies half way',
    isSick: false,
    add: ({ chance }) => ({ times: 1, countedUntil: Math.floor(chance.between(20, 60)) }),
  },
  {
    name: 'leads to a site without tag',
    isSick: false,
    add: () => ({ times: 1, countedUntil: 0, host: 'ofertas.otra.example' }),
  },
  {
    name: 'Display for views',
    isSick: false,
    add: () => ({ times: 0.01, channel: 'DISPLAY', strategy: 'TARGET_CPM' }),
  },
  {
    name: 'video for views',
    isSick: false,
    add: () => ({ times: 0, channel: 'VIDEO', strategy: 'TARGET_CPV' }),
  },
  {
    name: 'Search for the first place',
    isSick: false,
    add: () => ({ times: 0.02, strategy: 'TARGET_IMPRESSION_SHARE' }),
  },
  { name: 'began ten days ago', isSick: false, add: () => ({ times: 0.3, from: DAYS - 10 }) },
  {
    name: 'sells what is worth four times as much, unsaid',
    isSick: false,
    add: ({ chance }) => ({ times: chance.between(0.22, 0.35), worthTimes: 4 }),
  },
]

/** Campaigns that spend as if they sold: found where they do not, silent where all do or it cannot be known. */
export function returnlessMetrics(first: number, count: number): Metric[] {
  const healthy = Array.from({ length: count * 4 }, (_, i) =>
    spoken(sell(drawShop({ seed: `sound ${first + i}`, isImported: i % 5 === 0 })), RULE),
  )
  const accused = healthy.filter(({ cards }) => cards > 0).length / healthy.length
  return [
    atMost('without return, all campaigns sound: accounts accused', accused, 0.05),
    ...mixedMetrics(first, count * 2),
    ...ODD.flatMap((odd) => oddMetrics(odd, first, count)),
  ]
}

/** Campaigns as unlike each other as real ones may be: those spoken of must really lose money. */
function mixedMetrics(first: number, count: number): Metric[] {
  const judged = Array.from({ length: count }, (_, i) => {
    const shop = sell(drawShop({ seed: `mixed ${first + i}`, campaignSpread: 0.9 }))
    const { campaignIds, changed } = spoken(shop, RULE)
    return shop.campaigns
      .filter(({ id }) => campaignIds.has(id))
      .map((one) => ({
        isChanged: changed.has(one.id),
        earns: trueSaving(one, one.keywords, shop.worth) < 0,
      }))
  }).flat()
  const changes = judged.filter(({ isChanged }) => isChanged)
  const earning = changes.filter(({ earns }) => earns).length / Math.max(1, changes.length)
  return [
    noted('without return, campaigns far apart: spoken of', judged.length),
    noted('without return, campaigns far apart: with a change', changes.length),
    atMost('without return, campaigns far apart: of these, worth keeping', earning, 0.05),
  ]
}

/** Found: spoken of, or at least half of its spend, which is what its card would save, is stopped by others. */
function oddMetrics({ name, isSick, add }: Odd, first: number, count: number): Metric[] {
  const judged = Array.from({ length: count }, (_, i) => {
    const shop = drawShop({
      seed: `${name} ${first + i}`,
      ...(name.includes('unsaid') && { isSaid: false }),
    })
    const odd = oddCampaign(shop, add(shop))
    shop.campaigns.push(odd)
    const sold = sell(shop)
    const said = isSick ? shown(sold, RULE) : { ...spoken(sold, RULE), pausedByAny: new Set() }
    const { campaignIds, changed, pausedByAny } = said
    const wrong = [...changed].filter((id) => {
      const one = shop.campaigns.find((campaign) => campaign.id === id)!
      return trueSaving(one, one.keywords, shop.worth) < 0
    })
    const stopped = odd.keywords.filter(({ id }) => pausedByAny.has(id))
    return {
      found: campaignIds.has(odd.id) || 2 * costOf(stopped) >= costOf(odd.keywords),
      changed: changed.has(odd.id),
      wrong: wrong.length > 0,
    }
  })
  const share = (key: 'found' | 'changed' | 'wrong') =>
    judged.filter((one) => one[key]).length / judged.length
  return isSick
    ? [
        atLeast(`without return, ${name}: found`, share('found'), 0.85),
        atMost(`without return, ${name}: a sound one changed`, share('wrong'), 0.05),
      ]
    : [
        atMost(`without return, ${name}: changed`, share('changed'), 0.05),
        noted(`without return, ${name}: spoken of`, share('found')),
      ]
}

function costOf(keywords: readonly Keyword[]): number {
  return keywords.reduce((sum, { clicks, cpc }) => sum + clicks * cpc, 0)
}

/** Its spend would have bought 12 to 150 conversions at what they are worth. */
function oddCampaign(
  shop: Shop,
  { times, expected, ...over }: Partial<Campaign> & { times: number; expected?: number },
): Campaign {
  const { chance, worth } = shop
  const [usual] = shop.campaigns
  const at = shop.campaigns.length
  const cpc = usual!.keywords[0]!.cpc
  const bought = expected ?? Math.exp(chance.between(Math.log(14), Math.log(150)))
  const rate = times * (cpc / worth) * 1.3
  const traffic = {
    clicks: (bought * worth) / cpc,
    rate,
    cpc,
    spread: 0.2,
    worth: Number.POSITIVE_INFINITY,
  }
  return {
    ...usual!,
    id: String(at + 1),
    name: `Campaña ${at + 1}`,
    channel: 'SEARCH',
    strategy: 'MAXIMIZE_CONVERSIONS',
    budgetShared: false,
    ...over,
    keywords: drawKeywords(chance, at, traffic),
  }
}

const RULE = campaignsWithoutReturn
