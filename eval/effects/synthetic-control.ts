import type { Day } from './entity-days.ts'
import type { PlantedChange } from './planted-changes.ts'

/** Rounds of projected gradient; more change the weights no more. */
const ROUNDS = 800

/** By how much clicks differ from what was expected, logarithm, after so many weeks before: against the mean of the untouched, four weeks for four. */
export function againstTheMean({ changed, untouched }: PlantedChange, weeksBefore: number): number {
  const first = weeksBefore * 7
  const moved = (days: readonly Day[]) =>
    Math.log(clicksOf(days.slice(first)) / clicksOf(days.slice(first - 28, first)))
  return moved(changed) - mean(untouched.map(moved))
}

/** The same against a synthetic control (Abadie, 2010; demeaned logarithms of weeks): untouched ones weighed as they follow all weeks before. */
export function againstSynthetic(
  { changed, untouched }: PlantedChange,
  weeksBefore: number,
): number {
  const demeaned = (days: readonly Day[]) => {
    const weeks = weekly(days)
    const level = mean(weeks.slice(0, weeksBefore))
    return weeks.map((week) => week - level)
  }
  const own = demeaned(changed)
  const donors = untouched.map(demeaned)
  const weights = weightsOf(
    own.slice(0, weeksBefore),
    donors.map((donor) => donor.slice(0, weeksBefore)),
  )
  return mean(own.map((week, at) => week - mixed(donors, weights, at)).slice(weeksBefore))
}

function weightsOf(own: readonly number[], donors: readonly number[][]): number[] {
  const square = donors.flat().reduce((sum, x) => sum + x * x, 0)
  let weights = donors.map(() => 1 / donors.length)
  for (let round = 0; round < ROUNDS; round++) {
    const off = own.map((week, at) => mixed(donors, weights, at) - week)
    const slope = (donor: readonly number[]) =>
      donor.reduce((sum, week, at) => sum + week * off[at]!, 0)
    weights = ontoSimplex(weights.map((weight, j) => weight - (4 * slope(donors[j]!)) / square))
  }
  return weights
}

/** The nearest weights that are none below zero and one in all (Held, Wolfe & Crowder, 1974). */
function ontoSimplex(values: readonly number[]): number[] {
  let [sum, shift] = [0, 0]
  for (const [i, value] of values.toSorted((a, b) => b - a).entries()) {
    sum += value
    if (value > (sum - 1) / (i + 1)) shift = (sum - 1) / (i + 1)
  }
  return values.map((value) => Math.max(0, value - shift))
}

function mixed(donors: readonly number[][], weights: readonly number[], at: number): number {
  return donors.reduce((sum, donor, j) => sum + weights[j]! * donor[at]!, 0)
}

function weekly(days: readonly Day[]): number[] {
  return Array.from({ length: days.length / 7 }, (_, week) =>
    Math.log(clicksOf(days.slice(7 * week, 7 * week + 7))),
  )
}

function clicksOf(days: readonly Day[]): number {
  return days.reduce((sum, { clicks }) => sum + clicks, 0.5)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length
}
