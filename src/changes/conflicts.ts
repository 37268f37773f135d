import { negativeBlocks } from '#engine/account/matches.ts'
import { THRESHOLDS } from '#engine/thresholds/thresholds.ts'
import { percent } from '#shared/spanish-numbers.ts'
import { differences, type Image, isEmptyValue, type Target } from './operations.ts'
import { labelOf, valueText } from './step-text.ts'

export type Conflict = {
  kind: 'removed' | 'changed' | 'already_there' | 'blocks_keyword' | 'step_too_large'
  /** True: with it the step is not made. */
  blocking: boolean
  /** Spanish. */
  message: string
}

/** An enabled keyword that is there now. */
export type LiveKeyword = {
  text: string
  adGroupName: string
  campaign: string
  adGroup: string
  /** It was there when the account was analysed. */
  isKnown: boolean
}

export type StepSurroundings = {
  currencyCode: string
  /** As Google has it now; null where nothing is there. */
  found: { image: Image; isRemoved: boolean } | null
  /** Of a create: what it is to be in; null when it is made in the same request, or is the account itself. */
  place: { name: string; isRemoved: boolean } | null
  /** What the analysis went by; only the fields that are known. */
  known: Image
  /** Who touched it since, in Spanish; empty when Google's history names no person. */
  changedBy: string
  /** Values before the first change of the last week. */
  base: Image
  keywords: readonly LiveKeyword[]
  /** Of a budget: others give what it gets. */
  isShift: boolean
  /** Of a budget: what all campaigns on it spend per observed day, micros; null where that is not known. */
  spentPerDayMicros: number | null
}

/** What stands in the way of a step, or should be known before it is made. */
export function conflictsOf(target: Target, around: StepSurroundings): Conflict[] {
  const { found } = around
  if (target.kind === 'create') return createConflicts(target, around)
  if (!found || found.isRemoved)
    return [blocking('removed', target.kind === 'remove' ? 'Ya no está en Google Ads.' : REMOVED)]
  if (target.kind === 'remove') return []
  const wanted = Object.keys(target.wanted)
  if (differences(found.image, target.wanted, wanted).length === 0)
    return [blocking('already_there', 'Ya está así en Google Ads.')]
  const moved = differences(found.image, { ...found.image, ...around.known }, target.fields)
  return [
    ...moved.map((path) =>
      blocking('changed', changedText(path, around.known[path], found.image[path], around)),
    ),
    ...stepProblems(target, { ...found.image, ...around.base }, around).map((message) =>
      blocking('step_too_large', message),
    ),
  ]
}

const REMOVED = 'Se ha eliminado en Google Ads desde el análisis.'

function createConflicts(target: Target, { place, found, keywords }: StepSurroundings): Conflict[] {
  if (place?.isRemoved)
    return [blocking('removed', `«${place.name}» está eliminado en Google Ads.`)]
  if (found && !target.shape.staysForEver)
    return [blocking('already_there', 'Ya existe en Google Ads.')]
  const text = target.wanted['keyword.text']
  if (target.wanted.negative !== true || typeof text !== 'string') return []
  const matchType = target.wanted['keyword.matchType'] as 'EXACT' | 'PHRASE' | 'BROAD'
  const blocked = keywords.filter(
    (keyword) => isWithin(keyword, target) && negativeBlocks({ text, matchType }, keyword.text),
  )
  const added = blocked.filter(({ isKnown }) => !isKnown)
  if (blocked.length === 0) return []
  const names = (added.length > 0 ? added : blocked).slice(0, 3).map(nameOf).join(', ')
  return added.length > 0
    ? [
        blocking(
          'blocks_keyword',
          `Dejaría sin mostrarse palabras clave añadidas después: ${names}.`,
        ),
      ]
    : [{ kind: 'blocks_keyword', blocking: false, message: `Dejará sin mostrarse: ${names}.` }]
}

