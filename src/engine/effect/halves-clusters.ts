import { meaningOf, tokensOf } from '../account/terms.ts'

/** Share of all words that two texts have in common from which they take each other's searches. */
const ALIKE = 0.6
/** More texts are not held against each other one by one: only those of the same words go together. */
const MANY = 1_500

/**
 * A cluster for each text: those so alike that who stops one sends its searches to another, or stops them too, are changed
 * together or not at all.
 */
export function clustersOfTexts(texts: readonly string[]): string[] {
  const words = texts.map((text) => new Set(meaningOf(text).split(' ')))
  const roots = texts.map((_, i) => i)
  const rootOf = (i: number): number => (roots[i] === i ? i : rootOf(roots[i]!))
  const join = (a: number, b: number) => {
    roots[rootOf(b)] = rootOf(a)
  }
  const first = new Map<string, number>()
  words.forEach((own, i) => {
    const meaning = [...own].sort().join(' ')
    const same = first.get(meaning)
    if (same === undefined) first.set(meaning, i)
    else join(same, i)
  })
  const once = [...first.values()]
  if (once.length <= MANY)
    once.forEach((a, at) => {
      for (const b of once.slice(at + 1)) if (areAlike(words[a]!, words[b]!)) join(a, b)
    })
  return texts.map((_, i) => tokensOf(texts[rootOf(i)]!).join(' '))
}

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const common = one.intersection(other).size
  if (common === Math.min(one.size, other.size)) return true
  return common / (one.size + other.size - common) >= ALIKE
}
