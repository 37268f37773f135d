import { AD_LIMITS, adLength } from './ad-parts.ts'

export type AdMaterial = {
  /** Texts of the ads that run, those that Google rates low left out. */
  headlines: string[]
  descriptions: string[]
  /** Those that brought conversions, most first. */
  convertingTerms: string[]
  keywords: string[]
}

/** Drafts without a model: what people search and buy, put into words that promise nothing. */
export function templateDrafts(material: AdMaterial): {
  headlines: string[]
  descriptions: string[]
} {
  const topics = unique([...material.convertingTerms, ...material.keywords].map(cleaned)).filter(
    (topic) => topic.length >= 3,
  )
  const fits = (kind: 'headline' | 'description') => (text: string) =>
    adLength(text) <= AD_LIMITS[kind].length
  const own = topics.map(capitalised)
  const [first, second, third] = topics
  const headlines = [
    ...own.slice(0, 6),
    ...own.slice(0, 2).map((topic) => `${topic} online`),
    ...own.slice(0, 2).map((topic) => `Descubre ${lowerFirst(topic)}`),
    ...material.headlines,
    ...own.slice(6),
  ]
  const descriptions = [
    ...(first && second && third
      ? [`Encuentra ${first}, ${second} y ${third}. Entra y elige con calma.`]
      : []),
    ...(first && second ? [`¿Buscas ${first} o ${second}? Míralo en nuestra web.`] : []),
    ...(first ? [`¿Buscas ${first}? Míralo en nuestra web y decide con calma.`] : []),
    ...material.descriptions,
  ]
  return {
    headlines: unique(headlines.filter(fits('headline'))).slice(0, AD_LIMITS.headline.most),
    descriptions: unique(descriptions.filter(fits('description'))).slice(
      0,
      AD_LIMITS.description.most,
    ),
  }
}

/** Terms are written by strangers: only letters, digits and the signs of names are taken over. */
function cleaned(term: string): string {
  return term
    .replace(/[^\p{L}\p{M}\p{N}&' -]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

function unique(texts: readonly string[]): string[] {
  const seen = new Map(texts.map((text) => [text.toLowerCase(), text]))
  return [...seen.values()]
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
