import { expect, test } from 'vitest'
import { gammaPrior } from '../statistics/priors.ts'
import { clicksMissing, expectedCpa, judgeWaste } from './waste.ts'

const ALL_KNOWN = { knownShare: 1, credit: { mean: 1, spread: 1 } }
const target = { micros: 40e6, origin: 'goal' as const }
const sums = {
  impressions: 0,
  clicks: 60,
  costMicros: 90e6,
  conversionsMicros: 0,
  valueMicros: 0,
}

test('60 clicks for 90 €, no conversion, 40 € target, one in fifty expected', () => {
  const verdict = judgeWaste(sums, gammaPrior(2, 100), target, ALL_KNOWN)
  expect(verdict.breakEven).toBeCloseTo(0.0375, 9)
  expect(verdict.rate).toBeCloseTo(0.0125, 9)
  expect(verdict.probability).toBeCloseTo(0.908422, 5)
  expect(expectedCpa(90 / 60, verdict.posterior)).toBeCloseTo(240, 9)
  expect(90 - 60 * verdict.rate * 40).toBeCloseTo(60, 9)
  expect(expectedCpa(1, gammaPrior(1, 100))).toBeNull()
})

test('the clicks that are missing are enough, and one less is not', () => {
  const prior = gammaPrior(2, 100)
  const missing = clicksMissing(sums, prior, target, ALL_KNOWN)!
  const sure = (extra: number) => {
    const clicks = 60 + extra
    const more = { ...sums, clicks, costMicros: 1.5e6 * clicks }
    return judgeWaste(more, prior, target, ALL_KNOWN).probability >= 0.95
  }
  expect([sure(missing), sure(missing - 1)]).toEqual([true, false])
})

test('recent clicks count for the part whose conversions are known', () => {
  const prior = gammaPrior(2, 100)
  const half = judgeWaste(sums, prior, target, { ...ALL_KNOWN, knownShare: 0.5 })
  expect(half.knownClicks).toBe(30)
  expect(half.probability).toBeLessThan(judgeWaste(sums, prior, target, ALL_KNOWN).probability)
})
