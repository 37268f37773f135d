import { normalCdf } from '../statistics/stats.ts'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import { comingLooks, type PastLook } from './coming-looks.ts'
import { SURE } from './halves-promise.ts'
import { chanceOfLooks, rootOf } from './looks.ts'
import type { MeasuredEffect } from './measure-effect.ts'

const { nextErrorSpread, withheldShare } = EFFECT_THRESHOLDS

/** What looking at one place can tell, by how its past weeks are told apart from what was left alone. */
export type LonePromise = {
  /** Weeks at which it is looked, and for each the smallest net a month that is seen there in four of five cases. */
  looks: { weeks: number; leastMicros: number }[]
  /** P(a net of so much a month is seen at the last of them). */
  chanceOf: (monthlyMicros: number) => number
}

/**
 * `past`: weeks in which nothing was applied, measured as each look will be, the first look's first, as far as days are known; null where
 * such a change cannot be judged at all.
 */
export function lonePromiseOf(past: readonly MeasuredEffect[]): LonePromise | null {
  const [first, ...later] = past
  if (!first || !mayPromise(first)) return null
  const { weeks, bounds, known, errorMicros } = comingLooks(first, later.filter(mayPromise))
  const chanceBy = (looks: number, errors: number) =>
    (1 - withheldShare.value) *
    ERRORS.reduce(
      (all, { times, weight }) =>
        all + weight * chanceOfLooks(known.slice(0, looks), errors * times, bounds),
      0,
    )
  return {
    looks: weeks.map((after, i) => ({
      weeks: after,
      leastMicros: rootOf((errors) => SURE - chanceBy(i + 1, errors)) * errorMicros,
    })),
    chanceOf: (monthlyMicros) => chanceBy(weeks.length, monthlyMicros / errorMicros),
  }
}

/** Whether what is seen of such weeks tells how sure others will be. */
export function mayPromise(one: MeasuredEffect): one is PastLook {
  return one.monthlyMicros !== null && (one.reason === null || OPEN.includes(one.reason))
}

/** Undecided, but not for want of anything that a promise needs. */
const OPEN: MeasuredEffect['reason'][] = ['too-few', 'few-days', 'turned']

/** Φ⁻¹(SURE). */
export const Z_SURE = 0.8416
if (Math.abs(normalCdf(Z_SURE) - SURE) > 1e-3) throw new Error('Z_SURE is not that of SURE')

/** What the looks will take the error for, over what the past takes it for: Gauss–Hermite, three points. */
const ERRORS = [
  { at: -Math.sqrt(3), weight: 1 / 6 },
  { at: 0, weight: 2 / 3 },
  { at: Math.sqrt(3), weight: 1 / 6 },
].map(({ at, weight }) => ({
  times: Math.exp(nextErrorSpread.value * at),
  weight,
}))
