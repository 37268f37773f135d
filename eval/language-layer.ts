import { protectionOf } from '#engine/account/brand.ts'
import { analyseAccount } from '#engine/analyse-account.ts'
import type { Recommendation } from '#engine/findings/recommendation.ts'
import { type Judgement, judgedThemes, type Negative } from './language/judged-themes.ts'
import { drawShop, KINDS, type Kind } from './language/shop.ts'
import { brandSnapshot, shopSnapshot } from './language/shop-snapshot.ts'
import { BRANDS, type BrandCase, TONGUES } from './language/vocabulary.ts'
import { atLeast, atMost, type LayerOptions, type Metric, noted } from './metric.ts'
import { withoutLists } from './without-lists.ts'

/** Accounts in five languages, made of words the engine has no list of: what it would exclude, and whom it takes for the brand. */
export function languageLayer({ seeds, full }: LayerOptions): Metric[] {
  const count = full ? 6 : 2
  return [...KINDS.flatMap((kind) => kindMetrics(kind, seeds.first, count)), ...brandMetrics()]
}

function kindMetrics(kind: Kind, first: number, count: number): Metric[] {
  const languages = Object.keys(TONGUES) as (keyof typeof TONGUES)[]
  const judged = languages.flatMap((language) =>
    Array.from({ length: count }, (_, i) => judgementOf(kind, language, first + i)),
  )
  const sum = (of: (one: Judgement) => number) => judged.reduce((all, one) => all + of(one), 0)
  const found = sum(({ idleStopped }) => idleStopped) / sum(({ idleClicks }) => idleClicks)
  const sellers = sum(({ beyondChance }) => beyondChance.length)
  return [
    noted(
      `${kind}: themes in ${judged.length} accounts`,
      sum(({ themes }) => themes),
    ),
    atMost(
      `${kind}: themes that mean nothing`,
      sum((one) => one.meaningless.length),
      0,
    ),
    atMost(
      `${kind}: themes with what the account bids on`,
      sum(({ core }) => core.length),
      0,
    ),
    atMost(`${kind}: searches stopped that sold beyond chance`, sellers, 0),
    atMost(
      `${kind}: true sellers stopped`,
      sum(({ trueSellers }) => trueSellers),
      0,
    ),
    noted(
      `${kind}: lucky ones stopped`,
      sum(({ luckySellers }) => luckySellers),
    ),
    atLeast(`${kind}: share of the idle clicks found`, found, LEAST_FOUND),
  ]
}

/** Silence would make no mistake: half of what never sells must still be found, even where each idle word has a seller. */
const LEAST_FOUND = 0.5

function judgementOf(kind: Kind, language: keyof typeof TONGUES, seed: number): Judgement {
  const shop = drawShop(kind, language, seed)
  const { recommendations } = analyseAccount(shopSnapshot(shop))
  return judgedThemes(shop, recommendations.flatMap(negativesOf))
}

function negativesOf({ evidence }: Recommendation): Negative[] {
  return withoutLists(evidence.change?.operations ?? []).flatMap((operation) => {
    const [body] = Object.values(operation) as { create?: Created }[]
    const { negative, campaign, keyword } = body?.create ?? {}
    if (!negative || !campaign || !keyword) return []
    return [{ campaignId: campaign.split('/').at(-1)!, ...keyword }]
  })
}

type Created = {
  negative?: boolean
  campaign?: string
  keyword?: { text: string; matchType: string }
}

function brandMetrics(): Metric[] {
  const told = BRANDS.map(toldApart)
  const sum = (of: 'missed' | 'mistaken') => told.reduce((all, one) => all + one[of].length, 0)
  return [
    noted('brand: searches', BRANDS.flatMap(({ brand, others }) => [...brand, ...others]).length),
    atMost('brand: ordinary words taken for it', sum('mistaken'), 0),
    atMost('brand: searches for it not seen', sum('missed'), 0),
  ]
}

function toldApart(brandCase: BrandCase) {
  const { reasonFor } = protectionOf(brandSnapshot(brandCase))
  const isBrand = (text: string) => reasonFor(text, '1') === 'marca'
  return {
    missed: brandCase.brand.filter((text) => !isBrand(text)),
    mistaken: brandCase.others.filter(isBrand),
  }
}
