import { brandSplit } from '#engine/rules/keywords/brand-split.ts'
import { atLeast, atMost, type Metric } from '../metric.ts'
import { shown, spoken } from './said.ts'
import { type Campaign, drawKeywords, drawShop, type Keyword, type Shop, sell } from './shop.ts'

/** How the brand is told: by a campaign of its own, by keywords among the others, or not at all. */
type Told = 'campaign' | 'keywords' | 'not'

/** Whether the brand hides what the other searches cost. `cpa`: theirs over what one may cost. */
export function brandMetrics(first: number, count: number): Metric[] {
  const shops = (name: string, cpa: [number, number], told: Told, isSaid = true) =>
    Array.from({ length: count }, (_, i) =>
      branded(drawShop({ seed: `brand ${name} ${first + i}`, clicks: 9_000, isSaid }), cpa, told),
    )
  const accused = (all: readonly Shop[]) =>
    all.filter((shop) => spoken(shop, brandSplit).cards > 0).length / all.length
  const found = (all: readonly Shop[]) => {
    const judged = all.filter(isTold)
    return judged.filter((shop) => shown(shop, brandSplit).cards > 0).length / judged.length
  }
  return [
    atMost('brand, the rest well: accused', accused(shops('well', [0.6, 1], 'campaign')), 0.02),
    atMost(
      'brand, the rest a tenth dearer: accused',
      accused(shops('near', [1.1, 1.1], 'keywords')),
      0.05,
    ),
    atLeast(
      'brand, the rest twice as dear, a campaign of its own: found',
      found(shops('own', [1.8, 2.3], 'campaign')),
      0.8,
    ),
    atLeast(
      'brand, the rest twice as dear, mixed in: found',
      found(shops('mixed', [1.8, 2.3], 'keywords')),
      0.8,
    ),
    atMost(
      'brand, not known by anything: accused',
      accused(shops('unknown', [1.8, 2.3], 'not')),
      0,
    ),
    atMost(
      'brand, not said what one may cost: accused',
      accused(shops('unsaid', [1.8, 2.3], 'campaign', false)),
      0,
    ),
  ]
}

/** The others sell at so many times what it may cost; the brand so often that together they look well. */
function branded(shop: Shop, [low, high]: [number, number], told: Told): Shop {
  const { chance, worth } = shop
  const cpa = chance.between(low, high)
  for (const campaign of shop.campaigns) campaign.channel = 'SEARCH'
  const all = shop.campaigns.flatMap(({ keywords }) => keywords)
  const cost = all.reduce((sum, one) => sum + one.clicks * one.cpc, 0)
  const usual = all.reduce((sum, one) => sum + one.clicks * one.rate, 0)
  for (const keyword of all) keyword.rate *= cost / cpa / worth / usual
  const wanted = (cost / worth) * Math.max(0.4, chance.between(1.15, 1.4) - 1 / cpa)
  const own = brandKeywords(shop, wanted, told)
  if (told === 'campaign') shop.campaigns.push(brandCampaign(shop.campaigns[0]!, own))
  else shop.campaigns[0]!.keywords.push(...own)
  return sell(shop)
}

/** Cheap clicks that convert at a quarter. */
function brandKeywords(
  { chance, campaigns, worth }: Shop,
  conversions: number,
  told: Told,
): Keyword[] {
  const rate = 0.25
  const cpc = rate * worth * 0.1
  const traffic = {
    clicks: conversions / rate,
    rate,
    cpc,
    spread: 0.1,
    worth: Number.POSITIVE_INFINITY,
  }
  const name = told === 'not' ? 'boreal' : 'alerce'
  return drawKeywords(chance, campaigns.length, traffic).map((keyword, i) => ({
    ...keyword,
    text: i === 0 ? name : `${name} ${keyword.text}`,
  }))
}

function brandCampaign(like: Campaign, keywords: Keyword[]): Campaign {
  return { ...like, id: '99', name: 'Marca', keywords }
}

/** As it happened, together they do look well, and the others have sold enough to be judged. */
function isTold({ campaigns, worth }: Shop): boolean {
  const all = campaigns.flatMap(({ keywords }) => keywords)
  const total = (of: (one: Keyword) => number) => all.reduce((sum, one) => sum + of(one), 0)
  const others = all.filter(({ text }) => !/alerce/.test(text))
  const sold = others.reduce((sum, { conversions }) => sum + conversions, 0)
  return (
    sold >= 40 &&
    total(({ clicks, cpc }) => clicks * cpc) <= worth * total((one) => one.conversions)
  )
}
