import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'
import { folded, isStopWord, stem, tokensOf } from './terms.ts'
import { THRESHOLDS } from './thresholds.ts'

/** What must never be excluded or paused for lack of last-click conversions. */
export type Protection = {
  /** Why a query or keyword of this campaign is protected, or null. */
  reasonFor: (text: string, campaignId: string) => 'marca' | 'competencia' | null
  brandStems: ReadonlySet<string>
}

/**
 * Brand words: those of the account's name that are not its trade ('zapatería', 'dental'), and those
 * in most keywords of a campaign called 'marca' or 'brand'. Whole brand and competitor campaigns are
 * protected too: their owner bids there on purpose.
 */
export function protectionOf(snapshot: AccountSnapshot): Protection {
  const brandCampaigns = idsOf(snapshot.campaigns.filter(isBrandCampaign))
  const rivalCampaigns = idsOf(snapshot.campaigns.filter(({ name }) => named(name, RIVAL)))
  const brandStems = new Set([
    ...accountWords(snapshot, brandCampaigns),
    ...brandKeywordWords(snapshot, brandCampaigns),
  ])
  /** Long enough to be recognised inside 'calzadoslumbre'. */
  const written = [...brandStems].filter((word) => word.length >= 5)
  return {
    brandStems,
    reasonFor: (text, campaignId) => {
      if (rivalCampaigns.has(campaignId)) return 'competencia'
      if (brandCampaigns.has(campaignId)) return 'marca'
      if (brandStems.size === 0) return null
      const stems = tokensOf(text).map(stem)
      const isBrand = stems.some(
        (word) =>
          brandStems.has(word) ||
          written.some((brand) => word.startsWith(brand) || word.endsWith(brand)),
      )
      return isBrand ? 'marca' : null
    },
  }
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

function accountWords(snapshot: AccountSnapshot, brandCampaigns: ReadonlySet<string>): string[] {
  const others = snapshot.keywords.filter(({ campaignId }) => !brandCampaigns.has(campaignId))
  return namingWords(snapshot.account.name).filter((word) => {
    const users = others.filter(({ text }) => tokensOf(text).map(stem).includes(word)).length
    return users <= THRESHOLDS.genericKeywordShare.value * others.length
  })
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
