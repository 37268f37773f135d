import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { conversionCredit, evidenceOf, familyEvidence } from './conversion-evidence.ts'
import { drawGamma, uniformsFrom } from './random.ts'

function row(conversions: number, clicks = 100) {
  const conversionsMicros = Math.round(conversions * MICROS)
  return {
    sums: { impressions: 0, clicks, costMicros: 0, conversionsMicros, valueMicros: 0 },
  }
}

const WHOLE = { knownShare: 1, credit: { mean: 1, spread: 1 } }

test('whole conversions are what they are', () => {
  const rows = [0, 1, 1, 1, 2, 7].map((k) => row(k))
  expect(conversionCredit(rows)).toEqual(WHOLE.credit)
  expect(evidenceOf(row(3).sums, { ...WHOLE, knownShare: 0.9 })).toEqual({ n: 90, k: 3 })
})

test('parts are learned from the rows that hold at most one, and some whole ones are presumed', () => {
  const parts = Array.from({ length: 1_000 }, (_, i) => row(i % 2 === 0 ? 0.5 : 1))
  const { mean, spread } = conversionCredit(parts.slice(0, 600), parts.slice(600))
  expect(mean).toBeCloseTo(0.75, 2)
  expect(spread).toBeCloseTo((0.25 + 1) / 2 / 0.75, 2)
  expect(conversionCredit([row(0.5), row(40)]).mean).toBeCloseTo(10.5 / 11, 9)
  expect(conversionCredit(Array.from({ length: 500 }, () => row(0.01))).mean).toBe(0.5)
})

test('no conversion says more where conversions come in parts, and many say a little more', () => {
  const counting = { knownShare: 1, credit: { mean: 0.5, spread: 0.8 } }
  expect(evidenceOf(row(0).sums, counting)).toEqual({ n: 200, k: 0 })
  const many = evidenceOf(row(400).sums, counting)
  expect(many.k / (400 / 0.8)).toBeCloseTo(1, 1)
  expect(many.k / many.n).toBeCloseTo(4, 9)
})

test('a whole conversion is one, and half a one as well', () => {
  const counting = { knownShare: 1, credit: { mean: 0.5, spread: 0.8 } }
  const behind = (k: number) => familyEvidence(row(k).sums, counting).k
  expect([0, 0.3, 0.5, 1, 2, 2.2, 40].map(behind)).toEqual([0, 1, 1, 1, 2, 4.4, 80])
  expect(familyEvidence(row(0.5).sums, WHOLE).k).toBe(0.5)
})

test('weighed like that, parts tell as much of a rate as they should', () => {
  const next = uniformsFrom('parts')
  const counting = { knownShare: 1, credit: { mean: 0.5, spread: 0.5 } }
  // Halves only: of a row with a mean of 30 conversions, 60 halves are expected, so its variance is 15.
  let [sum, squares] = [0, 0]
  const draws = 2_000
  for (let i = 0; i < draws; i++) {
    let [halves, left] = [0, 60]
    for (left -= drawGamma(next, 1, 1); left > 0; left -= drawGamma(next, 1, 1)) halves++
    const { k } = evidenceOf(row(halves / 2).sums, counting)
    sum += k
    squares += k * k
  }
  const mean = sum / draws
  expect((squares / draws - mean ** 2) / mean).toBeCloseTo(1, 1)
})

test('where a buyer converts several times, two conversions say no more than one buyer', () => {
  const buyers = [1, 1, 2, 3, 1, 2, 1, 2].map((k) => row(k, 2))
  const none = Array.from({ length: 6_000 }, () => row(0, 2))
  const many = Array.from({ length: 40 }, () => buyers).flat()
  const { mean } = conversionCredit([...many, ...none])
  expect(mean).toBeGreaterThan(1.4)
  const { n, k } = evidenceOf(row(6).sums, { knownShare: 1, credit: { mean, spread: mean } })
  expect(k).toBeCloseTo(6 / mean, 9)
  expect(k / n, 'the rate stays').toBeCloseTo(0.06, 9)
})

test('a small account shows it too, by rows of a dozen clicks', () => {
  const sold = Array.from({ length: 30 }, (_, i) => row([1, 1, 2, 3][i % 4]!, 12))
  const none = Array.from({ length: 300 }, () => row(0, 12))
  expect(conversionCredit([...sold, ...none]).mean).toBeGreaterThan(1.3)
  const whole = sold.map(() => row(1, 12))
  expect(conversionCredit([...whole, ...none]).mean).toBe(1)
})

test('how often a buyer converts is found again where it is drawn, 1.6 times and once', () => {
  const next = uniformsFrom('buyers')
  const rowsOf = (several: number) =>
    Array.from({ length: 8_000 }, () => {
      const clicks = 1 + Math.floor(8 * next())
      const rate = drawGamma(next, 2.5, 2.5 / 0.03)
      let conversions = 0
      for (let click = 0; click < clicks; click++) {
        if (next() > rate) continue
        conversions++
        while (next() < 1 - 1 / several) conversions++
      }
      return row(conversions, clicks)
    })
  expect(Math.abs(conversionCredit(rowsOf(1.6)).mean - 1.6)).toBeLessThan(0.05)
  expect(conversionCredit(rowsOf(1)).mean).toBe(1)
})
