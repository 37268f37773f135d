import { normalCdf } from '../statistics/stats.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { GOOGLES_FREEDOM } from './experiment-effect.ts'
import type { ArmFigures } from './halves-by-day.ts'
import { SURE } from './halves-promise.ts'
import { type LonePromise, Z_SURE } from './lone-promise.ts'
import { boundsOf, chanceOfLooks, LOOK_WEEKS, leastSeenByLooks, MOST_WEEKS } from './looks.ts'
import type { Worth } from './net-effect.ts'
import { studentQuantile, Z_95 } from './ratio-of-ratios.ts'

/** Conversions in each half from which a rise by so much (fraction) is seen in four of five cases: 708 for a fifth. */
export function conversionsToSee(rise: number): number {
  return Math.round(
    (2 * THRESHOLDS.dispersion.value * (Z_95 + Z_SURE) ** 2) / Math.log1p(rise) ** 2,
  )
}

/**
 * What half of a campaign's searches against the other half could tell. Both get the same days, so that only chance hides an effect.
 * `past`: the campaign's last weeks.
 */
export function experimentPromise(past: Past, worth: Worth): LonePromise | null {
  if (past.conversions <= 0 || past.clicks <= 0) return null
  const { fractions, bounds, least } = plan()
  return {
    looks: least.map((expected, i) => ({
      weeks: LOOK_WEEKS * (i + 1),
      leastMicros: monthlyOf(expected, past, worth),
    })),
    chanceOf: (monthlyMicros) => {
      const expected = monthlyMicros / errorWhere(monthlyMicros, past, worth)
      return chanceOfLooks(fractions, expected, bounds)
    },
  }
}

/** Of all looks; worked out once. */
let planned: { fractions: number[]; bounds: number[]; least: number[] } | null = null

function plan() {
  if (planned) return planned
  const fractions: number[] = []
  for (let week = LOOK_WEEKS; week <= MOST_WEEKS; week += LOOK_WEEKS)
    fractions.push(week / MOST_WEEKS)
  // Google says how sure its estimates are, which is itself not sure.
  const bounds = boundsOf(fractions).map((bound) =>
    studentQuantile(2 * (1 - normalCdf(bound)), GOOGLES_FREEDOM),
  )
  const least = fractions.map((_, i) => leastSeenByLooks(fractions.slice(0, i + 1), SURE, bounds))
  planned = { fractions, bounds, least }
  return planned
}

/** `soldDispersion`: variance over mean of its conversions. */
type Past = ArmFigures & { weeks: number; soldDispersion: number }

/** A gain that lies so many standard deviations from nothing; it makes them larger itself. */
function monthlyOf(deviations: number, past: Past, worth: Worth): number {
  let gain = 0
  for (let round = 0; round < ROUNDS; round++) gain = deviations * errorWhere(gain, past, worth)
  return gain
}

/** Each round takes off half of what is missing, or more. */
const ROUNDS = 40

/**
 * A month's net is taken to be conversions won or lost: more of them vary more, fewer less. A gain that saves cost instead is
 * seen a little more often than is promised.
 */
function errorWhere(monthlyMicros: number, past: Past, worth: Worth): number {
  return errorOf(past, worth, Math.max(0, 1 + monthlyMicros / monthlyValue(past, worth)))
}

/** Of the whole campaign, micros. */
function monthlyValue({ conversions, weeks }: Past, { micros }: Worth): number {
  return (micros * conversions * 30) / (weeks * 7)
}

/**
 * Standard deviation of the whole campaign's net after all weeks, micros a month, where the half that is changed sells so many times as
 * much as the other.
 */
function errorOf(past: Past, { micros }: Worth, times: number): number {
  const share = MOST_WEEKS / past.weeks / 2
  const [conversions, clicks] = [past.conversions * share, past.clicks * share]
  const dispersion = THRESHOLDS.dispersion.value
  const value = micros * Math.sqrt(past.soldDispersion * conversions * (1 + times))
  const cost = past.costMicros * share * Math.sqrt((2 * dispersion) / clicks)
  // Clicks drive both, so that part of one makes up for the other, as where it is measured.
  const alike = Math.min(1, Math.sqrt(conversions / clicks))
  const both = Math.sqrt(Math.max(0, value ** 2 + cost ** 2 - 2 * alike * value * cost))
  return (both * 2 * 30) / (MOST_WEEKS * 7)
}
