import { numberTable } from '../statistics/number-table.ts'
import { hash64 } from '../statistics/random.ts'
import { askedOnce, isQuestion, kinOf, wordsOf } from './terms.ts'

/** Numbers from 0 for texts, the same one for texts of the same kin; for the analysis of one account. */
export function kinNumbers(): (text: string) => number {
  const numbers = numberTable()
  /** The first text of each number. */
  const texts: string[] = []
  const hashOf = kinHashes()
  return (text) => {
    // Kin have the same hash; strangers hardly ever, and then move on.
    for (let key = hashOf(text); ; key++) {
      const number = numbers.findOrAdd(key)
      texts[number] ??= text
      const first = texts[number]
      if (first === text || kinOf(first) === kinOf(text)) return number
    }
  }
}

/** Whole numbers: the sum of its words', in any order; the little words count where there are no others. */
function kinHashes(): (text: string) => number {
  const hashOf = askedOnce(({ kin }) => {
    const [high, low] = hash64(kin)
    // 40 bits, so that a text may have thousands of words.
    return (high >>> 0) * 256 + (low >>> 24)
  })
  return (text) => {
    const words = wordsOf(text)
    let [little, telling] = [0, 0]
    for (const word of words) {
      if (word.isStop) little += hashOf(word)
      else telling += hashOf(word)
    }
    return (telling || little) + (isQuestion(words) ? QUESTION : 0)
  }
}

const QUESTION = 0x9e3779b1
