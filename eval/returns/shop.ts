import { type Chance, chanceFrom } from '../chance.ts'

/**
 * Accounts of which it is known what every campaign and keyword really earns. Nothing here comes from the engine. Rates
 * of campaigns and keywords follow one of three laws per account, dear clicks go with valuable orders, orders have a
 * heavy tail, some buyers convert twice, and a few in a hundred conversions are not reported yet.
 */
export type Shop = {
  seed: string
  chance: Chance
  /** What a conversion is really worth, in money: a campaign is sound where it costs less. */
  worth: number
  /** What the owner said of it; null where nothing. */
  said: number | null
  values: Values
  isImported: boolean
  campaigns: Campaign[]
}

export type Values = 'none' | 'default' | 'equal' | 'real'

export type Campaign = {
  id: string
  name: string
  channel: string
  strategy: string | undefined
  budgetShared: boolean
  host: string
  /** Days of the 90 on which it ran, and on which its conversions were counted. */
  from: number
  countedUntil: number
  /** Mean value of one of its conversions over the account's. */
  worthTimes: number
  tCpa?: number
  tRoas?: number
  keywords: Keyword[]
}

export type Keyword = {
  id: string
  text: string
  matchType: 'EXACT' | 'PHRASE' | 'BROAD'
  cpc: number
  /** True conversions per click and value per conversion. */
  rate: number
  value: number
  /** Worth of one of its conversions over the shop's. */
  worthTimes: number
  clicks: number
  conversions: number
  sales: number
  soldOn: { day: number; value: number }[]
}

export type ShopPlan = {
  seed: string
  clicks?: number
  values?: Values
  isImported?: boolean
  /** Whether the owner said what a conversion is worth; by chance where absent. */
  isSaid?: boolean
  /** Spread (sd of the logarithm) of the rates of keywords within a campaign. */
  keywordSpread?: number
  /** The same of campaigns; where given, some are not sound. */
  campaignSpread?: number
  /** Strategies to choose from; several where absent. */
  strategies?: string[]
}

export const DAYS = 90
const REPORTED = 0.96

/** All sound unless a spread is given: no campaign and no keyword costs more than 1.5 × what a conversion is worth. */
export function drawShop(plan: ShopPlan): Shop {
  const chance = chanceFrom(`returns ${plan.seed}`)
  const clicks = plan.clicks ?? Math.exp(chance.between(Math.log(900), Math.log(50_000)))
  const rate = clip(Math.exp(Math.log(0.035) + 0.7 * chance.normal()), 0.008, 0.2)
  const cpc = Math.exp(Math.log(0.9) + 0.6 * chance.normal())
  const worth = (cpc / rate) * chance.between(1.05, 1.6)
  const isSaid = plan.isSaid ?? chance.happens(0.5)
  const count = Math.floor(chance.between(3, 9))
  const shares = Array.from({ length: count }, () => chance.gamma(1.5) + 0.05)
  const total = shares.reduce((sum, share) => sum + share, 0)
  const law = chance.uniform()
  const shop: Shop = {
    seed: plan.seed,
    chance,
    worth,
    said: isSaid ? worth : null,
    values: plan.values ?? 'none',
    isImported: plan.isImported ?? false,
    campaigns: shares.map((share, i) => ({
      ...plainCampaign(chance, i, plan),
      keywords: drawKeywords(chance, i, {
        clicks: (clicks * share) / total,
        rate:
          rate *
          campaignFactor(chance, law) *
          Math.exp((plan.campaignSpread ?? 0) * chance.normal()),
        cpc: cpc * Math.exp(0.3 * chance.normal()),
        spread: plan.keywordSpread ?? 0.2,
        worth: plan.campaignSpread ? Number.POSITIVE_INFINITY : worth,
      }),
    })),
  }
  return shop
}

function plainCampaign(chance: Chance, i: number, plan: ShopPlan): Campaign {
  const strategies = plan.strategies ?? ['MANUAL_CPC', 'MAXIMIZE_CONVERSIONS', 'TARGET_SPEND']
  return {
    id: String(i + 1),
    name: `Campaña ${i + 1}`,
    channel: i > 1 && chance.happens(0.15) ? 'PERFORMANCE_MAX' : 'SEARCH',
    strategy: strategies[Math.floor(chance.uniform() * strategies.length)]!,
    budgetShared: chance.happens(0.15),
    host: 'www.tienda.example',
    from: 0,
    countedUntil: DAYS,
    worthTimes: 1,
    keywords: [],
  }
}

