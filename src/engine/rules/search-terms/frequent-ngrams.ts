import { MICROS } from '#shared/metrics.ts'
import { numberTable } from '../../number-table.ts'
import type { Evidence } from '../../priors.ts'
import type { Term } from '../../search-terms.ts'
import { type Word, wordsOf } from '../../terms.ts'
import { THRESHOLDS } from '../../thresholds.ts'

/** A group of words, folded, with the queries that contain it; the spelling that cost most first. */
export type Ngram = {
  words: string
  spellings: string[]
  terms: Term[]
  clicks: number
  /** Clicks (known) and conversions. */
  evidence: Evidence
}

export type NgramIndex = {
  ngrams: readonly Ngram[]
  /** Those of them that a query contains. */
  within: (query: string) => Ngram[]
}

/** Words in a group at most. */
const LONGEST = 3

/**
 * Groups of one to three words, none with a stop word at an end, that enough queries share. Words of several queries
 * can only be made of words of several queries: the rest is not even looked at. Counted by numbers first, for nearly
 * all groups are found in one query only.
 */
export function frequentNgrams(terms: readonly Term[], knownShare: number): NgramIndex {
  const least = THRESHOLDS.ngramTerms.value
  const { numbers, codes, ends } = encoded(terms)
  const places = placesOf(numbers.size)
  const counts: number[] = []
  const lastTerm: number[] = []
  for (let i = 0; i < terms.length; i++) {
    places.visit(codes, ends[i]!, ends[i + 1]!, true, (place) => {
      if (lastTerm[place] === i) return
      lastTerm[place] = i
      counts[place] = (counts[place] ?? 0) + 1
    })
  }
  const found: Found[] = []
  const names = [...numbers.keys()]
  for (const [i, term] of terms.entries()) {
    const from = ends[i]!
    places.visit(codes, from, ends[i + 1]!, false, (place, start, end) => {
      if (counts[place]! < least) return
      found[place] ??= newFound(codes.slice(start, end).map(numberOf), names)
      const isPlain = codes.subarray(start, end).every(isWrittenFolded)
      const spelling = isPlain ? found[place].words : written(term, start - from, end - from)
      add(found[place], term, spelling, knownShare)
    })
  }
  const ngrams = found.map(ngramOf)
  return {
    ngrams: ngrams.filter((ngram) => ngram !== undefined),
    within: (query) => {
      const within: Ngram[] = []
      const own = wordsOf(query).map((word) => codeOf(numbers.get(word.folded), word))
      places.visit(own, 0, own.length, false, (place) => {
        const ngram = ngrams[place]
        if (ngram) within.push(ngram)
      })
      return within
    },
  }
}

/** Numbers of the folded words of several queries, and the words of all queries in a row as codes, query i from ends[i]. */
function encoded(terms: readonly Term[]) {
  const all = new Map<string, { terms: number; last: number }>()
  const ends = new Int32Array(terms.length + 1)
  const words = terms.map(({ text }, i) => {
    const own = wordsOf(text)
    ends[i + 1] = ends[i]! + own.length
    for (const { folded } of own) {
      const count = all.get(folded)
      if (!count) all.set(folded, { terms: 1, last: i })
      else if (count.last !== i) {
        count.terms++
        count.last = i
      }
    }
    return own
  })
  const frequent = [...all].filter(([, count]) => count.terms >= THRESHOLDS.ngramTerms.value)
  const numbers = new Map(frequent.map(([word], number) => [word, number]))
  const codes = new Int32Array(ends.at(-1)!)
  let at = 0
  for (const own of words) {
    for (const word of own) codes[at++] = codeOf(numbers.get(word.folded), word)
  }
  return { numbers, codes, ends }
}

/** A word as its number and two bits; −1 where it is in few queries. */
function codeOf(number: number | undefined, { isStop, written, folded }: Word): number {
  if (number === undefined) return -1
  return number * 4 + (isStop ? STOP : 0) + (written === folded ? PLAIN : 0)
}

const STOP = 2
const PLAIN = 1
const numberOf = (code: number) => code >> 2
const isStopCode = (code: number) => (code & STOP) !== 0
const isWrittenFolded = (code: number) => (code & PLAIN) !== 0

/** Told of every group of known words with the first of its words and the one after its last. */
type Visitor = (place: number, start: number, end: number) => void

/** A tree of words in one table: the place of a group follows from the place of all but its last word, and that word. */
function placesOf(words: number) {
  const children = numberTable()
  const childOf = (place: number, number: number, grow: boolean) => {
    const key = place * words + number
    const child = grow ? children.findOrAdd(key) : children.find(key)
    return child < 0 ? child : words + child
  }
  return {
    /** From the last word to the first: of a group that comes twice in a query its last spelling is told first. */
    visit: (codes: ArrayLike<number>, from: number, to: number, grow: boolean, see: Visitor) => {
      for (let start = to - 1; start >= from; start--) {
        const first = codes[start]!
        if (first < 0 || isStopCode(first)) continue
        let place = numberOf(first)
        const last = Math.min(start + LONGEST, to)
        for (let end = start + 1; place >= 0; end++) {
          if (!isStopCode(codes[end - 1]!)) see(place, start, end)
          const next = end < last ? codes[end]! : -1
          place = next < 0 ? -1 : childOf(place, numberOf(next), grow)
        }
      }
    },
  }
}

type Found = Omit<Ngram, 'spellings'> & { costs: Map<string, number> }

function newFound(numbers: Int32Array, names: readonly string[]): Found {
  const words = Array.from(numbers, (number) => names[number]!).join(' ')
  return { words, terms: [], clicks: 0, evidence: { n: 0, k: 0 }, costs: new Map() }
}

function add(found: Found, term: Term, spelling: string, knownShare: number): void {
  const { terms, evidence, costs } = found
  if (terms.at(-1) === term) return
  const { clicks, costMicros, conversionsMicros } = term.sums
  terms.push(term)
  found.clicks += clicks
  evidence.n += clicks * knownShare
  evidence.k += conversionsMicros / MICROS
  costs.set(spelling, (costs.get(spelling) ?? 0) + costMicros)
}

function written({ text }: Term, start: number, end: number): string {
  return wordsOf(text)
    .slice(start, end)
    .map((word) => word.written)
    .join(' ')
}

function ngramOf({ words, terms, clicks, evidence, costs }: Found): Ngram {
  const spellings = [...costs]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([spelling]) => spelling)
  return { words, spellings, terms, clicks, evidence }
}
