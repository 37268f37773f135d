import { expect, test } from 'vitest'
import {
  eventsNeeded,
  intervalOf,
  logRatio,
  pValueOf,
  ratioOfRatios,
  shrunk,
  studentQuantile,
} from './ratio-of-ratios.ts'

const cells = (before: number, after: number, controlBefore: number, controlAfter: number) => ({
  before,
  after,
  controlBefore,
  controlAfter,
})
const POISSON = { dispersion: 1, drift: 0 }

test('120 → 150 against 400 → 410 cannot be told from chance', () => {
  const effect = ratioOfRatios(cells(120, 150, 400, 410), POISSON)
  const { estimate, low, high } = intervalOf(effect)
  expect(estimate).toBeCloseTo(1.219512, 6)
  expect(Math.sqrt(effect.variance)).toBeCloseTo(0.141206, 6)
  expect(low).toBeCloseTo(0.924676, 5)
  expect(high).toBeCloseTo(1.608358, 5)
  expect(pValueOf(effect)).toBeCloseTo(0.159901, 5)
  const wider = intervalOf(ratioOfRatios(cells(120, 150, 400, 410), { dispersion: 1.5, drift: 0 }))
  expect(wider.low).toBeCloseTo(0.868912, 5)
  expect(wider.high).toBeCloseTo(1.711577, 5)
})

test('400 → 520 against 1500 → 1530 is an improvement, until drift is counted in', () => {
  const of = (noise: typeof POISSON) => ratioOfRatios(cells(400, 520, 1500, 1530), noise)
  expect(intervalOf(of(POISSON)).estimate).toBeCloseTo(1.27451, 5)
  expect(Math.sqrt(of(POISSON).variance)).toBeCloseTo(0.075785, 6)
  expect(intervalOf(of(POISSON)).low).toBeCloseTo(1.098585, 5)
  expect(intervalOf(of(POISSON)).high).toBeCloseTo(1.478606, 5)
  const dispersed = intervalOf(of({ dispersion: 1.5, drift: 0 }))
  expect([dispersed.low, dispersed.high].map((x) => x.toFixed(6))).toEqual(['1.062517', '1.528800'])
  const drifting = intervalOf(of({ dispersion: 1, drift: 0.1 }))
  expect([drifting.low, drifting.high].map((x) => x.toFixed(6))).toEqual(['0.996641', '1.629849'])
})

test('an empty cell widens the interval and stays finite', () => {
  const { low, high } = intervalOf(ratioOfRatios(cells(40, 0, 400, 410), POISSON))
  expect(low).toBeGreaterThan(0)
  expect(high).toBeLessThan(0.5)
})

test('a fifth more needs 944 events in each cell', () => {
  expect(Math.floor(eventsNeeded(1.2, 1))).toBe(944)
  expect(eventsNeeded(1.2, 1.5)).toBeCloseTo(1417, -1)
})

test('an effect is pulled back the more the less is known of it', () => {
  const wide = { log: 0.4, variance: 0.16, freedom: 10 }
  expect(shrunk(wide, 0.2).log).toBeCloseTo(0.08, 10)
  expect(shrunk({ log: 0.4, variance: 0.0004, freedom: 10 }, 0.2).log).toBeCloseTo(0.396, 3)
})

test('few degrees of freedom widen the interval as in the tables of t', () => {
  const tables = [
    [0.05, 1, 12.7062],
    [0.05, 5, 2.5706],
    [0.05, 30, 2.0423],
    [0.025, 10, 2.6338],
    [0.025, 1e9, 2.2414],
  ] as const
  for (const [alpha, freedom, t] of tables)
    expect(studentQuantile(alpha, freedom)).toBeCloseTo(t, 2)
  expect(studentQuantile(0.05, Number.POSITIVE_INFINITY)).toBe(1.96)
  const { low } = intervalOf({ log: 0, variance: 1, freedom: 5 })
  expect(Math.log(low)).toBeCloseTo(-2.5706, 3)
})

test('money varies by the events behind it', () => {
  const { log, variance } = logRatio({ before: 50, after: 100 }, 2, { before: 25, after: 50 })
  expect(log).toBeCloseTo(Math.log(2), 10)
  expect(variance).toBeCloseTo(2 * (1 / 25 + 1 / 50), 10)
})
