import { mix, shuffled, textHash, uniform } from './random.ts'
import type { MatchType } from './structure.ts'
import type { Area, CampaignPlan, Modifier, Product, Trade } from './vocabulary/trade.ts'

/** One ad group to be: what it is about and which part of the searches is its own. */
export type Theme = {
  name: string
  product: Product
  phrases: readonly string[]
  /** Long-tail groups own searches with two qualifiers, the others the shorter ones. */
  longtail: boolean
  area?: Area
}

export type PlannedKeyword = { text: string; matchType: MatchType }

/** The ad groups of a campaign plan; empty for Performance Max, which has none. */
export function themesOf(trade: Trade, plan: CampaignPlan): Theme[] {
  const products = trade.products.slice(...(plan.products ?? [0, trade.products.length]))
  switch (plan.kind) {
    case 'pmax':
      return []
    case 'brand':
      return brandThemes(trade)
    case 'competitor':
      return trade.competitors.map((product) => theme(product, product.phrases))
    case 'local':
      return products.flatMap((product) => trade.areas.map((area) => localTheme(product, area)))
    case 'generic':
      return products.flatMap((product) => [
        theme(product, product.phrases.slice(0, 1)),
        { ...theme(product, product.phrases.slice(1)), name: `${product.name} · sinónimos` },
      ])
    case 'longtail':
      return products.map((product) => ({ ...theme(product, product.phrases), longtail: true }))
    default:
      return products.map((product) => theme(product, product.phrases))
  }
}

function theme(product: Product, phrases: readonly string[]): Theme {
  return { name: product.name, product, phrases, longtail: false }
}

function brandThemes(trade: Trade): Theme[] {
  const [name = ''] = trade.brand.phrases
  const withProducts = trade.products.slice(0, 4).map((p) => `${name} ${p.phrases[0]}`)
  return [
    { ...theme(trade.brand, trade.brand.phrases), name: 'Marca' },
    { ...theme(trade.brand, withProducts), name: 'Marca · productos' },
  ]
}

function localTheme(product: Product, area: Area): Theme {
  const place = area.name.toLowerCase()
  return {
    name: `${product.name} · ${area.name}`,
    product,
    phrases: product.phrases.map((phrase) => `${phrase} ${place}`),
    longtail: false,
    area,
  }
}

export function withModifier(phrase: string, modifier: Modifier): string {
  return modifier.before ? `${modifier.text} ${phrase}` : `${phrase} ${modifier.text}`
}

/** 5–15 keywords of a theme, without those whose text is reserved for planted searches. */
export function keywordsOf(
  trade: Trade,
  theme: Theme,
  seed: number,
  reserved: ReadonlySet<string>,
): PlannedKeyword[] {
  const key = mix(seed, textHash(theme.name))
  const keywords: PlannedKeyword[] = []
  for (const phrase of theme.phrases) {
    keywords.push({ text: phrase, matchType: 'PHRASE' })
    if (!theme.longtail) keywords.push({ text: phrase, matchType: 'EXACT' })
  }
  const wanted = 6 + Math.floor(uniform(key, 1) * (theme.longtail ? 10 : 7))
  const modifiers = shuffled(
    trade.modifiers.filter((m) => m.keyword),
    key,
  )
  const phrases = theme.phrases.slice(0, 2)
  for (let i = 0; keywords.length < wanted && i < modifiers.length * phrases.length; i++) {
    const phrase = phrases[i % phrases.length] as string
    const modifier = modifiers[Math.floor(i / phrases.length)] as Modifier
    keywords.push({ text: withModifier(phrase, modifier), matchType: matchTypeFor(mix(key, i, 2)) })
  }
  return keywords.filter((keyword) => !reserved.has(keyword.text))
}

function matchTypeFor(hash: number): MatchType {
  const share = hash % 10
  if (share < 4) return 'EXACT'
  return share < 8 ? 'PHRASE' : 'BROAD'
}
