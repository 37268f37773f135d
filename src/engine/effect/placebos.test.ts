import { expect, test } from 'vitest'
import { EFFECT_THRESHOLDS } from '../thresholds/effect.ts'
import { driftSquare, type Placebo } from './drift.ts'
import { againstExpected, expectationFrom } from './placebos.ts'
import { intervalOf } from './ratio-of-ratios.ts'

const [LOGS, VARIANCES] = [
  [0.1, -0.05, 0.3, 0.02, -0.2, 0.15],
  [0.01, 0.02, 0.015, 0.005, 0.03, 0.01],
]
const placebos = LOGS!.map((log, i) => ({ log, variance: VARIANCES![i]! }))
const driftOf = (all: Placebo[]) => driftSquare([{ placebos: all, weight: 1 }])
const twice = [...placebos, ...placebos]

test('drift between entities by Paule and Mandel', () => {
  expect(driftOf(placebos)).toBeCloseTo(0.0097104, 7)
  expect(driftOf(placebos.map((one) => ({ ...one, variance: 0.2 })))).toBe(0)
})

test('what one more entity would do: the mean of the others, their drift and what is unknown of it', () => {
  const { log, drift, variance } = expectationFrom(twice, 0.25)
  expect(log).toBeCloseTo(0.0724, 2)
  expect(drift).toBeCloseTo(Math.sqrt(driftOf(twice)), 10)
  const total = twice.reduce((sum, one) => sum + 1 / (one.variance + drift ** 2), 0)
  expect(variance).toBeCloseTo(drift ** 2 + 1 / total, 10)
})

test('of few entities the usual drift fills up; of one it is all there is', () => {
  expect(expectationFrom(placebos.slice(0, 1), 0.25).drift).toBeCloseTo(0.25, 10)
  const square = (driftOf(placebos) * 5 + 0.25 ** 2 * 4) / 9
  expect(expectationFrom(placebos, 0.25).drift).toBeCloseTo(Math.sqrt(square), 10)
})

test('a drift known from few entities makes a wider interval than the normal', () => {
  const own = { log: 0.5, variance: 0.0001 }
  const { freedom, variance, log } = againstExpected(own, expectationFrom(twice, 0.25))
  expect(freedom).toBeCloseTo(2.567, 3)
  const { high } = intervalOf({ log, variance, freedom })
  expect(Math.log(high)).toBeGreaterThan(log + 3 * Math.sqrt(variance))
})

test('how far entities drifted in earlier windows makes the drift surer, and moves no expectation', () => {
  const alone = expectationFrom(twice, 0.25)
  const withPast = expectationFrom(twice, 0.25, [
    twice,
    twice.map(({ log, variance }) => ({ log: log + 3, variance })),
  ])
  expect(withPast.drift).toBeCloseTo(alone.drift, 6)
  expect(withPast.log).toBeCloseTo(alone.log, 6)
  expect(withPast.driftError).toBeLessThan(0.6 * alone.driftError)
  // However many there are, periods are not alike.
  const many = Array.from({ length: 500 }, () => twice)
  const least = EFFECT_THRESHOLDS.periodsUnlike.value * alone.drift ** 4
  expect(expectationFrom(twice, 0.25, many).driftError).toBeGreaterThan(0.5 * least)
})

test('a past in which nothing moved tells nothing of weeks that are wilder', () => {
  const still = twice.map(({ variance }) => ({ log: 0, variance: variance / 100 }))
  const wild = twice.map(({ log, variance }) => ({ log, variance: variance / 4 }))
  expect(expectationFrom(wild, 0.25, [still, still])).toEqual(expectationFrom(wild, 0.25))
})

test('weeks a little wilder than those before are not taken for wild at once', () => {
  const wilder = (times: number) => twice.map((one) => ({ ...one, log: one.log * times }))
  const driftAt = (times: number) => expectationFrom(wilder(times), 0.25, [twice, twice]).drift
  const steps = Array.from({ length: 60 }, (_, i) => 1 + i / 100)
  for (const times of steps) {
    expect(driftAt(times + 0.01)).toBeGreaterThan(driftAt(times))
    expect(driftAt(times + 0.01)).toBeLessThan(1.05 * driftAt(times))
  }
  expect(driftAt(1.2)).toBeLessThan(expectationFrom(wilder(1.2), 0.25).drift - 0.005)
  expect(driftAt(2.4)).toBeCloseTo(expectationFrom(wilder(2.4), 0.25).drift, 10)
})
