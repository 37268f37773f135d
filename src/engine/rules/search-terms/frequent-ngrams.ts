import { MICROS } from '#shared/metrics.ts'
import { wordsOf } from '../../account/terms.ts'
import { type NumberTable, numberTable } from '../../statistics/number-table.ts'
import type { Evidence } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { Term } from './search-terms.ts'
import {
  encodedWords,
  isStopCode,
  isWrittenFolded,
  numberOf,
  RARE,
  type WordCodes,
} from './word-codes.ts'

/** A group of words, folded, with the queries that contain it; the spelling that cost most first. */
export type Ngram = {
  readonly words: string
  readonly spellings: readonly string[]
  readonly terms: readonly Term[]
  readonly clicks: number
  /** Clicks (known) and conversions. */
  readonly evidence: Evidence
}

export type NgramIndex = {
  ngrams: readonly Ngram[]
  /** Those of them that a query contains. */
  within: (query: string) => Ngram[]
}

/** Words in a group at most. */
const LONGEST = 3
const NO_GROUP = -1

/**
 * Groups of one to three words, none with a stop word at an end, that enough queries share. A group of several queries
 * can only be made of groups of several queries: the rest is not even looked at (Agrawal & Srikant 1994, 'Apriori').
 */
export function frequentNgrams(terms: readonly Term[], knownShare: number): NgramIndex {
  const least = THRESHOLDS.ngramTerms.value
  const words = encodedWords(
    terms.map(({ text }) => text),
    least,
  )
  const levels = [singles(words)]
  while (levels.length < LONGEST) levels.push(longer(levels.at(-1)!, words, least))
  const ngrams = levels.map((level) => ngramsOf(level, { words, terms, knownShare }))
  return {
    ngrams: ngrams.flat().filter((ngram) => ngram !== undefined),
    within: (query) => {
      const codes = words.codesOf(query)
      const within: Ngram[] = []
      for (let start = codes.length - 1; start >= 0; start--) {
        let group = startOf(codes[start]!)
        for (let size = 1; group !== NO_GROUP; size++) {
          const ngram = ngrams[size - 1]![group]
          if (ngram) within.push(ngram)
          const code = size < LONGEST ? (codes[start + size] ?? RARE) : RARE
          group = code === RARE ? NO_GROUP : levels[size]!.groupOf(group, code)
        }
      }
      return within
    },
  }
}

/** The groups of `size` words that are in several queries, by number. */
type Level = {
  size: number
  groups: number
  /** The group that begins at each word of all queries. */
  at: Int32Array
  /** The group that a word makes of one of the level before. */
  groupOf: (shorter: number, code: number) => number
}

/** A group of one word has the word's number. */
function startOf(code: number): number {
  return code === RARE || isStopCode(code) ? NO_GROUP : numberOf(code)
}

function singles({ codes, count }: WordCodes): Level {
  return { size: 1, groups: count, at: codes.map(startOf), groupOf: () => NO_GROUP }
}

function longer(shorter: Level, { codes, ends, count }: WordCodes, least: number): Level {
  const size = shorter.size + 1
  const at = new Int32Array(codes.length).fill(NO_GROUP)
  const keyOf = (group: number, code: number) => group * count + numberOf(code)
  const numbered = (table: NumberTable, start: number) =>
    table.findOrAdd(keyOf(shorter.at[start]!, codes[start + size - 1]!))
  const all = numberTable()
  for (let i = 1; i < ends.length; i++) {
    for (let start = ends[i - 1]!; start + size <= ends[i]!; start++) {
      const isKnown = shorter.at[start] !== NO_GROUP && codes[start + size - 1] !== RARE
      if (isKnown) at[start] = numbered(all, start)
    }
  }
  const counts = termCounts(at, ends, all.size())
  const frequent = numberTable()
  for (let start = 0; start < at.length; start++) {
    if (at[start] === NO_GROUP) continue
    at[start] = counts[at[start]!]! < least ? NO_GROUP : numbered(frequent, start)
  }
  const groupOf = (group: number, code: number) => frequent.find(keyOf(group, code))
  return { size, groups: frequent.size(), at, groupOf }
}

/** Queries in which each group is, however often. */
function termCounts(at: Int32Array, ends: Int32Array, groups: number): Int32Array {
  const counts = new Int32Array(groups)
  const last = new Int32Array(groups)
  for (let i = 1; i < ends.length; i++) {
    for (let start = ends[i - 1]!; start < ends[i]!; start++) {
      const group = at[start]!
      if (group === NO_GROUP || last[group] === i) continue
      last[group] = i
      counts[group]!++
    }
  }
  return counts
}

