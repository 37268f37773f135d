import type { Context } from '../../account/context.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { stoppedSearches } from '../../account/stopped-searches.ts'
import { ngramsOf, stem, wordsOf } from '../../account/terms.ts'
import { offeredKeywords } from '../../account/turned-off.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Ngram, NgramIndex } from './frequent-ngrams.ts'
import type { MeantNgram } from './meant-words.ts'
import type { Term } from './search-terms.ts'

/** Clicks, not what the account sells, not its brand, not yet excluded nor stopped with its keywords. */
export function ngramCandidates(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  index: NgramIndex,
  closed: ReadonlySet<string>,
): Ngram[] {
  const isOffered = offeredGrams(snapshot, context)
  const isStopped = stoppedSearches(snapshot, context)
  return index.ngrams.filter((ngram) => {
    if (ngram.clicks < THRESHOLDS.ngramClicks.value) return false
    if (isOffered(ngram)) return false
    const { words, terms: own, spellings } = ngram
    if (!hasTexts(own, THRESHOLDS.ngramTerms.value)) return false
    if (spellings.length > THRESHOLDS.ngramSpellings.value) return false
    if (closed.size > 0 && own.some(({ campaign }) => closed.has(`${campaign.id} ${words}`)))
      return false
    return !own.every(({ rows }) => rows.every(isStopped))
  })
}

/** The same of words with a meaning, however few searches have them. */
export function meantCandidates(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  meant: readonly MeantNgram[],
): Ngram[] {
  const isOffered = offeredGrams(snapshot, context)
  const isStopped = stoppedSearches(snapshot, context)
  return meant.flatMap(({ ngram }) => {
    const { terms: own, spellings } = ngram
    if (isOffered(ngram) || spellings.length > THRESHOLDS.ngramSpellings.value) return []
    return own.every(({ rows }) => rows.every(isStopped)) ? [] : [ngram]
  })
}

/** Single words that the account bids on, which no negative may stop. */
export function offeredWords(
  snapshot: AccountSnapshot<'searchTerm'>,
  context: Context,
  { ngrams }: NgramIndex,
): Ngram[] {
  const isOffered = offeredGrams(snapshot, context)
  return ngrams.filter(
    (ngram) =>
      ngram.clicks >= THRESHOLDS.ngramClicks.value &&
      !ngram.words.includes(' ') &&
      isOffered(ngram),
  )
}

const offeredGrams = oncePerAnalysis((snapshot: AccountSnapshot) => {
  const grams = keywordGrams(snapshot)
  return ({ words }: Ngram) => grams.has(words.split(' ').map(stem).join(' '))
})

/** Every 1- to 3-gram of the live positive keywords, by stems. */
function keywordGrams(snapshot: AccountSnapshot): Set<string> {
  const grams = new Set<string>()
  for (const { text } of offeredKeywords(snapshot)) {
    const stems = wordsOf(text).map(({ written }) => stem(written))
    for (let size = 1; size <= 3; size++) {
      for (let i = 0; i + size <= stems.length; i++) grams.add(stems.slice(i, i + size).join(' '))
    }
  }
  return grams
}

/** At least `least` different ones. */
function hasTexts(terms: readonly Term[], least: number): boolean {
  const texts = new Set<string>()
  return terms.some(({ text }) => texts.add(text).size >= least)
}

/** Words of the brand's and competitors' queries, by campaign: a negative there would stop them too. */
export function gramsByCampaign(terms: readonly Term[]): Set<string> {
  return new Set(
    terms.flatMap(({ text, campaign }) =>
      [...ngramsOf(text).keys()].map((words) => `${campaign.id} ${words}`),
    ),
  )
}
