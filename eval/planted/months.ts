import { drawNormal, type Uniforms, uniformsFrom } from '#engine/statistics/random.ts'
import type { Unit, World } from './world.ts'

/** Of a window. */
export const MONTHS = 3

/** A month against the mean of three, as a multiple of one month against another (sd of ln, months independent). */
const TO_WINDOW = Math.sqrt((1 + 1 / MONTHS) / 2)
/** From 28 days to the next, sd of ln: clicks of one keyword, and of a whole account (Crealytics). */
const UNIT_DRIFT = 0.56 * TO_WINDOW
const ACCOUNT_DRIFT = 0.21 * TO_WINDOW

/** Clicks of each unit in the coming month, by what people search then; chance comes on top. */
export function drawMonth({ units, variant, seed }: World): (units: readonly Unit[]) => number {
  const next = uniformsFrom(`volumes ${variant.name} ${seed}`)
  const account = around1(next, ACCOUNT_DRIFT)
  const clicks = new Map(
    units.map((unit) => [unit, (unit.meanClicks / MONTHS) * account * driftFactor(next)]),
  )
  return (some) => some.reduce((sum, unit) => sum + clicks.get(unit)!, 0)
}

/** What people search changes by itself. */
export const driftFactor = (next: Uniforms): number => around1(next, UNIT_DRIFT)

/** Lognormal of mean 1. */
function around1(next: Uniforms, sd: number): number {
  return Math.exp(sd * drawNormal(next) - sd ** 2 / 2)
}
