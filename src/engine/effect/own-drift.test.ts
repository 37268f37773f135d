import { expect, test } from 'vitest'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import { alikeOf, asItDrifts, type Moves } from './own-drift.ts'
import { againstExpected, expectationFrom } from './placebos.ts'

const CHANCE = 0.001
const PERIODS = 5

/** How thirty untouched ones moved, the latest first: each drifts by its own deviation, or by the other one in some periods. */
function untouched(driftOf: (entity: number, period: number) => number, seed = ''): Moves[] {
  const next = uniformsFrom(`own drift ${seed}`)
  return Array.from({ length: 30 }, (_, entity) =>
    Array.from({ length: PERIODS }, (_, period) => ({
      log: Math.hypot(driftOf(entity, period), Math.sqrt(CHANCE)) * drawNormal(next),
      variance: CHANCE,
    })),
  )
}

const moved = (by: number): Moves => [
  null,
  ...[1, -1, 1, -1].map((side) => ({ log: side * by, variance: CHANCE })),
]

const [CALM, WILD] = [0.03, 0.3]
const half = untouched((entity) => (entity % 2 ? CALM : WILD))
const expected = (others: readonly Moves[]) =>
  expectationFrom(
    others.map(([last]) => last!),
    0.25,
  )

test('where half of the untouched drift ten times as far, its own moves say which half it is of', () => {
  const usual = expected(half)
  const driftOf = (by: number) => Math.sqrt(asItDrifts(usual, moved(by), half).variance)
  expect(driftOf(CALM)).toBeLessThan(0.85 * Math.sqrt(usual.variance))
  expect(driftOf(0.4)).toBeGreaterThan(1.2 * Math.sqrt(usual.variance))
  const own = { log: 0.4, variance: CHANCE }
  const freedom = (of: typeof usual) => againstExpected(own, of).freedom
  // Nothing of its own is known: as far as the usual, but less surely so.
  expect(asItDrifts(usual, [null], half).variance).toBeCloseTo(usual.variance, 10)
  expect(freedom(asItDrifts(usual, [null], half))).toBeLessThan(0.7 * freedom(usual))
})

test('where those that moved far in one period are others in the next, all drift alike', () => {
  const turns = untouched((entity, period) => ((entity + (period >> 1)) % 2 ? CALM : WILD))
  expect(asItDrifts(expected(turns), moved(0.6), turns)).toEqual(expected(turns))
})

test('chance alone seldom makes them unlike, and windows that two periods share do not', () => {
  const isToldApart = (others: readonly Moves[]) =>
    asItDrifts(expected(others), moved(0.6), others).variance > expected(others).variance
  const seeds = Array.from({ length: 40 }, (_, seed) => `${seed}`)
  const alike = seeds.filter((seed) => isToldApart(untouched(() => 0.2, seed)))
  expect(alike.length).toBeLessThan(12)
  const sharing = seeds.filter((seed) => {
    const levels = untouched(() => 0.2, seed)
    return isToldApart(
      levels.map((one) =>
        one.slice(1).map((after, i) => ({ ...after!, log: after!.log - one[i]!.log })),
      ),
    )
  })
  expect(sharing.length).toBeLessThan(14)
})

test('a past in which nobody moved tells of none that it is calm', () => {
  const still = half.map(([last], i) => [
    { ...last!, log: untouched(() => 0.2)[i]![0]!.log },
    ...moved(0).slice(1),
  ])
  expect(asItDrifts(expected(still), moved(0), still)).toEqual(expected(still))
})

test('campaigns that are judged by their sum drift less far than one, unless their sum went as far before', () => {
  expect([alikeOf(), alikeOf([7]), alikeOf([0, 0])]).toEqual([1, 1, 1])
  expect(alikeOf([1, 1, 1, 1])).toBeCloseTo(0.25 + 0.4 * 0.75, 10)
  expect(alikeOf([97, 1, 1, 1])).toBeGreaterThan(0.95)
  const same = untouched(() => 0.2, 'same')
  const usual = expected(same)
  const alike = alikeOf([1, 1, 1, 1])
  const varianceOf = (own: Moves) => asItDrifts(usual, own, same, alike).variance
  const ofSum = usual.variance - (1 - alike) * usual.drift ** 2
  expect(varianceOf([null])).toBeCloseTo(ofSum, 10)
  expect(varianceOf(moved(0.02))).toBeLessThan(ofSum)
  expect(varianceOf(moved(0.25))).toBeGreaterThan(0.8 * usual.variance)
  // Nothing but the usual drift is known where hardly any others are.
  const unknown = { ...usual, driftError: 0 }
  expect(asItDrifts(unknown, [null], same, alike).variance).toBeCloseTo(ofSum, 10)
})
