import type { KeywordFacts } from '../../account/snapshot.ts'
import { wordsOf } from '../../account/terms.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/**
 * Tells whether a keyword is what the account lives on: other keywords that contain all its words bring at least a
 * tenth of the conversions. Such a keyword starts journeys that end elsewhere, so it is never paused.
 */
export function coreKeywords(
  keywords: readonly KeywordFacts[],
): (keyword: Pick<KeywordFacts, 'text'>) => boolean {
  const converting = keywords
    .filter(({ sums }) => sums.conversionsMicros > 0)
    .map(({ text, sums }) => ({ words: tellingStems(text), conversions: sums.conversionsMicros }))
  const total = converting.reduce((sum, { conversions }) => sum + conversions, 0)
  const byWord = new Map<string, typeof converting>()
  for (const row of converting) {
    for (const word of row.words) {
      const rows = byWord.get(word)
      if (rows) rows.push(row)
      else byWord.set(word, [row])
    }
  }
  return ({ text }) => {
    const words = [...tellingStems(text)]
    const lists = words.map((word) => byWord.get(word) ?? [])
    const rarest = lists.toSorted((a, b) => a.length - b.length)[0] ?? []
    const within = rarest.filter((row) => words.every((word) => row.words.has(word)))
    const conversions = within.reduce((sum, row) => sum + row.conversions, 0)
    return total > 0 && conversions >= THRESHOLDS.coreShare.value * total
  }
}

function tellingStems(text: string): Set<string> {
  const words = wordsOf(text)
  const kept = words.filter(({ isStop }) => !isStop)
  return new Set((kept.length > 0 ? kept : words).map(({ stem }) => stem))
}
