import type { SoldTerm } from '#account-data/sold-terms.ts'
import { type Card, contradictionsOf, wordsOfCard } from './card-words.ts'
import { type Known, placeNameOf } from './known.ts'
import { type LiveKeyword, type Negative, stoppedBy } from './negatives.ts'
import { type Image, idOf, isBudgetShift, leavesPortfolio, type Target } from './operations.ts'
import { stepProblems } from './step-limits.ts'
import { amountsOf } from './step-text.ts'

/** What a card and its operations are judged by; by resource name where it is about a place. */
export type GateFacts = {
  card: Card
  currencyCode: string
  known: ReadonlyMap<string, Known>
  /** Before the first change of the week; what has not changed may be missing. */
  bases: ReadonlyMap<string, Image>
  /** For each operation those that act by it. */
  negatives: readonly (readonly Negative[])[]
  /** Enabled ones, and search terms that sold, where negatives come to act. */
  keywords: readonly LiveKeyword[]
  sold: readonly SoldTerm[]
  /** What all campaigns on a budget spend per observed day, micros, by its id; only what is known. */
  spent: ReadonlyMap<number, number>
}

export type Fault = {
  kind: 'blocks_keyword' | 'step_too_large' | 'leaves_portfolio' | 'contradicts_card'
  /** Spanish. */
  message: string
}

/**
 * The last gate before money moves, for each operation of a card: what it may not do, by any rule. It knows no rule
 * and trusts none: steps, floors and spend are the account's, the rest is what the card itself says. `present`: what is
 * there; null where that is not known, which is not the same as unset.
 */
export function faultsOf(
  targets: readonly Target[],
  present: readonly (Image | null)[],
  facts: GateFacts,
): Fault[][] {
  const { currencyCode, known, bases, negatives, keywords, sold, spent } = facts
  const words = wordsOfCard(facts.card)
  const isShift = isBudgetShift(targets, present)
  const stoppedOfAll = stoppedBy(negatives.flat(), sold)
  return targets.map((target, i) => {
    const name = placeNameOf(target)
    const image = present[i] ?? null
    const spentPerDayMicros = spent.get(idOf(target.resourceName)) ?? null
    const blocked = stoppedBy(negatives[i]!, keywords)
    const base = image && { ...image, ...bases.get(name) }
    const limits = { currencyCode, isShift, spentPerDayMicros }
    const place = {
      names: known.get(name)?.names ?? [],
      amounts: amountsOf(target, image ?? {}, currencyCode),
      stopped: stoppedBy(negatives[i]!, sold),
      stoppedOfAll,
    }
    return [
      ...faults('blocks_keyword', blockedKeywords(blocked)),
      ...faults('step_too_large', stepProblems(target, base, limits)),
      ...faults('leaves_portfolio', leavesPortfolio(target, image) ? [IN_PORTFOLIO] : []),
      ...faults('contradicts_card', contradictionsOf(target, words, place)),
    ]
  })
}

const faults = (kind: Fault['kind'], messages: readonly string[]): Fault[] =>
  messages.map((message) => ({ kind, message }))

const IN_PORTFOLIO =
  'La campaña puja con una cartera: cambiar aquí su objetivo o su estrategia la sacaría de ella.'

const NAMED = 3

function blockedKeywords(blocked: readonly LiveKeyword[]): string[] {
  if (blocked.length === 0) return []
  const names = blocked.slice(0, NAMED).map(({ text, adGroupName }) => `«${text}» (${adGroupName})`)
  return [`Dejaría sin mostrarse palabras clave activas: ${names.join(', ')}.`]
}
