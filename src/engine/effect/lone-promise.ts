import { normalCdf } from '../statistics/stats.ts'
import { SURE } from './halves-promise.ts'
import { boundsOf, chanceOfLooks, LOOK_WEEKS, leastSeenByLooks, MOST_WEEKS } from './looks.ts'
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
  const ofDrift = driftShare(past.fractions[0] ?? 1)
  const bounds = boundsOf(fractionsFrom(ofDrift))
  const weeks = bounds.map((_, i) => LOOK_WEEKS * (i + 1))
  const known = informationOf(weeks.map((after) => varianceAt(after, ofDrift)))
  // Information is one over the variance: the first look's error shrinks as it grows.
  const error = errorOf(past.monthlyMicros) * Math.sqrt(known[0]!)
  return {
    looks: weeks.map((after, i) => ({
      weeks: after,
      leastMicros: leastSeenByLooks(known.slice(0, i + 1), SURE, bounds.slice(0, i + 1)) * error,
    })),
    chanceOf: (monthlyMicros) => chanceOfLooks(known, monthlyMicros / error, bounds),
  }
}

/** Undecided, but not for want of anything that a promise needs. */
const OPEN: MeasuredEffect['reason'][] = ['too-few', 'few-days', 'turned']

/** Φ⁻¹(SURE). */
export const Z_SURE = 0.8416
if (Math.abs(normalCdf(Z_SURE) - SURE) > 1e-3) throw new Error('Z_SURE is not that of SURE')

/** Above it a look is the last (looks.ts). */
const ENOUGH = 0.9

/** Of the variance at the first look, by the information there. */
function driftShare(first: number): number {
  const begin = LOOK_WEEKS / MOST_WEEKS
  return Math.max(0, (first - begin) / (1 - begin))
}

/** As the looks will take it: weeks thin out chance, not drift. */
function fractionsFrom(ofDrift: number): number[] {
  const fractions: number[] = []
  for (let weeks = LOOK_WEEKS; weeks <= MOST_WEEKS; weeks += LOOK_WEEKS) {
    const fraction = ofDrift + ((1 - ofDrift) * weeks) / MOST_WEEKS
    fractions.push(fraction > ENOUGH ? 1 : fraction)
    if (fraction > ENOUGH) break
  }
  return fractions
}

/** Over that of the first look. Windows twice as long lie twice as far apart, and entities that drift go on meanwhile. */
function varianceAt(weeks: number, ofDrift: number): number {
  const longer = weeks / LOOK_WEEKS
  return ofDrift * longer + (1 - ofDrift) / longer
}

/** Of each look over that of the last; a look never takes away what the one before knew. */
function informationOf(variances: readonly number[]): number[] {
  let most = 0
  const known = variances.map((variance) => {
    most = Math.max(most * LEAST_GAIN, 1 / variance)
    return most
  })
  return known.map((one) => one / most)
}

const LEAST_GAIN = 1.01
