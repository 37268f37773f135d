import { namesSomething } from '#engine/account/little-words.ts'
import { stem, tokensOf, type Word, wordsOf } from '#engine/account/terms.ts'
import { THRESHOLDS } from '#engine/thresholds/thresholds.ts'

export type WastedTerm = {
  text: string
  campaignId: string
  campaignName: string
  /** Account currency units. */
  cost: number
  clicks: number
}
export type Theme = {
  name: string
  word: string | null
  cost: number
  clicks: number
  terms: WastedTerm[]
}

const MOST_THEMES = 12

/** Terms that converted, and the keywords that brought any term. */
export type SparedTexts = { convertingTexts: readonly string[]; keywordTexts: readonly string[] }

/**
 * Terms without conversions by the word they share, dearest theme first. A word that any converting term or keyword
 * contains (in any number or gender) is no theme: as a negative it would cost sales. Nor is one that means nothing.
 */
export function themesByWord(wasted: readonly WastedTerm[], spared: SparedTexts): Theme[] {
  const isOpen = openWords(spared)
  const open = new Map(wasted.map((term) => [term, stemsOf(term.text, isOpen)]))
  const themes: Theme[] = []
  while (themes.length < MOST_THEMES) {
    const best = dearestStem(open)
    if (!best) break
    const terms = [...open].filter(([, stems]) => stems.has(best)).map(([term]) => term)
    for (const term of terms) open.delete(term)
    themes.push({ ...sumOf(terms), name: writtenForm(best, terms), word: negativeFor(best, terms) })
  }
  return themes.toSorted((a, b) => b.cost - a.cost)
}

/** A theme of the reader's or a model's making; its word is one that all terms share and nothing spared has. */
export function namedTheme(name: string, terms: readonly WastedTerm[], spared: SparedTexts): Theme {
  const isOpen = openWords(spared)
  const [first, ...others] = terms.map(({ text }) => stemsOf(text, isOpen))
  const shared = [...(first ?? [])].find((one) => others.every((stems) => stems.has(one)))
  return { ...sumOf(terms), name, word: shared ? negativeFor(shared, terms) : null }
}

function dearestStem(open: ReadonlyMap<WastedTerm, ReadonlySet<string>>): string | undefined {
  const sums = new Map<string, { cost: number; texts: Set<string> }>()
  for (const [{ text, cost }, stems] of open)
    for (const one of stems) {
      const sum = sums.get(one) ?? { cost: 0, texts: new Set() }
      sum.cost += cost
      sum.texts.add(text)
      sums.set(one, sum)
    }
  return [...sums]
    .filter(([, { texts }]) => texts.size >= 2)
    .toSorted(([a, x], [b, y]) => y.cost - x.cost || (a < b ? -1 : 1))[0]?.[0]
}

function sumOf(terms: readonly WastedTerm[]) {
  return {
    cost: terms.reduce((sum, { cost }) => sum + cost, 0),
    clicks: terms.reduce((sum, { clicks }) => sum + clicks, 0),
    terms: terms.toSorted((a, b) => b.cost - a.cost),
  }
}

/** A negative stops no other form of its word; below some clicks nothing is known of it. */
function negativeFor(wanted: string, terms: readonly WastedTerm[]): string | null {
  const form = writtenForm(wanted, terms)
  const isInAll = terms.every(({ text }) => tokensOf(text).includes(form))
  return isInAll && sumOf(terms).clicks >= THRESHOLDS.ngramClicks.value ? form : null
}

/** The stem as most terms write it. */
function writtenForm(wanted: string, terms: readonly WastedTerm[]): string {
  const forms = terms.flatMap(({ text }) =>
    tokensOf(text).filter((token) => stem(token) === wanted),
  )
  const counts = Map.groupBy(forms, (form) => form)
  const [most] = [...counts].toSorted(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
  return most?.[0] ?? wanted
}

function stemsOf(text: string, isOpen: (word: Word) => boolean): Set<string> {
  return new Set(
    wordsOf(text)
      .filter(isOpen)
      .map((word) => word.stem),
  )
}

function openWords({ convertingTexts, keywordTexts }: SparedTexts): (word: Word) => boolean {
  const spared = new Set(
    [...convertingTexts, ...keywordTexts].flatMap((text) => wordsOf(text).map(({ kin }) => kin)),
  )
  return (word) => namesSomething([word]) && !spared.has(word.kin)
}
