import type { MatchType } from './structure.ts'

const folded = new Map<string, readonly string[]>()

/** Lower case, without accents (ñ stays a letter of its own), split into words. */
export function wordsOf(text: string): readonly string[] {
  let words = folded.get(text)
  if (!words) {
    words = fold(text).split(' ').filter(Boolean)
    if (folded.size > 200_000) folded.clear()
    folded.set(text, words)
  }
  return words
}

export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/n\u0303/g, 'ñ')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * Google's semantics: exact = the same words in order, phrase = the words in a row, broad = all words in any order.
 * Positive keywords reach further by close variants; that is the caller's matter. Negatives do not.
 */
export function matches(
  keyword: readonly string[],
  matchType: MatchType,
  query: readonly string[],
): boolean {
  if (keyword.length > query.length || keyword.length === 0) return false
  if (matchType === 'EXACT') return keyword.length === query.length && startsAt(keyword, query, 0)
  if (matchType === 'PHRASE') {
    for (let at = 0; at + keyword.length <= query.length; at++)
      if (startsAt(keyword, query, at)) return true
    return false
  }
  return keyword.every((word) => query.includes(word))
}

function startsAt(keyword: readonly string[], query: readonly string[], at: number): boolean {
  for (let i = 0; i < keyword.length; i++) if (keyword[i] !== query[at + i]) return false
  return true
}

/** Keywords findable by the words of a query without trying them all. */
export type KeywordIndex<T> = Map<
  string,
  { words: readonly string[]; matchType: MatchType; item: T }[]
>

/** Each keyword stands under its rarest word, so a query meets it at most once. */
export function indexKeywords<T>(
  keywords: Iterable<{ text: string; matchType: MatchType; item: T }>,
): KeywordIndex<T> {
  const entries = [...keywords].map((k) => ({
    words: wordsOf(k.text),
    matchType: k.matchType,
    item: k.item,
  }))
  const frequency = new Map<string, number>()
  for (const entry of entries)
    for (const word of new Set(entry.words)) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const index: KeywordIndex<T> = new Map()
  for (const entry of entries) {
    let rarest = entry.words[0]
    for (const word of entry.words)
      if ((frequency.get(word) ?? 0) < (frequency.get(rarest ?? '') ?? 0)) rarest = word
    if (rarest === undefined) continue
    const bucket = index.get(rarest)
    if (bucket) bucket.push(entry)
    else index.set(rarest, [entry])
  }
  return index
}

/** Every indexed keyword that matches the query under its own match type. */
export function matching<T>(
  index: KeywordIndex<T>,
  query: readonly string[],
): { words: readonly string[]; matchType: MatchType; item: T }[] {
  const found: { words: readonly string[]; matchType: MatchType; item: T }[] = []
  for (const word of new Set(query))
    for (const entry of index.get(word) ?? [])
      if (matches(entry.words, entry.matchType, query)) found.push(entry)
  return found
}
