import { MICROS } from '#shared/metrics.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Ngram } from './frequent-ngrams.ts'
import type { Term } from './search-terms.ts'

/**
 * Whether each query of a theme also has a word that may not be excluded and sells as badly without it: where 'clases' only comes in
 * 'clases … online', and 'curso … online' sells nothing either, it is not the classes. What has that word too is left to be judged.
 */
export function blamedForAnother(
  terms: readonly Term[],
  offered: readonly Ngram[],
): (theme: Ngram) => boolean {
  const ofTerm = new Map<Term, Ngram[]>(terms.map((term) => [term, []]))
  for (const ngram of offered) for (const term of ngram.terms) ofTerm.get(term)?.push(ngram)
  const byCampaign = Map.groupBy(terms, ({ campaign }) => campaign.id)
  const all = new Map([...byCampaign].map(([id, own]) => [id, soldBy(own)]))
  return (theme) => {
    const words = theme.words.split(' ')
    const [first, ...others] = theme.terms
    const shared = (first ? (ofTerm.get(first) ?? []) : []).filter(
      (ngram) =>
        !words.includes(ngram.words) && others.every((term) => ofTerm.get(term)?.includes(ngram)),
    )
    return shared.some((ngram) => isAsBad(ngram, theme, all))
  }
}

/** By its queries without the theme, against what the others bring in the campaigns where the theme comes. */
function isAsBad(ngram: Ngram, theme: Ngram, all: ReadonlyMap<string, Sold>): boolean {
  const blamed = new Set(theme.terms)
  const places = new Set(theme.terms.map(({ campaign }) => campaign.id))
  const own = ngram.terms.filter(({ campaign }) => places.has(campaign.id))
  const rest = soldBy(own.filter((term) => !blamed.has(term)))
  const usual = [...places].reduce((sum, id) => plus(sum, all.get(id) ?? NONE), NONE)
  const others = plus(usual, soldBy(own), -1)
  const expected = others.clicks > 0 ? (rest.clicks * others.sold) / others.clicks : 0
  const { familyConversions, returnlessSold } = THRESHOLDS
  return expected >= familyConversions.value && rest.sold <= returnlessSold.value * expected
}

type Sold = { clicks: number; sold: number }

const NONE: Sold = { clicks: 0, sold: 0 }

const plus = (a: Sold, b: Sold, times = 1): Sold => ({
  clicks: a.clicks + times * b.clicks,
  sold: a.sold + times * b.sold,
})

const soldBy = (terms: readonly Term[]): Sold =>
  terms.reduce(
    (sum, { sums }) => plus(sum, { clicks: sums.clicks, sold: sums.conversionsMicros / MICROS }),
    NONE,
  )
