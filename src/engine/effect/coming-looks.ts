import { boundsOf, fractionsAt, LOOK_WEEKS, MOST_WEEKS } from './looks.ts'
import type { MeasuredEffect } from './measure-effect.ts'
import { errorOf } from './net-effect.ts'

/** What looks to come will know of one place, and how far from nothing an estimate must lie at each, in its standard deviations. */
export type ComingLooks = {
  weeks: number[]
  bounds: readonly number[]
  /** Information over that at the last. */
  known: number[]
  /** Standard deviation at the last, micros a month. */
  errorMicros: number
}

/** What was measured of weeks behind us. */
export type PastLook = MeasuredEffect & {
  monthlyMicros: NonNullable<MeasuredEffect['monthlyMicros']>
}

/** `first`, `later`: weeks behind us in which nothing was applied, measured as each look will be, as far as they could be. */
export function comingLooks(first: PastLook, later: readonly PastLook[]): ComingLooks {
  const ofDrift = driftShare(first.fractions[0] ?? 1)
  const fractions = fractionsFrom((later.at(-1) ?? first).fractions, ofDrift)
  const weeks = fractions.map((_, i) => LOOK_WEEKS * (i + 1))
  const error = errorOf(first.monthlyMicros)
  const known = informationOf(
    weeks.map((after, i) => {
      const expected = varianceAt(after, ofDrift)
      const measured = i > 0 && later[i - 1]
      // One past tells it as badly as the law does: the geometric mean of both.
      return measured ? Math.sqrt(expected) * (errorOf(measured.monthlyMicros) / error) : expected
    }),
  )
  // Information is one over the variance: the first look's error shrinks as it grows.
  return { weeks, bounds: boundsOf(fractions), known, errorMicros: error * Math.sqrt(known[0]!) }
}

/** Of the variance at the first look, by the information there. */
function driftShare(first: number): number {
  const begin = LOOK_WEEKS / MOST_WEEKS
  return Math.max(0, (first - begin) / (1 - begin))
}

/** Of the looks that could be measured, and of the others as they will take it: weeks thin out chance, not drift. */
function fractionsFrom(measured: readonly number[], ofDrift: number): number[] {
  let fractions = measured.length > 0 ? [...measured] : [1]
  while (fractions.at(-1)! < 1) {
    const weeks = LOOK_WEEKS * (fractions.length + 1)
    fractions = fractionsAt({ chance: 1 - ofDrift, drift: ofDrift }, { weeks, fractions })
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