type Corpus = { words: WordCodes; terms: readonly Term[]; knownShare: number }

/** By the number of the group; none where it ends in a stop word. */
function ngramsOf({ size, groups, at }: Level, corpus: Corpus): (FrequentNgram | undefined)[] {
  const { words, terms, knownShare } = corpus
  const places = newPlaces(corpus, size, termCounts(at, words.ends, groups))
  const found = new Array<FrequentNgram | undefined>(groups).fill(undefined)
  const last = new Int32Array(groups).fill(-1)
  for (let i = 0; i < terms.length; i++) {
    // From the last word to the first: of a group that comes twice in a query its last spelling counts.
    for (let start = words.ends[i + 1]! - size; start >= words.ends[i]!; start--) {
      const group = at[start]!
      if (group === NO_GROUP || last[group] === i) continue
      if (isStopCode(words.codes[start + size - 1]!)) continue
      last[group] = i
      found[group] ??= new FrequentNgram(places, group)
      found[group].add(start, terms[i]!, knownShare)
    }
  }
  return found
}

/** Where in the words of all queries the groups of a level begin, group after group. */
type Places = { corpus: Corpus; size: number; starts: Int32Array; from: Int32Array }

function newPlaces(corpus: Corpus, size: number, counts: Int32Array): Places {
  const from = new Int32Array(counts.length)
  let all = 0
  for (let group = 0; group < counts.length; group++) {
    from[group] = all
    all += counts[group]!
  }
  return { corpus, size, starts: new Int32Array(all), from }
}

/** Of most groups only the figures are ever asked for: the rest is worked out when it is. */
class FrequentNgram implements Ngram {
  clicks = 0
  readonly evidence = { n: 0, k: 0 }
  readonly #places: Places
  readonly #from: number
  #to: number
  #isPlain = true
  #words: string | undefined
  #terms: readonly Term[] | undefined
  #spellings: readonly string[] | undefined

  constructor(places: Places, group: number) {
    this.#places = places
    this.#from = places.from[group]!
    this.#to = this.#from
  }

  add(start: number, { sums }: Term, knownShare: number): void {
    const { corpus, size, starts } = this.#places
    starts[this.#to++] = start
    this.#isPlain &&= isFolded(corpus.words, start, size)
    this.clicks += sums.clicks
    this.evidence.n += sums.clicks * knownShare
    this.evidence.k += sums.conversionsMicros / MICROS
  }

  get words(): string {
    const { corpus, size, starts } = this.#places
    this.#words ??= foldedAt(corpus.words, starts[this.#from]!, size)
    return this.#words
  }

  get terms(): readonly Term[] {
    this.#terms ??= this.#gathered()
    return this.#terms
  }

  #gathered(): Term[] {
    const { corpus, starts } = this.#places
    const terms: Term[] = []
    for (let at = this.#from; at < this.#to; at++)
      terms.push(corpus.terms[corpus.words.textAt[starts[at]!]!]!)
    return terms
  }

  get spellings(): readonly string[] {
    this.#spellings ??= this.#isPlain ? [this.words] : dearestFirst(this.#costs())
    return this.#spellings
  }

  /** By spelling. */
  #costs(): Map<string, number> {
    const { corpus, size, starts } = this.#places
    const costs = new Map<string, number>()
    for (let at = this.#from; at < this.#to; at++) {
      const start = starts[at]!
      const term = corpus.terms[corpus.words.textAt[start]!]!
      const isPlain = isFolded(corpus.words, start, size)
      const spelling = isPlain ? this.words : spellingAt(corpus.words, term, start, size)
      costs.set(spelling, (costs.get(spelling) ?? 0) + term.sums.costMicros)
    }
    return costs
  }
}

function dearestFirst(costs: ReadonlyMap<string, number>): string[] {
  return [...costs]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([spelling]) => spelling)
}

function foldedAt({ codes, folded }: WordCodes, start: number, size: number): string {
  let words = folded[numberOf(codes[start]!)]!
  for (let at = start + 1; at < start + size; at++) words += ` ${folded[numberOf(codes[at]!)]}`
  return words
}

function isFolded({ codes }: WordCodes, start: number, size: number): boolean {
  for (let at = start; at < start + size; at++) if (!isWrittenFolded(codes[at]!)) return false
  return true
}

function spellingAt({ ends, textAt }: WordCodes, term: Term, start: number, size: number): string {
  const from = start - ends[textAt[start]!]!
  const own = wordsOf(term.text).slice(from, from + size)
  return own.map(({ written }) => written).join(' ')
}