function isWithin(keyword: LiveKeyword, { wanted }: Target): boolean {
  return wanted.adGroup ? keyword.adGroup === wanted.adGroup : keyword.campaign === wanted.campaign
}

const nameOf = ({ text, adGroupName }: LiveKeyword) => `«${text}» (${adGroupName})`

function blocking(kind: Conflict['kind'], message: string): Conflict {
  return { kind, blocking: true, message }
}

function changedText(path: string, known: unknown, live: unknown, around: StepSurroundings) {
  const say = (value: unknown) => valueText(path, value, around.currencyCode)
  return `${labelOf(path)}: era ${say(known)} al analizarlo y ahora es ${say(live)}${around.changedBy}.`
}

type Cap = { up: number; down: number }

const RAISE = THRESHOLDS.budgetStep.value - 1
/** Own choice: a budget may be halved at once. */
const CUT = 0.5
/** Amounts are rounded to the currency's smallest coin, modifiers to a hundredth. */
const ROUNDING = 0.01

/** Days over which the steps of a field count as one. */
export const STEP_WINDOW_DAYS = 7

/**
 * The largest step at once, as fractions of the value a week before; sources beside the engine's thresholds. Larger
 * ones make Smart Bidding learn anew and cannot be told apart from luck when measured.
 */
function capOf(path: string, isShift: boolean): Cap | null {
  if (isBudget(path)) return isShift ? evenly(THRESHOLDS.shiftStep.value) : { up: RAISE, down: CUT }
  if (/(^|\.)(targetCpaMicros|targetRoas)$/.test(path)) return evenly(THRESHOLDS.targetStep.value)
  if (/(^|\.)(cpcBidMicros|cpcBidCeilingMicros)$/.test(path))
    return evenly(THRESHOLDS.bidStepSure.value)
  if (/(^|\.)bidModifier$/.test(path)) return evenly(THRESHOLDS.modifierStep.value)
  return null
}

const isBudget = (path: string) => /(^|\.)amountMicros$/.test(path)
const evenly = (step: number): Cap => ({ up: step, down: step })

/**
 * Spanish, for each field whose step is too large. `base`: the values before the first change of the week.
 * `isShift`: money that moves from one budget to another, with no more of it in all. What a budget does not spend it
 * may give away; of what it does spend, only one step: where its spend is not known, the budget itself counts.
 */
export function stepProblems(
  target: Target,
  base: Image,
  { isShift, spentPerDayMicros }: Pick<StepSurroundings, 'isShift' | 'spentPerDayMicros'>,
): string[] {
  if (target.kind !== 'update') return []
  return Object.entries(target.wanted).flatMap(([path, value]) => {
    const cap = capOf(path, isShift)
    const before = Number(isEmptyValue(path, base[path]) ? unsetValue(path) : base[path])
    const after = Number(value)
    // Nothing to compare with, or something that is to be excluded or unset: not a matter of degree.
    if (!cap || !(before > 0) || !(after > 0)) return []
    const change = after / before - 1
    if (change > cap.up + ROUNDING) return [tooLarge(path, 'sube', change, cap.up)]
    const given = isShift && isBudget(path) ? Math.min(before, spentPerDayMicros ?? before) : before
    const cut = 1 - after / given
    if (cut > cap.down + ROUNDING)
      return [given < before ? belowSpend(cut, cap.down) : tooLarge(path, 'baja', cut, cap.down)]
    return []
  })
}

function belowSpend(cut: number, cap: number): string {
  return `El presupuesto quedaría un ${percent(cut, 0)} por debajo de lo que se gasta al día y el máximo prudente es el ${percent(cap, 0)}.`
}

const unsetValue = (path: string) => (/bidModifier$/.test(path) ? 1 : 0)

function tooLarge(path: string, verb: 'sube' | 'baja', change: number, cap: number): string {
  return `${labelOf(path)}: ${verb} un ${percent(change, 0)} en una semana y el máximo prudente es el ${percent(cap, 0)}.`
}