/** Normal, Laplace or two kinds. */
function campaignFactor(chance: Chance, law: number): number {
  if (law < 0.4) return Math.exp(0.3 * chance.normal())
  if (law < 0.7) {
    const side = chance.happens(0.5) ? 1 : -1
    return Math.exp(side * -Math.log(chance.uniform()) * 0.22)
  }
  return chance.happens(0.3) ? 0.7 : 1.2
}

export type Traffic = { clicks: number; rate: number; cpc: number; spread: number; worth: number }

export function drawKeywords(chance: Chance, campaign: number, traffic: Traffic): Keyword[] {
  const count = Math.floor(chance.between(4, 22))
  const weights = Array.from(
    { length: count },
    (_, i) => (i + 1) ** -1.1 * chance.between(0.6, 1.4),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight, i) => {
    const z = chance.normal()
    const cpc = traffic.cpc * Math.exp(0.2 * z + 0.15 * chance.normal())
    const wanted = traffic.rate * Math.exp(traffic.spread * chance.normal() + 0.06 * z)
    return {
      id: `${campaign + 1}${String(i).padStart(3, '0')}`,
      text: `${WORDS[campaign % WORDS.length]} ${PARTS[i % PARTS.length]} ${i}`,
      matchType: (['EXACT', 'PHRASE', 'BROAD'] as const)[Math.floor(chance.uniform() * 3)]!,
      cpc,
      rate: Math.max(wanted, cpc / (1.5 * traffic.worth)),
      value: 0,
      worthTimes: 1,
      clicks: chance.poisson((traffic.clicks * weight) / all),
      conversions: 0,
      sales: 0,
      soldOn: [],
    }
  })
}

const WORDS = [
  'mesa',
  'silla',
  'armario',
  'cama',
  'sofá',
  'lámpara',
  'alfombra',
  'espejo',
  'estante',
]
const PARTS = [
  'roble',
  'pino',
  'blanca',
  'negra',
  'grande',
  'pequeña',
  'barata',
  'moderna',
  'exterior',
]

/**
 * Orders of different worth: campaigns by .5, keywords by .32 (sd of the logarithm), sound ones selling the rarer for it.
 * `breakEven`: the value over cost at which an order pays.
 */
export function valued(shop: Shop, breakEven: number): Shop {
  for (const campaign of shop.campaigns) {
    campaign.worthTimes = Math.exp(0.5 * shop.chance.normal())
    for (const keyword of campaign.keywords) {
      keyword.worthTimes = Math.exp(0.32 * shop.chance.normal())
      keyword.rate = Math.min(0.6, keyword.rate / campaign.worthTimes / keyword.worthTimes)
    }
  }
  return priced(shop, breakEven)
}

/** What is reported of a sale follows from its worth. */
export function priced(shop: Shop, breakEven: number): Shop {
  shop.values = 'real'
  for (const { worthTimes, keywords } of shop.campaigns)
    for (const keyword of keywords)
      keyword.value = shop.worth * breakEven * worthTimes * keyword.worthTimes
  return shop
}

/** Clicks become conversions and sales; called once everything about the shop is settled. */
export function sell(shop: Shop): Shop {
  const { chance } = shop
  const again = chance.happens(0.3) ? 0.4 : 0.07
  for (const campaign of shop.campaigns) {
    for (const keyword of campaign.keywords) {
      const buyers = (keyword.clicks * keyword.rate * REPORTED) / (1 + again)
      const drawn = chance.poisson(buyers * (chance.gamma(40) / 40))
      for (let b = 0; b < drawn; b++) sellTo(shop, campaign, keyword, 1 + chance.poisson(again))
    }
  }
  return shop
}

function sellTo({ chance }: Shop, campaign: Campaign, keyword: Keyword, times: number): void {
  const day = Math.floor(chance.between(campaign.from, DAYS))
  if (day >= campaign.countedUntil) return
  for (let i = 0; i < times; i++) {
    const value = keyword.value * orderFactor(chance)
    keyword.conversions++
    keyword.sales += value
    keyword.soldOn.push({ day, value })
  }
}

/** Lognormal around 1 (sd of the logarithm .8), one order in fifty five times as large. */
function orderFactor(chance: Chance): number {
  const usual = Math.exp(0.8 * chance.normal() - 0.32)
  return (usual * (chance.happens(0.02) ? 5 : 1)) / 1.08
}

/** Of a campaign or some of its keywords: money a month lost by keeping it; negative where it earns. */
export function trueSaving(
  campaign: Campaign,
  keywords: readonly Keyword[],
  worth: number,
): number {
  return keywords.reduce(
    (sum, { clicks, cpc, rate, worthTimes }) =>
      sum + clicks * (cpc - rate * worth * campaign.worthTimes * worthTimes),
    0,
  )
}

export function clip(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
