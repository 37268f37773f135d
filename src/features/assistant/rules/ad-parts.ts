import { numberTokens, uncheckableNumbers } from './number-tokens.ts'

export type AdPartKind = 'headline' | 'description'
/** Google's limits of a responsive search ad: characters of a part, and how many parts. */
export const AD_LIMITS = {
  headline: { length: 30, most: 15, least: 3 },
  description: { length: 90, most: 4, least: 2 },
} as const

export type CheckedParts = {
  kept: { text: string; length: number }[]
  discarded: { text: string; reason: string }[]
}

/** What a draft may repeat: figures and offers of the ads that run, and figures of the keywords that are no price. */
export type AdSources = { ads: readonly string[]; keywords: readonly string[] }

const DOUBLE_WIDTH =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u
const NOT_IN_ADS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Extended_Pictographic}<>{}[\]\\^_~|*]/u
const OFFER =
  /(?<!\p{L})(?:gratis|gratuit\p{L}+|descuentos?|ofertas?|rebajas?|rebajad\p{L}+|promoci\p{L}+|chollos?|barat\p{L}+|económic\p{L}+|sin coste|(?:mejor|menor|mínimo) precio|precios? (?:más )?baj\p{L}+|garantizad\p{L}+|garantía)(?!\p{L})/giu

/** Length as Google counts: code points, those of double width twice. */
export function adLength(text: string): number {
  return [...text].reduce((sum, character) => sum + (DOUBLE_WIDTH.test(character) ? 2 : 1), 0)
}

/** Sorts drafts into those that Google takes and claim nothing new, and the rest with the reason in Spanish. */
export function checkParts(
  kind: AdPartKind,
  drafts: readonly string[],
  sources: AdSources,
): CheckedParts {
  const checked: CheckedParts = { kept: [], discarded: [] }
  const seen = new Set<string>()
  for (const draft of drafts) {
    const text = draft.trim().replace(/ +/g, ' ')
    const identity = text.toLowerCase().normalize('NFC')
    const reason = seen.has(identity) ? 'Está repetido.' : faultOf(kind, text, sources)
    if (reason) checked.discarded.push({ text, reason })
    else if (checked.kept.length < AD_LIMITS[kind].most)
      checked.kept.push({ text, length: adLength(text) })
    seen.add(identity)
  }
  return checked
}

function faultOf(kind: AdPartKind, text: string, sources: AdSources): string | null {
  const length = adLength(text)
  const limit = AD_LIMITS[kind].length
  if (text === '') return 'Está vacío.'
  if (length > limit) return `Tiene ${length} caracteres y caben ${limit}.`
  if (NOT_IN_ADS.test(text)) return 'Lleva caracteres que Google no admite.'
  if (kind === 'headline' && /[!¡]/.test(text))
    return 'Lleva una exclamación, y Google no la admite en títulos.'
  if (/[!?.,;:]{2,}/.test(text)) return 'Repite signos de puntuación.'
  if (/https?:|www\.|@/i.test(text)) return 'Lleva una dirección.'
  const claim = newClaim(text, sources)
  return claim ? `Afirma algo que no está en tus anuncios: ${claim}.` : null
}

function newClaim(text: string, { ads, keywords }: AdSources): string | undefined {
  const inAds = new Set(
    ads.flatMap((ad) => numberTokens(ad).map(({ value, kind }) => `${value} ${kind}`)),
  )
  const inKeywords = new Set(
    keywords.flatMap((word) => numberTokens(word).map(({ value }) => value)),
  )
  const figure = numberTokens(text).find(
    ({ value, kind }) =>
      !inAds.has(`${value} ${kind}`) && !(kind === 'plain' && inKeywords.has(value)),
  )
  if (figure) return figure.text
  const isNew = (sources: readonly string[]) => (claim: string) =>
    !sources.join('\n').toLowerCase().includes(claim.toLowerCase())
  // Who searches for it free is offered nothing.
  return (
    text.match(OFFER)?.find(isNew(ads)) ??
    uncheckableNumbers(text).find(isNew([...ads, ...keywords]))
  )
}
