import { isHomePath } from '#shared/broken-page.ts'
import { pageAddress } from '#shared/page-address.ts'
import type { Context } from '../../account/context.ts'
import type { AdFacts } from '../../account/inventory.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { isNoName } from '../../account/little-words.ts'
import type {
  AccountSnapshot,
  AdGroupFacts,
  CampaignFacts,
  KeywordFacts,
} from '../../account/snapshot.ts'
import { folded, isStopWord, stem, tokensOf } from '../../account/terms.ts'
import { isLiveAd, liveCampaigns, setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import type { HomepageGroup } from './homepage-landing-words.ts'
import * as words from './homepage-landing-words.ts'
import { landedOn } from './pages-of-ads.ts'

/** Specific searches that land on the home page, on sites that have other pages. */
export const homepageLanding = defineRule({
  name: 'homepage-landing',
  title: 'Clics que van a la portada',
  category: 'landing-pages',
  place: 230,
  needs: {
    all: ['ads'],
    called: 'los anuncios',
    levels: ['campaign', 'keyword'],
    columns: COUNTED,
  },
  run,
  words,
})

function run(snapshot: SnapshotWith<'ads', 'campaign' | 'keyword'>, context: Context): RuleResult {
  const { ads, landingPages } = snapshot.inventory
  const isLandedOn = landedOn(landingPages)
  const live = ads.filter((ad) => isLiveAd(context, ad) && ad.finalUrls.length > 0)
  const pages = Map.groupBy(knownPages(ads, snapshot), ({ host }) => host)
  if (pages.size === 0) return { findings: [], silence: words.NO_OTHER_PAGES }
  const byGroup = Map.groupBy(live, ({ adGroupId }) => adGroupId)
  const keywords = Map.groupBy(
    snapshot.keywords.filter((keyword) => isSpecific(keyword, context)),
    ({ adGroupId }) => adGroupId,
  )
  const findings = liveCampaigns(snapshot, 'SEARCH').flatMap((campaign) => {
    const groups = snapshot.adGroups
      .filter(({ campaignId }) => campaignId === campaign.id)
      .flatMap((group) =>
        groupOf(group, byGroup.get(group.id) ?? [], keywords.get(group.id) ?? [], pages),
      )
      .filter(({ adGroup, url }) => isLandedOn(adGroup.id, pageAddress(url) ?? url))
    return groups.length > 0 ? [findingOf(campaign, groups, context)] : []
  })
  return { findings, silence: findings.length > 0 ? null : words.ALL_SPECIFIC }
}

type Page = { url: string; host: string; stems: ReadonlySet<string> }

/** Of ads and visited pages; those without a path are home pages, and what every site has beside is for no ad. */
function knownPages(
  ads: readonly AdFacts[],
  { inventory }: AccountSnapshot<'campaign' | 'keyword'>,
): Page[] {
  const urls = [
    ...ads.flatMap(({ finalUrls }) => finalUrls),
    ...(inventory?.landingPages ?? []).map(({ url }) => url),
  ]
  return [...new Set(urls)].sort().flatMap((url) => {
    const parts = partsOf(url)
    if (!parts || isHomePath(parts.path) || isAside(parts.path)) return []
    return [{ url, host: parts.host, stems: new Set(stemsOf(parts.path)) }]
  })
}

/** By the last part of its path. */
function isAside(path: string): boolean {
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  return ASIDE.test(folded(last.toLowerCase().replace(/\.\w+$/, '')).replace(/[_ ]/g, '-'))
}

const ASIDE =
  /^((aviso|nota|texto)s?-?legal(es)?|legal(-notice)?|mentions-legales|avis-legal|impressum|imprint|(politica|politique)?-?(de-)?(la-)?(privacidad|privacitat|privacidade|confidentialite|cookies)|privacy(-policy)?|cookie-policy|datenschutz|(condiciones|terminos|terms|condicions)(-.*)?|agb|contact(o|a|e|anos|ar|us|-us)?|kontakt|(muchas-|moltes-)?(gracias|gracies)|obrigado|thanks?(-you)?|danke|merci|login|acceso|cart|carrito|cesta|checkout)$/

/** Null for what is no web address, e.g. a tracking template. */
function partsOf(url: string): { host: string; path: string } | null {
  const [, host, path = ''] = url.match(/^https?:\/\/(?:www\.)?([^/?#]+)([^?#]*)/i) ?? []
  return host ? { host: host.toLowerCase(), path: readable(path) } : null
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function isSpecific({ text, campaignId, status, sums }: KeywordFacts, context: Context): boolean {
  return (
    status === 'ENABLED' &&
    sums.clicks > 0 &&
    stemsOf(text).length >= THRESHOLDS.specificWords.value &&
    context.protection.reasonFor(text, campaignId) === null
  )
}

const stemsOf = (text: string): string[] => [
  ...new Set(
    tokensOf(text)
      .filter((word) => !isStopWord(word) && !isNoName(folded(word)))
      .map(stem),
  ),
]

function groupOf(
  adGroup: AdGroupFacts,
  ads: readonly AdFacts[],
  keywords: KeywordFacts[],
  pages: ReadonlyMap<string, Page[]>,
): HomepageGroup[] {
  const [url] = ads.flatMap(({ finalUrls }) => finalUrls)
  const home = url === undefined ? null : partsOf(url)
  const clicks = keywords.reduce((sum, { sums }) => sum + sums.clicks, 0)
  const allHome = ads.every(({ finalUrls }) =>
    finalUrls.every((other) => isHomePath(partsOf(other)?.path ?? 'unknown')),
  )
  if (!url || !home || !allHome || clicks < THRESHOLDS.homepageClicks.value) return []
  const ofSite = pages.get(home.host)
  if (!ofSite) return []
  const better = betterPage(keywords, ofSite)
  const asked = new Set(keywords.flatMap(({ text }) => stemsOf(text)))
  const isAnyLike = ofSite.some(({ stems }) => !stems.isDisjointFrom(asked))
  if (better === null && !isAnyLike && ofSite.length < LEAST_PAGES) return []
  return [{ adGroup, keywords, url, better }]
}

/** One that says nothing of what is asked may be all that the site has beside. */
const LEAST_PAGES = 2

/** The page whose address has most of the words of the keyword with most clicks; at least two of them. */
function betterPage(keywords: readonly KeywordFacts[], pages: readonly Page[]): string | null {
  const main = keywords.reduce((a, b) => (b.sums.clicks > a.sums.clicks ? b : a))
  const words = stemsOf(main.text)
  const scored = pages.map(({ url, stems }) => ({
    url,
    score: words.filter((word) => stems.has(word)).length,
    extra: stems.size,
  }))
  const best = scored.reduce((a, b) =>
    b.score > a.score || (b.score === a.score && b.extra < a.extra) ? b : a,
  )
  return best.score >= THRESHOLDS.specificWords.value ? best.url : null
}

function findingOf(campaign: CampaignFacts, groups: HomepageGroup[], context: Context) {
  const { homepageMatchProbability, homepageProbability } = THRESHOLDS
  const matched = groups.some(({ better }) => better !== null)
  return setupFinding(
    {
      campaignId: campaign.id,
      probability: matched ? homepageMatchProbability.value : homepageProbability.value,
      priority: 'low',
    },
    words.homepageTexts(context, campaign, groups),
  )
}
