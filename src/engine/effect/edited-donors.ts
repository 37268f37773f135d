import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import type { Placebo } from './drift.ts'

/**
 * Mean of entities that drift apart by `square`, and its variance, where parts of some were changed and are left out. What their rest got
 * of those parts' traffic, or lost to them, is one unknown slope for all: edits of one kind push the same way, and that does not
 * average out. Generalised least squares; the inverse of a diagonal and one outer product (Sherman & Morrison, 1950).
 */
export function weighedMean(
  placebos: readonly Placebo[],
  square: number,
): { log: number; variance: number } {
  const direct = placebos.map(({ variance }) => 1 / (variance + square))
  const over = (of: (one: Placebo) => number) =>
    placebos.reduce((all, one, i) => all + direct[i]! * of(one), 0)
  const pull = over(editedOf)
  const doubt = DIVERTED ** 2
  const shrink = (doubt * pull) / (1 + doubt * over((one) => editedOf(one) ** 2))
  const weights = placebos.map((one, i) => direct[i]! * (1 - shrink * editedOf(one)))
  const total = weights.reduce((all, weight) => all + weight, 0)
  const log = placebos.reduce((all, one, i) => all + weights[i]! * one.log, 0) / total
  return { log, variance: 1 / total }
}

/** As one of many that tell how far entities drift. */
export function withEdit(one: Placebo): Placebo {
  return { ...one, variance: one.variance + (DIVERTED * editedOf(one)) ** 2 }
}

const DIVERTED = EFFECT_THRESHOLDS.divertedShare.value
const editedOf = ({ edited = 0 }: Placebo) => edited
