import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import { driftSquare, type Placebo } from './drift.ts'
import { weighedMean, withEdit } from './edited-donors.ts'
import type { Expectation } from './placebos.ts'

/** Of one entity between the windows of each period, the latest first; null where that is not known, or is what is asked about. */
export type Moves = readonly (Placebo | null)[]

/**
 * What is expected of an entity that may drift more than others do, or less: as far as the untouched are unlike in that, its own moves before say
 * how far it does. What grew or fell much is advised on, and is what drifts most. Drift² is inverse gamma between entities; of the moves it
 * is what chance leaves of them (EM). `alike`: of one entity's drift², that of so many as are judged by their sum.
 */
export function asItDrifts(
  ofOne: Expectation,
  own: Moves,
  others: readonly Moves[],
  alike = 1,
): Expectation {
  const expected = ofSum(ofOne, alike)
  const square = expected.drift ** 2
  if (square === 0 || expected.driftError === 0) return expected
  const periods = periodsOf(own, others)
  // How far parts go together is a guess: what their sum did before tells more.
  const unlike = Math.max(unlikenessOf(periods), alike < 1 ? UNSURE_OF_SUM : 0)
  if (unlike === 0) return expected
  // Twice the shape less two: so many moves what is believed beforehand is worth.
  const prior = 2 + 2 / unlike
  const known = periods.flatMap((one) =>
    one.own ? [{ ...one.own, square: one.square * alike }] : [],
  )
  let times = 1
  for (let round = 0; round < ROUNDS; round++) {
    const told = known.map((move) => expectedSquare(move, times))
    times = (prior + sum(told)) / (prior + known.length)
  }
  const information = sum(known.map((move) => signalOf(move, times) ** 2))
  const error = (2 * times ** 2) / (2 / unlike + information)
  return {
    ...expected,
    variance: expected.variance + (times - 1) * square,
    driftError: expected.driftError * times ** 2 + error * square ** 2,
  }
}

const ROUNDS = 20
/** As much as four moves of its own count: variance over mean² of how far sums drift. */
const UNSURE_OF_SUM = 1

function ofSum(expected: Expectation, alike: number): Expectation {
  const { drift, variance, driftError } = expected
  return {
    ...expected,
    variance: variance + (alike - 1) * drift ** 2,
    drift: drift * Math.sqrt(alike),
    driftError: driftError * alike ** 2,
  }
}

/**
 * Drift² of a sum over that of one of its parts, by what each of them costs: apart from one another they even out, but what one card changes is of
 * one kind and goes together in part.
 */
export function alikeOf(parts: readonly number[] = []): number {
  const total = sum(parts)
  const squares = total > 0 ? sum(parts.map((one) => (one / total) ** 2)) : 1
  return squares + EFFECT_THRESHOLDS.partsAlike.value * (1 - squares)
}

/** How far a move lies from the mean of its period, and the variance that chance has in that. */
type Apart = { off: number; chance: number }
type Period = { square: number; own: Apart | null; others: readonly (Apart | null)[] }

/** Each by its own mean and its own drift: some are wilder than others for all. */
function periodsOf(own: Moves, others: readonly Moves[]): Period[] {
  const most = Math.max(0, ...others.map(({ length }) => length))
  return Array.from({ length: most }, (_, back) => {
    const moves = others.map((one) => one[back] ?? null)
    const placebos = moves.filter((one) => one !== null)
    if (placebos.length < LEAST) return { square: 0, own: null, others: [] }
    const square = driftSquare([{ placebos: placebos.map(withEdit), weight: 1 }])
    const mean = weighedMean(placebos, square)
    const apart = (one: Placebo | null | undefined, unsure: number) =>
      one ? { off: one.log - mean.log, chance: one.variance + unsure } : null
    return {
      square,
      own: apart(own[back], mean.variance),
      others: moves.map((one) => apart(one && withEdit(one), 0)),
    }
  })
}

/** Fewer do not tell how far they drift. */
const LEAST = 5

/**
 * Variance between entities of how far they drift, over the mean's square: whether those that moved far in one period did so in another. Neighbouring
 * periods have a window in common and tell nothing of it. What chance may make of it is taken off.
 */
function unlikenessOf(periods: readonly Period[]): number {
  let [products, weights] = [0, 0]
  for (const [at, one] of periods.entries())
    for (const other of periods.slice(at + 2))
      for (const [entity, move] of one.others.entries()) {
        const again = other.others[entity]
        if (!move || !again) continue
        const [a, b] = [excessOf(move, one.square), excessOf(again, other.square)]
        products += a.excess * b.excess * a.signal * b.signal
        weights += (a.signal * b.signal) ** 2
      }
  return weights > 0 ? Math.max(0, (products - 2 * Math.sqrt(weights)) / weights) : 0
}

function excessOf({ off, chance }: Apart, square: number) {
  const all = chance + square
  return all > 0 ? { excess: off ** 2 / all - 1, signal: square / all } : { excess: 0, signal: 0 }
}

/** Of the drift in a move, over the usual, where this one drifts so many times as far. */
function expectedSquare({ off, chance, square }: Apart & { square: number }, times: number) {
  if (square === 0) return times
  const signal = signalOf({ chance, square }, times)
  return (signal ** 2 * off ** 2 + signal * chance) / square
}

function signalOf({ chance, square }: Pick<Apart, 'chance'> & { square: number }, times: number) {
  return square > 0 ? (times * square) / (times * square + chance) : 0
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
