import { normalCdf } from '../statistics/stats.ts'
import { SURE } from './halves-promise.ts'
import { boundsOf, LOOK_WEEKS, MOST_WEEKS } from './looks.ts'
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
  if (past.reason !== null && past.reason !== 'too-few') return null
  if (!past.monthlyMicros) return null
  const fractions = fractionsFrom(past.fractions[0] ?? 1)
  const bounds = boundsOf(fractions)
  const atFirst = errorOf(past.monthlyMicros)
  // Information is one over the variance: the first look's error shrinks as it grows.
  const errors = fractions.map((fraction) => atFirst * Math.sqrt(fractions[0]! / fraction))
  const looks = fractions.map((_, i) => ({
    weeks: LOOK_WEEKS * (i + 1),
    leastMicros: (bounds[i]! + Z_SURE) * errors[i]!,
  }))
  const [error, bound] = [errors.at(-1)!, bounds.at(-1)!]
  return {
    looks,
    chanceOf: (monthlyMicros) => normalCdf(Math.abs(monthlyMicros) / error - bound),
  }
}

/** Φ⁻¹(SURE). */
const Z_SURE = 0.8416
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
