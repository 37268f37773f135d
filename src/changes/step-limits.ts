import { THRESHOLDS } from '#engine/thresholds/thresholds.ts'
import { currencyStepMicros, percent } from '#shared/spanish-numbers.ts'
import { type Image, isEmptyValue, type Target } from './operations.ts'
import { labelOf } from './step-text.ts'

export type StepLimits = {
  currencyCode: string
  /** Of a budget: others give what it gets. */
  isShift: boolean
  /** Of a budget: what all campaigns on it spend per observed day, micros; null where that is not known. */
  spentPerDayMicros: number | null
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

/** Of these nothing stands for «not set». */
const isSpent = (path: string) => /(^|\.)(amountMicros|cpcBidMicros)$/.test(path)
const isBudget = (path: string) => /(^|\.)amountMicros$/.test(path)
const evenly = (step: number): Cap => ({ up: step, down: step })

/**
 * Spanish, for each field whose step is too large. `base`: the values before the first change of the week, null where
 * they are unknown. `isShift`: money that moves from one budget to another, with no more of it in all. What a budget does
 * not spend it may give away; of what it does spend, only one step: where its spend is not known, the budget itself counts.
 */
export function stepProblems(
  target: Target,
  base: Image | null,
  { currencyCode, isShift, spentPerDayMicros }: StepLimits,
): string[] {
  if (target.kind !== 'update') return []
  return Object.entries(target.wanted).flatMap(([path, value]) => {
    const cap = capOf(path, isShift)
    const before = valueBefore(path, base)
    const after = Number(value)
    if (isSpent(path) && after < currencyStepMicros(currencyCode))
      return [`${labelOf(path)}: quedaría en nada, y con menos de lo mínimo no se puja.`]
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

/** NaN where it is not known. */
function valueBefore(path: string, base: Image | null): number {
  if (base === null) return Number.NaN
  if (!isEmptyValue(path, base[path])) return Number(base[path])
  return /bidModifier$/.test(path) ? 1 : 0
}

function tooLarge(path: string, verb: 'sube' | 'baja', change: number, cap: number): string {
  return `${labelOf(path)}: ${verb} un ${percent(change, 0)} en una semana y el máximo prudente es el ${percent(cap, 0)}.`
}
