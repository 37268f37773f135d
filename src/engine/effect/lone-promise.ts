import { normalCdf } from '../statistics/stats.ts'
import { SURE } from './halves-promise.ts'
import { chanceOfLooks, LOOK_WEEKS, leastSeenByLooks, MOST_WEEKS } from './looks.ts'
import type { MeasuredEffect } from './measure-effect.ts'
import { errorOf } from './net-effect.ts'

/** What looking at one place can tell, by how its past weeks are told apart from what was left alone. */
export type LonePromise = {
  /** Weeks at which it is looked, and for each the smallest net a month that is seen there in four of five cases. */
  looks: { weeks: number; leastMicros: number }[]
  /** P(a net of so much a month is seen at the last of them). */
  chanceOf: (monthlyMicros: number) => number
}

/** `past`: the measurement of weeks in which nothing was applied; null where such a change cannot be judged at all. */
export function lonePromiseOf(past: MeasuredEffect): LonePromise | null {
  if (past.reason !== null && !OPEN.includes(past.reason)) return null
  if (!past.monthlyMicros) return null
  const fractions = fractionsFrom(past.fractions[0] ?? 1)
  // Information is one over the variance: the first look's error shrinks as it grows.
  const error = errorOf(past.monthlyMicros) * Math.sqrt(fractions[0]!)
  return {
    looks: fractions.map((_, i) => ({
      weeks: LOOK_WEEKS * (i + 1),
      leastMicros: leastSeenByLooks(fractions.slice(0, i + 1), SURE) * error,
    })),
    chanceOf: (monthlyMicros) => chanceOfLooks(fractions, monthlyMicros / error),
  }
}

/** Undecided, but not for want of anything that a promise needs. */
const OPEN: MeasuredEffect['reason'][] = ['too-few', 'few-days', 'turned']

/** Φ⁻¹(SURE). */
export const Z_SURE = 0.8416
if (Math.abs(normalCdf(Z_SURE) - SURE) > 1e-3) throw new Error('Z_SURE is not that of SURE')

/** Above it a look is the last (looks.ts). */
const ENOUGH = 0.9

/** From the information at the first look: weeks thin out chance, not drift. */
function fractionsFrom(first: number): number[] {
  const begin = LOOK_WEEKS / MOST_WEEKS
  const ofDrift = Math.max(0, (first - begin) / (1 - begin))
  const fractions: number[] = []
  for (let weeks = LOOK_WEEKS; weeks <= MOST_WEEKS; weeks += LOOK_WEEKS) {
    const fraction = ofDrift + ((1 - ofDrift) * weeks) / MOST_WEEKS
    fractions.push(fraction > ENOUGH ? 1 : fraction)
    if (fraction > ENOUGH) break
  }
  return fractions
}
