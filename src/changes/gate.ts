import type { SoldTerm } from '#account-data/sold-terms.ts'
import { negativeBlocks } from '#engine/account/matches.ts'
import { MICROS } from '#shared/metrics.ts'
import { quantity } from '#shared/spanish-numbers.ts'
import { type CardWords, isNamed, isSaid } from './card-words.ts'
import { type Image, isEmptyValue, type Target } from './operations.ts'
import { stepProblems } from './step-limits.ts'
import { labelOf, valueText } from './step-text.ts'

/** An enabled keyword in a place of the account. Places are ids. */
export type LiveKeyword = {
  text: string
  adGroupName: string
  campaignId: number
  adGroupId: number
}

/** What all operations of a card are held against. */
export type CardFacts = {
  currencyCode: string
  words: CardWords
  /** Budgets of it give what others get. */
  isShift: boolean
  /** What all campaigns on a budget spend per observed day, micros, by its resource name; only what is known. */
  spent: ReadonlyMap<string, number>
  keywords: readonly LiveKeyword[]
  /** Search terms that sold and that its negatives together would stop. */
  stopped: readonly SoldTerm[]
}

/** What is known of the place of one operation, at the time of the analysis or at Google's this moment. */
export type PlaceFacts = {
  /** Any of these may stand in the card for it; empty where none is known. */
  names: readonly string[]
  present: Image
  /** Before the first change of the week; what has not changed may be missing. */
  base: Image
}

export type Fault = {
  kind: 'blocks_keyword' | 'step_too_large' | 'contradicts_card'
  /** Spanish. */
  message: string
}

/**
 * The last gate before money moves: what an operation may not do, of any rule. It knows no rule and
 * trusts none: steps, floors and spend are the account's, the rest is what the card itself says.
 */
export function gateFaults(target: Target, card: CardFacts, place: PlaceFacts): Fault[] {
  const { currencyCode, isShift, spent } = card
  const spentPerDayMicros = spent.get(target.resourceName ?? '') ?? null
  const limits = { currencyCode, isShift, spentPerDayMicros }
  const faults = {
    blocks_keyword: blockedKeywords(target, card),
    step_too_large: stepProblems(target, { ...place.present, ...place.base }, limits),
    contradicts_card: [
      ...unnamed(target, card.words, place),
      ...unsaidAmounts(target, card, place),
      ...unsaidSales(target, card),
    ],
  }
  return Object.entries(faults).flatMap(([kind, messages]) =>
    messages.map((message) => ({ kind: kind as Fault['kind'], message })),
  )
}

/** The negative keyword that an operation adds; null for any other. */
export function negativeOf({ kind, wanted }: Target) {
  const text = wanted['keyword.text']
  if (kind !== 'create' || wanted.negative !== true || typeof text !== 'string') return null
  const matchType = wanted['keyword.matchType'] as 'EXACT' | 'PHRASE' | 'BROAD'
  return { text, matchType }
}

const NAMED = 3

function blockedKeywords(target: Target, { keywords }: CardFacts): string[] {
  const blocked = keywords.filter((keyword) => isStopped(keyword, target))
  const names = blocked.slice(0, NAMED).map(({ text, adGroupName }) => `«${text}» (${adGroupName})`)
  return names.length > 0
    ? [`Dejaría sin mostrarse palabras clave activas: ${names.join(', ')}.`]
    : []
}

/** Whether the negative that is added acts there, and on that text. */
function isStopped(
  { text, campaignId, adGroupId }: { text: string; campaignId: number; adGroupId: number },
  target: Target,
): boolean {
  const negative = negativeOf(target)
  if (!negative) return false
  const isWithin = target.wanted.adGroup
    ? adGroupId === idOf(target.wanted.adGroup)
    : campaignId === idOf(target.wanted.campaign)
  return isWithin && negativeBlocks(negative, text)
}

/** Those that one of the negatives stops. */
export function stoppedBy(targets: readonly Target[], sold: readonly SoldTerm[]): SoldTerm[] {
  return sold.filter((term) => targets.some((target) => isStopped(term, target)))
}

/** 'customers/1/campaigns/5' → 5. */
export const idOf = (resourceName: unknown) => Number(String(resourceName).split('/').at(-1))

/** What is paused, removed, added or excluded must be what the card names. */
function unnamed({ kind, wanted }: Target, words: CardWords, { names }: PlaceFacts): string[] {
  const isAbout = kind !== 'update' || wanted.status !== undefined
  if (!isAbout || names.length === 0 || isNamed(words, names)) return []
  return [`La recomendación no habla de «${names[0]}».`]
}

/** An amount must move from and to where the card says. */
function unsaidAmounts(
  { kind, wanted }: Target,
  { currencyCode, words }: CardFacts,
  { names, present }: PlaceFacts,
): string[] {
  const say = (path: string, value: unknown) => valueText(path, value, currencyCode)
  return Object.entries(wanted).flatMap(([path, value]) => {
    if (!/Micros$/.test(path)) return []
    const isNew = kind === 'create' || isEmptyValue(path, present[path])
    const before = isNew ? null : say(path, present[path])
    const after = say(path, value)
    if (isSaid(words, names, { before, after })) return []
    const from = before === null ? '' : `de ${before} `
    return [`La recomendación no dice este cambio: ${labelOf(path)} ${from}a ${after}.`]
  })
}

/** Conversions are shown in hundredths. */
const ROUNDING_MICROS = 0.01 * MICROS

/** Negatives must not stop searches that have sold more than the card says of them. */
function unsaidSales(target: Target, { words, stopped }: CardFacts): string[] {
  const sold = stopped.reduce((sum, { conversionsMicros }) => sum + conversionsMicros, 0)
  const own = stopped.filter((term) => isStopped(term, target))
  if (own.length === 0 || sold <= words.conversions * MICROS + ROUNDING_MICROS) return []
  const names = own
    .slice(0, NAMED)
    .map(({ text, conversionsMicros }) => `«${text}» (${quantity(conversionsMicros / MICROS)})`)
  return [
    `Frenaría búsquedas que han traído más conversiones de las que dice: ${names.join(', ')}.`,
  ]
}
