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

test('what was always dear is not expected to become like the others, what was not comes back to its own', () => {
  const own = { events: 20, clicks: 800, dispersion: 1.5 }
  const windows = (events: number) => Array.from({ length: 4 }, () => ({ events, clicks: 800 }))
  const ofNothing = regression(own, others, 0.1)!
  const alwaysDear = regression({ ...own, earlier: windows(20) }, others, 0.1)!
  expect(alwaysDear.log).toBeLessThan(0.3 * ofNothing.log)
  expect(alwaysDear.variance).toBeLessThan(ofNothing.variance)
  const usually30 = regression({ ...own, earlier: windows(30) }, others, 0.1)!
  expect(usually30.log).toBeGreaterThan(alwaysDear.log + 0.1)
  // Where rates drift far its past tells little.
  expect(regression({ ...own, earlier: windows(30) }, others, 3)!.log).toBeLessThan(0.05)
})

test('a rate to which its own past does not lead is held against the others alone', () => {
  const own = { events: 200, clicks: 8000, dispersion: 1.5 }
  const before = Array.from({ length: 4 }, () => ({ events: 400, clicks: 8000 }))
  expect(regression({ ...own, earlier: before }, others, 0.05)).toEqual(regression(own, others))
})
