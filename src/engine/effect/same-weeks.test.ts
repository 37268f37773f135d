import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { drawNormal, uniformsFrom } from '../statistics/random.ts'
import { accountTotal } from './account-total.ts'
import type { CountedCard } from './counted-once.ts'
import { ruleVerdict } from './rule-verdict.ts'
import { sameShare } from './same-weeks.ts'

const FIRST = '2026-01-01'
const span = (apart: number, days = 28) => ({ appliedOn: addDays(FIRST, apart), days })

/** Mean of so many days after a week of learning less that before, of one path. */
function moved(path: readonly number[], day: number, days: number): number {
  const mean = (from: number) => path.slice(from, from + days).reduce((a, b) => a + b, 0) / days
  return mean(day + 8) - mean(day - days)
}

test('as far apart as two changes were made, so much less is what both were held against the same', () => {
  const next = uniformsFrom('same weeks')
  const pairs = [span(0), span(14), span(40), span(14, 56)]
  const products = pairs.map(() => ({ both: 0, one: 0, other: 0 }))
  for (let round = 0; round < 1500; round++) {
    let level = 0
    const path = Array.from({ length: 220 }, () => {
      level += drawNormal(next)
      return level
    })
    const one = moved(path, 70, 28)
    for (const [i, { appliedOn, days }] of pairs.entries()) {
      const apart = Math.round((Date.parse(appliedOn) - Date.parse(FIRST)) / 86_400_000)
      const other = moved(path, 70 + apart, days)
      products[i]!.both += one * other
      products[i]!.one += one ** 2
      products[i]!.other += other ** 2
    }
  }
  for (const [i, pair] of pairs.entries()) {
    const { both, one, other } = products[i]!
    expect(Math.abs(sameShare(span(0), pair) - both / Math.sqrt(one * other))).toBeLessThan(0.06)
    expect(sameShare(pair, span(0))).toBe(sameShare(span(0), pair))
  }
  expect(sameShare(span(0), span(0))).toBe(1)
  expect(sameShare(span(0), span(64))).toBe(0)
})

const card = (id: string, apart: number): CountedCard => ({
  id,
  campaignIds: [id],
  appliedOn: addDays(FIRST, apart),
  measuredTo: addDays(FIRST, apart + 35),
  estimate: 100,
  usual: 1000,
  spread: { allMicros: Math.hypot(60, 80), controlMicros: 80, worthMicros: 0 },
})
const cards = (step: number) => Array.from({ length: 6 }, (_, i) => card(`c${i}`, i * step))

test('cards of other weeks do not all err alike', () => {
  const reachOf = (step: number) => {
    const { range95 } = accountTotal(cards(step))!
    return (range95.high - range95.low) / 2 / 1.96
  }
  expect(reachOf(0)).toBeCloseTo(Math.hypot(60 * Math.sqrt(6), 80 * 6), 6)
  expect(reachOf(100)).toBeCloseTo(100 * Math.sqrt(6), 6)
  expect(reachOf(14)).toBeGreaterThan(reachOf(100))
  expect(reachOf(14)).toBeLessThan(0.9 * reachOf(0))
  const widthOf = (step: number) => {
    const { low, high } = ruleVerdict(cards(step))!.share
    return high - low
  }
  expect(widthOf(14)).toBeLessThan(0.9 * widthOf(0))
})
