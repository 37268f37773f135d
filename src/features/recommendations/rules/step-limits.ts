import { THRESHOLDS } from '#engine/thresholds/thresholds.ts'
import { percent } from '#shared/spanish-numbers.ts'
import { type Image, isEmptyValue, type Target } from './operations.ts'
import { labelOf } from './step-text.ts'

type Cap = { up: number; down: number }

const RAISE = THRESHOLDS.budgetStep.value - 1
/** Own choice: a budget may be halved at once, and give all it has to another. */
const CUT = 0.5
const ALL = 1
/** Amounts are rounded to the currency's smallest coin, modifiers to a hundredth. */
const ROUNDING = 0.01

/** Days over which the steps of a field count as one. */
export const STEP_WINDOW_DAYS = 7

/**
 * The largest step at once, as fractions of the value a week before; sources beside the engine's thresholds. Larger
 * ones make Smart Bidding learn anew and cannot be told apart from luck when measured.
 */
function capOf(path: string, isShift: boolean): Cap | null {
  if (/(^|\.)amountMicros$/.test(path))
    return isShift ? { up: THRESHOLDS.shiftStep.value, down: ALL } : { up: RAISE, down: CUT }
  if (/(^|\.)(targetCpaMicros|targetRoas)$/.test(path)) return evenly(THRESHOLDS.targetStep.value)
  if (/(^|\.)(cpcBidMicros|cpcBidCeilingMicros)$/.test(path))
    return evenly(THRESHOLDS.bidStepSure.value)
  if (/(^|\.)bidModifier$/.test(path)) return evenly(THRESHOLDS.modifierStep.value)
  return null
}

const evenly = (step: number): Cap => ({ up: step, down: step })

/**
 * Spanish, for each field whose step is too large. `base`: the values before the first change of the week.
 * `isShift`: money that moves from one budget to another, with no more of it in all.
 */
export function stepProblems(target: Target, base: Image, isShift: boolean): string[] {
  if (target.kind !== 'update') return []
  return Object.entries(target.wanted).flatMap(([path, value]) => {
    const cap = capOf(path, isShift)
    const before = Number(isEmptyValue(path, base[path]) ? unsetValue(path) : base[path])
    const after = Number(value)
    // Nothing to compare with, or something that is to be excluded or unset: not a matter of degree.
    if (!cap || !(before > 0) || !(after > 0)) return []
    const change = after / before - 1
    if (change > cap.up + ROUNDING) return [tooLarge(path, 'sube', change, cap.up)]
    if (-change > cap.down + ROUNDING) return [tooLarge(path, 'baja', -change, cap.down)]
    return []
  })
}

const unsetValue = (path: string) => (/bidModifier$/.test(path) ? 1 : 0)

function tooLarge(path: string, verb: 'sube' | 'baja', change: number, cap: number): string {
  return `${labelOf(path)}: ${verb} un ${percent(change, 0)} en una semana y el máximo prudente es el ${percent(cap, 0)}.`
}
