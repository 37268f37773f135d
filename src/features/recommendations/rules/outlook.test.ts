import { expect, test } from 'vitest'
import { besideAnother, type Candidate, claimsOf, totalsOf } from './outlook.ts'

test('results of several campaigns overlap with those of each of them', () => {
  const forecast = { kpi: 'conversions' } as const
  const claims = (campaignId: string | null, campaignIds?: string[]) =>
    claimsOf({
      fingerprint: 'f',
      campaignId,
      evidence: { forecast, ...(campaignIds && { campaignIds }) },
    })
  expect(claims(null, ['1', '2'])).toEqual([...claims('1'), ...claims('2')])
  expect(claims(null)).toEqual(['results '])
})

test('those that share a place with another are counted, one that names its place twice is not beside itself', () => {
  expect(besideAnother([['1', '2'], ['2', '3'], ['3'], ['4', '4'], []])).toBe(3)
})

const card = (low: number, mid: number, high: number, claim: string): Candidate => ({
  title: claim,
  currencyCode: 'EUR',
  forecast: { lowMicros: low, midMicros: mid, highMicros: high },
  monthlyBudgetMicros: 0,
  steps: 1,
  claims: [claim],
})

test('one card keeps its range, and two independent ones have a narrower one than their bounds add up to', () => {
  const [one] = totalsOf([card(5e6, 10e6, 20e6, 'a')])
  expect(one?.forecast).toEqual({ lowMicros: 5e6, midMicros: 10e6, highMicros: 20e6 })
  const [both] = totalsOf([card(5e6, 10e6, 20e6, 'a'), card(5e6, 10e6, 20e6, 'b')])
  expect(both?.forecast).toEqual({ lowMicros: 12_928_932, midMicros: 20e6, highMicros: 34_142_136 })
})

test('the range of eight independent cards holds eight times in ten', () => {
  // A world of its own: normal effects of different width, whose 10 % and 90 % points the cards tell.
  const Z_90 = 1.2816
  const cards = Array.from({ length: 8 }, (_, i) => ({ mean: (i + 1) * 1e6, sd: (9 - i) * 4e5 }))
  const told = cards.map(({ mean, sd }, i) =>
    card(mean - Z_90 * sd, mean, mean + Z_90 * sd, String(i)),
  )
  const { lowMicros, highMicros } = totalsOf(told)[0]!.forecast
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const trials = 4_000
  let held = 0
  for (let i = 0; i < trials; i++) {
    const sum = cards.reduce((total, { mean, sd }) => total + mean + sd * normal(), 0)
    if (sum >= lowMicros && sum <= highMicros) held++
  }
  expect(held / trials).toBeGreaterThan(0.77)
  expect(held / trials).toBeLessThan(0.83)
})
