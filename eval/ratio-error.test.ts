import { expect, test } from 'vitest'
import { chanceFrom } from './chance.ts'
import { ratioError } from './ratio-error.ts'

test('accounts that all lose the same share leave no doubt', () => {
  const alike = [1, 5, 20].map((whole) => ({ part: 0.03 * whole, whole }))
  expect(ratioError(alike)).toBeCloseTo(0, 10)
})

test('says how far the share of ten accounts lies from that of ten others', () => {
  const chance = chanceFrom('ratio error')
  const runs = Array.from({ length: 2_000 }, () =>
    Array.from({ length: 10 }, () => {
      const whole = chance.between(50, 150)
      return { part: whole * chance.between(0, 0.1), whole }
    }),
  )
  const sumOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0)
  const shares = runs.map(
    (own) => sumOf(own.map(({ part }) => part)) / sumOf(own.map(({ whole }) => whole)),
  )
  const mean = sumOf(shares) / shares.length
  const spread = Math.sqrt(sumOf(shares.map((one) => (one - mean) ** 2)) / shares.length)
  const said = sumOf(runs.map(ratioError)) / runs.length
  expect(said / spread).toBeGreaterThan(0.9)
  expect(said / spread).toBeLessThan(1.1)
})
