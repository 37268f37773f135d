import { THRESHOLDS } from '../thresholds/thresholds.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'
import { askedOnce, folded, isStopWord, stem, tokensOf, type Word, wordsOf } from './terms.ts'

/** What must never be excluded or paused for lack of last-click conversions. */
export type Protection = {
  /** Why a query or keyword of this campaign is protected, or null. */
  reasonFor: (text: string, campaignId: string) => 'marca' | 'competencia' | 'protegida' | null
  brandStems: ReadonlySet<string>
  /** Whether the brand's name is known from anything. */
  isKnown: boolean
}

/**
 * Brand words: those of the account's name that are not its trade ('zapatería', 'dental'), and those
 * in most keywords of a campaign called 'marca' or 'brand', as long as they hardly occur elsewhere ('cabo' in
 * 'Hotel Mirador del Cabo' is a place); all words of the name together are the brand too. Whole brand and competitor
 * campaigns are protected: their owner bids there on purpose. What the client named counts in any case.
 */
export function protectionOf(snapshot: AccountSnapshot): Protection {
  const brandCampaigns = idsOf(snapshot.campaigns.filter(isBrandCampaign))
  const rivalCampaigns = idsOf(snapshot.campaigns.filter(({ name }) => named(name, RIVAL)))
  const name = namingWords(snapshot.account.name)
  const candidates = new Set([...name, ...brandKeywordWords(snapshot, brandCampaigns)])
  const brandStems = distinctWords(candidates, snapshot, brandCampaigns)
  const ownBrand = phrasesOf(snapshot.ownWords?.brand)
  const sacred = phrasesOf(snapshot.ownWords?.protected)
  for (const phrase of ownBrand)
    if (phrase.size === 1) for (const word of phrase) brandStems.add(word)
  const phrases = [...ownBrand, ...(name.length > 1 ? [new Set(name)] : [])]
  /** Long enough to be recognised inside 'calzadoslumbre'. */
  const written = [...brandStems].filter((word) => word.length >= 5)
  const isBrand = askedOnce(
    ({ stem }) =>
      brandStems.has(stem) ||
      written.some((brand) => stem.startsWith(brand) || stem.endsWith(brand)),
  )
  return {
    brandStems,
    isKnown: brandStems.size > 0 || phrases.length > 0,
    reasonFor: (text, campaignId) => {
      if (rivalCampaigns.has(campaignId)) return 'competencia'
      if (brandCampaigns.has(campaignId)) return 'marca'
      const words = wordsOf(text)
      if (phrases.some((phrase) => hasAll(words, phrase))) return 'marca'
      if (words.some(isBrand)) return 'marca'
      return sacred.some((phrase) => hasAll(words, phrase)) ? 'protegida' : null
    },
  }
}

function hasAll(words: readonly Word[], phrase: ReadonlySet<string>): boolean {
  for (const own of phrase) if (!words.some((word) => word.stem === own)) return false
  return true
}

export function isBrandCampaign({ name }: Pick<CampaignFacts, 'name'>): boolean {
  return named(name, BRAND) && !/\b(no|non|sin|generic\w*)[ _-]*(marca|brand)/i.test(name)
}

const BRAND = new Set(['marca', 'brand', 'branding', 'branded', 'corporativa'])
const RIVAL = new Set(['competencia', 'competidor', 'competidores', 'competitors', 'competitor'])

/** Trade, place and legal words found in Spanish company names; they describe, they do not name. */
const TRADE = new Set(
  `clinica dental dentista dentistas hotel hostal apartamentos tienda tiendas zapato zapatos zapateria
  calzado calzados moda ropa muebles online web shop store software app cloud servicios servicio
  soluciones grupo group academia escuela abogados asesoria gestoria inmobiliaria seguros viajes
  restaurante bar cafe taller talleres autos coches motor farmacia optica peluqueria centro estetica
  fisioterapia medico medicos veterinaria reformas construcciones instalaciones energia solar espana
  spain madrid barcelona valencia sevilla malaga bilbao zaragoza mexico argentina colombia chile peru
  europa internacional iberica sl slu sa sau scp com es cuenta cuentas account ads google demo prueba
  principal nueva test campana search marketing digital agencia empresa company the and`
    .split(/\s+/)
    .map(stem),
)

function named(name: string, words: ReadonlySet<string>): boolean {
  return tokensOf(name.replace(/_/g, ' ')).some((token) => words.has(folded(token)))
}

/**
 * Those that other campaigns hardly use but beside another brand word. A lone candidate may be used more: brand
 * keywords in a mixed campaign look just like that.
 */
function distinctWords(
  candidates: ReadonlySet<string>,
  snapshot: AccountSnapshot,
  brandCampaigns: ReadonlySet<string>,
): Set<string> {
  const others = snapshot.keywords
    .filter(({ campaignId }) => !brandCampaigns.has(campaignId))
    .map(({ text }) => new Set(wordsOf(text).map((word) => word.stem)).intersection(candidates))
  const { placeKeywordShare, genericKeywordShare } = THRESHOLDS
  const limit = candidates.size > 1 ? placeKeywordShare : genericKeywordShare
  const isDistinct = (word: string) => {
    const alone = others.filter((words) => words.has(word) && words.size === 1).length
    return alone <= limit.value * others.length
  }
  return new Set([...candidates].filter(isDistinct))
}

/** The words of each phrase, in any order; a phrase of signs alone is none. */
function phrasesOf(texts: readonly string[] = []): Set<string>[] {
  return texts.map((text) => new Set(tokensOf(text).map(stem))).filter(({ size }) => size > 0)
}

function brandKeywordWords(
  snapshot: AccountSnapshot,
  brandCampaigns: ReadonlySet<string>,
): string[] {
  const keywords = snapshot.keywords.filter(({ campaignId }) => brandCampaigns.has(campaignId))
  const users = new Map<string, number>()
  for (const { text } of keywords) {
    for (const word of new Set(namingWords(text))) users.set(word, (users.get(word) ?? 0) + 1)
  }
  const needed = THRESHOLDS.brandKeywordShare.value * keywords.length
  return [...users].filter(([, count]) => count >= needed).map(([word]) => word)
}

function namingWords(text: string): string[] {
  return tokensOf(text)
    .filter((token) => token.length >= 3 && !isStopWord(token) && !/^\d+$/.test(token))
    .map(stem)
    .filter((word) => !TRADE.has(word))
}

function idsOf(campaigns: readonly CampaignFacts[]): Set<string> {
  return new Set(campaigns.map(({ id }) => id))
}
