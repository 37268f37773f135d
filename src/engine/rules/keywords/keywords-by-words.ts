import type { KeywordFacts } from '../../account/snapshot.ts'
import { meaningOf } from '../../account/terms.ts'

/** Finds those all of whose telling words are in a text; their match type is not looked at. */
export function keywordsByWords<T extends Pick<KeywordFacts, 'text'>>(
  keywords: readonly T[],
): (text: string) => readonly T[] {
  const byWords = Map.groupBy(keywords, ({ text }) => tellingStems(text).join(' '))
  return (text) => someOf(tellingStems(text)).flatMap((some) => byWords.get(some.join(' ')) ?? [])
}

/** In one order, each once. */
function tellingStems(text: string): string[] {
  return [...new Set(meaningOf(text).split(' '))].slice(0, MOST_WORDS)
}

/** Of a keyword; Google takes no more. */
const MOST_WORDS = 10

/** All choices of one or more of them, in their order. */
function someOf(stems: readonly string[]): string[][] {
  const [first, ...rest] = stems
  if (first === undefined) return []
  const others = someOf(rest)
  return [[first], ...others.map((some) => [first, ...some]), ...others]
}
