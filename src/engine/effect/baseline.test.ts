import { expect, test } from 'vitest'
import { regression } from './baseline.ts'

const SEEN = [40, 60, 55, 90, 20, 35, 80, 70, 48, 52]
const CLICKS = [1000, 1000, 1200, 1500, 600, 700, 1300, 1600, 1000, 900]
const others = SEEN.map((events, i) => ({ events, clicks: CLICKS[i]!, dispersion: 1.5 }))

test('a rate of half the others is mostly bad luck, and is expected to come back', () => {
  const { log, variance } = regression({ events: 20, clicks: 800, dispersion: 1.5 }, others)!
  expect(log).toBeCloseTo(0.5326944, 6)
  expect(variance).toBeCloseTo(0.0650665, 6)
})

test('with many clicks next to nothing of it is luck', () => {
  const own = { events: 25_000, clicks: 1_000_000, dispersion: 1.5 }
  expect(regression(own, others)!.log).toBeLessThan(0.01)
})

test('few others do not tell how far rates lie apart', () => {
  expect(regression({ events: 20, clicks: 800, dispersion: 1.5 }, others.slice(0, 9))).toBeNull()
})

test('where nobody ever converted there is no usual rate', () => {
  const silent = others.map((one) => ({ ...one, events: 0 }))
  expect(regression({ events: 0, clicks: 800, dispersion: 1.5 }, silent)).toBeNull()
})
