import type { KeywordFacts, MatchType, NegativeKeyword } from './snapshot.ts'
import { meaningOf, tokensOf, wordsOf } from './terms.ts'

/**
 * Whether a negative keyword stops a query. Negatives do not expand to close variants: plurals,
 * accents and synonyms are other words.
 */
export function negativeBlocks(negative: { text: string; matchType: MatchType }, query: string) {
  const words = tokensOf(negative.text)
  const asked = tokensOf(query)
  if (words.length === 0) return false
  if (negative.matchType === 'BROAD') return words.every((word) => asked.includes(word))
  if (negative.matchType === 'PHRASE') return hasSequence(asked, words)
  return words.length === asked.length && hasSequence(asked, words)
}

/** Whether the negative acts where the query was served. */
export function negativeActsOn(negative: NegativeKeyword, place: Place): boolean {
  if (negative.scope === 'adGroup') return negative.adGroupId === place.adGroupId
  return negative.campaignId === undefined || negative.campaignId === place.campaignId
}

type Place = { campaignId: string; adGroupId: string }

/** Tells whether a query is stopped at a place; every match type needs the negative's first word. */
export type NegativeLookup = (query: string, place: Place) => boolean

export function negativeLookup(negatives: readonly NegativeKeyword[]): NegativeLookup {
  if (negatives.length === 0) return () => false
  const stopping = negativesStopping(negatives)
  return (query, place) => stopping(query, place).next().done === false
}

/** The negatives that stop a query at a place, one by one. */
export function negativesStopping(negatives: readonly NegativeKeyword[]) {
  const byWord = Map.groupBy(negatives, ({ text }) => tokensOf(text)[0] ?? '')
  return function* (query: string, place: Place): Generator<NegativeKeyword> {
    if (byWord.size === 0) return
    for (const word of new Set(wordsOf(query).map(({ written }) => written))) {
      for (const negative of byWord.get(word) ?? []) {
        if (negativeActsOn(negative, place) && negativeBlocks(negative, query)) yield negative
      }
    }
  }
}

/**
 * Whether a negative leaves a positive keyword without any query: a phrase or broad negative within its words stops
 * all that contain them, an exact negative only the exact keyword of the same words.
 */
export function negativeSilences(
  negative: Pick<NegativeKeyword, 'text' | 'matchType'>,
  keyword: Pick<KeywordFacts, 'text' | 'matchType'>,
): boolean {
  if (negative.matchType === 'EXACT' && keyword.matchType !== 'EXACT') return false
  return negativeBlocks(negative, keyword.text)
}

/**
 * Whether a positive keyword already asks for this query, close variants included: word order,
 * plurals, accents and little words aside. Broad match is taken at its words; Google's reach by
 * meaning cannot be computed here.
 */
export function keywordCovers(
  keyword: Pick<KeywordFacts, 'text' | 'matchType'>,
  query: string,
): boolean {
  if (meaningOf(keyword.text) === meaningOf(query)) return true
  if (keyword.matchType === 'EXACT') return false
  const words = stems(keyword.text)
  const asked = stems(query)
  if (words.length === 0) return false
  return keyword.matchType === 'PHRASE'
    ? hasSequence(asked, words)
    : words.every((word) => asked.includes(word))
}

/** Whether a query has the words of a keyword in their order: 'barcelona madrid' is the way back, and another language to translate from. */
export function asksInOrder(keyword: string, query: string): boolean {
  return hasSequence(stems(query), stems(keyword))
}

/** True when `words` stand together and in order inside `text`. */
export function hasSequence(text: readonly string[], words: readonly string[]): boolean {
  for (let start = 0; start + words.length <= text.length; start++) {
    if (words.every((word, i) => text[start + i] === word)) return true
  }
  return false
}

function stems(text: string): string[] {
  const words = wordsOf(text)
  const kept = words.filter(({ isStop }) => !isStop)
  return (kept.length > 0 ? kept : words).map((word) => word.stem)
}
