import type { SoldTerm } from '#account-data/sold-terms.ts'
import { type CardWords, contradictionsOf } from './card-words.ts'
import { type Known, placeNameOf } from './known.ts'
import { type LiveKeyword, type Negative, stoppedBy } from './negatives.ts'
import { type Image, idOf, type Target } from './operations.ts'
import { stepProblems } from './step-limits.ts'
import { amountsOf, type StepValue } from './step-text.ts'

/** What all operations of a card are held against. */
export type CardFacts = {
  currencyCode: string
  words: CardWords
  /** Budgets of it give what others get. */
  isShift: boolean
  /** What all campaigns on a budget spend per observed day, micros, by its id; only what is known. */
  spent: ReadonlyMap<number, number>
  /** Of search terms that its negatives together would stop. */
  stoppedConversionsMicros: number
}

/** What is known of the place of one operation, at the time of the analysis or at Google's this moment. */
export type PlaceFacts = {
  /** How the card may call what is there; empty where that is not known. */
  names: readonly string[]
  /** Null where it is not stored: unknown, not unset. */
  present: Image | null
  /** Before the first change of the week; what has not changed may be missing. */
  base: Image
  /** Amounts that the operation sets, as they are shown. */
  amounts: readonly StepValue[]
  /** What a negative would stop: enabled keywords, and search terms that sold. */
  stoppedKeywords: readonly LiveKeyword[]
  stoppedTerms: readonly SoldTerm[]
}

type Read = {
  known: ReadonlyMap<string, Known>
  bases: ReadonlyMap<string, Image>
  keywords: readonly LiveKeyword[]
  sold: readonly SoldTerm[]
  /** That come to act by each target. */
  negatives: ReadonlyMap<Target, readonly Negative[]>
}

/** From what was read of all places, by resource name. */
export function placeFactsOf(
  target: Target,
  present: Image | null,
  { known, bases, keywords, sold, negatives }: Read,
  currencyCode: string,
): PlaceFacts {
  const name = placeNameOf(target)
  const own = negatives.get(target) ?? []
  return {
    names: known.get(name)?.names ?? [],
    present,
    base: bases.get(name) ?? {},
    amounts: amountsOf(target, present ?? {}, currencyCode),
    stoppedKeywords: stoppedBy(own, keywords),
    stoppedTerms: stoppedBy(own, sold),
  }
}

export type Fault = {
  kind: 'blocks_keyword' | 'step_too_large' | 'contradicts_card'
  /** Spanish. */
  message: string
}

/**
 * The last gate before money moves: what an operation of any rule may not do. It knows no rule and trusts none: steps,
 * floors and spend are the account's, the rest is what the card itself says.
 */
export function gateFaults(target: Target, card: CardFacts, place: PlaceFacts): Fault[] {
  const { present, base } = place
  const { currencyCode, isShift, spent } = card
  const spentPerDayMicros = spent.get(idOf(target.resourceName)) ?? null
  const limits = { currencyCode, isShift, spentPerDayMicros }
  const faults = {
    blocks_keyword: blockedKeywords(place),
    step_too_large: stepProblems(target, present && { ...present, ...base }, limits),
    contradicts_card: contradictionsOf(target, card, place),
  }
  return Object.entries(faults).flatMap(([kind, messages]) =>
    messages.map((message) => ({ kind: kind as Fault['kind'], message })),
  )
}

const NAMED = 3

function blockedKeywords({ stoppedKeywords }: PlaceFacts): string[] {
  const names = stoppedKeywords
    .slice(0, NAMED)
    .map(({ text, adGroupName }) => `«${text}» (${adGroupName})`)
  if (names.length === 0) return []
  return [`Dejaría sin mostrarse palabras clave activas: ${names.join(', ')}.`]
}
