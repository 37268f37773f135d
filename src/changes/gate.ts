import type { SoldTerm } from '#account-data/sold-terms.ts'
import {
  type Card,
  type CardFacts,
  contradictionsOf,
  type PlaceFacts,
  wordsOfCard,
} from './card-words.ts'
import { type Known, placeNameOf } from './known.ts'
import { actingNegatives, type LiveKeyword, stoppedBy, stoppedConversions } from './negatives.ts'
import { type Image, idOf, isBudgetShift, type Target } from './operations.ts'
import type { NegativeList } from './shared-lists.ts'
import { stepProblems } from './step-limits.ts'
import { amountsOf } from './step-text.ts'

/** What a card and its operations are judged by; by resource name where it is about a place. */
export type GateFacts = {
  card: Card
  currencyCode: string
  known: ReadonlyMap<string, Known>
  bases: ReadonlyMap<string, Image>
  keywords: readonly LiveKeyword[]
  sold: readonly SoldTerm[]
  lists: readonly NegativeList[]
  spent: CardFacts['spent']
}

export type Fault = {
  kind: 'blocks_keyword' | 'step_too_large' | 'contradicts_card'
  /** Spanish. */
  message: string
}

/**
 * The last gate before money moves, for each operation of a card: what it may not do, by any rule. It knows no rule
 * and trusts none: steps, floors and spend are the account's, the rest is what the card itself says. `present`: what is there.
 */
export function faultsOf(
  targets: readonly Target[],
  present: readonly (Image | null)[],
  facts: GateFacts,
): Fault[][] {
  const { currencyCode, known, bases, keywords, sold, spent } = facts
  const negatives = actingNegatives(targets, facts.lists)
  const card = {
    currencyCode,
    words: wordsOfCard(facts.card),
    isShift: isBudgetShift(targets, present),
    spent,
    stoppedConversionsMicros: stoppedConversions(negatives.flat(), sold),
  }
  return targets.map((target, i) => {
    const name = placeNameOf(target)
    const image = present[i] ?? null
    return placeFaults(target, card, {
      names: known.get(name)?.names ?? [],
      present: image,
      base: bases.get(name) ?? {},
      amounts: amountsOf(target, image ?? {}, currencyCode),
      stoppedKeywords: stoppedBy(negatives[i]!, keywords),
      stoppedTerms: stoppedBy(negatives[i]!, sold),
    })
  })
}

function placeFaults(target: Target, card: CardFacts, place: PlaceFacts): Fault[] {
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
