import { askedOnce, stem, type Word } from './terms.ts'

export type BrandNames = {
  /** Each of which is the brand by itself. */
  words: readonly Word[]
  /** Names of several words, as they are written one after another. */
  phrases: readonly (readonly Word[])[]
  /** What else may be joined to the brand in one word: a trade, an ending of an address. */
  isTrade: (stem: string) => boolean
}

/**
 * Tells whether a query names the brand: by a whole word (or its plural), by the name written in one word or apart, or by
 * a compound whose other half is a word of the trade ('calzadoslumbre'). Never by a beginning or an end alone: 'urbana' is
 * not 'Urban'.
 */
export function brandReader(names: BrandNames): (words: readonly Word[]) => boolean {
  const forms = Map.groupBy(names.words, (word) => word.stem)
  const whole = longEnough(names.words.map(({ folded }) => folded))
  const joined = longEnough(names.phrases.flatMap((words) => runsOf(words).map(joinedText)))
  const halves = names.words
    .map(({ folded }) => folded)
    .filter(({ length }) => length >= LEAST_HALF)
  const isCompound = (word: string) =>
    halves.some((half) => otherHalves(word, half).some((rest) => names.isTrade(stem(rest))))
  const isBrand = askedOnce(
    (word) =>
      (forms.get(word.stem) ?? []).some((own) => isSameOrPlural(word.folded, own.folded)) ||
      joined.has(word.folded) ||
      isCompound(word.folded) ||
      isCompound(word.written),
  )
  return (words) => words.some(isBrand) || runsOf(words).some((run) => whole.has(joinedText(run)))
}

/** 'Marin' and 'marine' have one stem and are two words. */
function isSameOrPlural(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return ['', 's', 'es'].some((ending) => short + ending === long)
}

function longEnough(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.filter(({ length }) => length >= LEAST_JOINED))
}

/** Letters: what is shorter comes together by chance. */
const LEAST_JOINED = 6
const LEAST_HALF = 4
const LEAST_REST = 3
const LONGEST_RUN = 3

function runsOf(words: readonly Word[]): (readonly Word[])[] {
  return words.flatMap((_, start) =>
    Array.from({ length: LONGEST_RUN - 1 }, (_, i) => words.slice(start, start + i + 2)).filter(
      (run, i) => run.length === i + 2,
    ),
  )
}

const joinedText = (words: readonly Word[]) => words.map(({ folded }) => folded).join('')

function otherHalves(word: string, half: string): string[] {
  return [
    ...(word.startsWith(half) ? [word.slice(half.length)] : []),
    ...(word.endsWith(half) ? [word.slice(0, -half.length)] : []),
  ].filter(({ length }) => length >= LEAST_REST)
}
