import { askedOnce, type Word, wordsOf } from '../../account/terms.ts'

/** The words of all texts in a row as whole numbers, text i from ends[i] to before ends[i + 1]. */
export type WordCodes = {
  codes: Int32Array
  ends: Int32Array
  /** Of which text each of them is. */
  textAt: Int32Array
  /** Folded words that are in several texts; their numbers are below. */
  count: number
  folded: readonly string[]
  /** Of another text. */
  codesOf: (text: string) => number[]
}

/** The code of a word that is in fewer than `least` texts. */
export const RARE = -1

export const numberOf = (code: number) => code >> 2
export const isStopCode = (code: number) => (code & STOP) !== 0
export const isWrittenFolded = (code: number) => (code & PLAIN) !== 0

const STOP = 2
const PLAIN = 1

export function encodedWords(texts: readonly string[], least: number): WordCodes {
  const words = texts.map(wordsOf)
  const numbers = frequentWords(words, least)
  const codeOf = askedOnce((word) => {
    const number = numbers.get(word.folded)
    if (number === undefined) return RARE
    return number * 4 + (word.isStop ? STOP : 0) + (word.written === word.folded ? PLAIN : 0)
  })
  const ends = new Int32Array(texts.length + 1)
  for (let i = 0; i < words.length; i++) ends[i + 1] = ends[i]! + words[i]!.length
  const codes = new Int32Array(ends.at(-1)!)
  const textAt = new Int32Array(codes.length)
  let at = 0
  for (let i = 0; i < words.length; i++) {
    textAt.fill(i, ends[i]!, ends[i + 1]!)
    for (const word of words[i]!) codes[at++] = codeOf(word)
  }
  const codesOf = (text: string) => wordsOf(text).map(codeOf)
  return { codes, ends, textAt, count: numbers.size, folded: [...numbers.keys()], codesOf }
}

/** Numbers of the folded words of at least `least` texts. */
function frequentWords(texts: readonly (readonly Word[])[], least: number): Map<string, number> {
  const counts = new Map<string, { texts: number; last: number }>()
  const countOf = askedOnce(({ folded }) => {
    const count = counts.get(folded) ?? { texts: 0, last: -1 }
    counts.set(folded, count)
    return count
  })
  for (let i = 0; i < texts.length; i++) {
    for (const word of texts[i]!) {
      const count = countOf(word)
      if (count.last !== i) count.texts++
      count.last = i
    }
  }
  const frequent = [...counts].filter(([, count]) => count.texts >= least)
  return new Map(frequent.map(([word], number) => [word, number]))
}
