import { expect, test } from 'vitest'
import { lateFactor, learnDrift, type PartedCount } from './learned-drift.ts'
import { drawNormal, type Uniforms, uniformsFrom } from './random.ts'

const USUAL = { sd: 0.22, units: 4 }
const SHARE = 1 / 3

/** So many of one mean: each event comes in the last part by a chance of its own; `each` of them at a time. */
function counts(seed: string, units: number, events: number, drift: number, each = 1) {
  const next = uniformsFrom(seed)
  return Array.from({ length: units }, (): PartedCount => {
    const odds = (SHARE / (1 - SHARE)) * Math.exp(drift * drawNormal(next))
    const late = each * happened(next, events / each, odds / (1 + odds))
    return { all: events, late, share: SHARE, chance: each }
  })
}

function happened(next: Uniforms, times: number, chance: number): number {
  return Array.from({ length: times }, () => next() < chance).filter(Boolean).length
}

test('a drift that was put into the counts comes out, of many with few as of few with many', () => {
  for (const [units, events] of [
    [1_500, 20],
    [300, 150],
    [150, 1_000],
  ] as const) {
    for (const drift of [0.15, 0.4]) {
      const learned = learnDrift(counts(`${units} ${drift}`, units, events, drift), USUAL)
      expect(Math.abs(learned / drift - 1), `${units} of ${events}, ${drift}`).toBeLessThan(0.2)
    }
  }
})

test('where nothing drifts hardly anything is left', () => {
  expect(learnDrift(counts('still', 300, 150, 0), USUAL)).toBeLessThan(0.09)
  expect(learnDrift(counts('still', 100, 3_000, 0), USUAL)).toBe(0.05)
})

test('few counts leave what is usual, and none at all leave it exactly', () => {
  expect(learnDrift([], USUAL)).toBeCloseTo(0.22, 12)
  expect(learnDrift(counts('few', 20, 3, 0), USUAL)).toBeCloseTo(0.22, 2)
  expect(learnDrift(counts('few', 20, 3, 0.8), USUAL)).toBeCloseTo(0.22, 2)
  expect(learnDrift(counts('single', 1, 5_000, 0.8), USUAL)).toBeCloseTo(0.22, 12)
  expect(learnDrift(counts('once', 500, 1, 0), USUAL)).toBeCloseTo(0.22, 12)
})

test('what is usual weighs as much as so many whose drift is known for certain', () => {
  const known = [1, -1, 1, -1].map((side): PartedCount => {
    return { all: 1e9, late: 1e9 * (0.5 + side * 0.1), share: 0.5, chance: 1 }
  })
  // .1 of a share of a half, of what makes a quarter of all.
  const seen = (0.1 / (0.25 * 0.75)) ** 2
  expect(learnDrift(known, USUAL) ** 2).toBeCloseTo((0.22 ** 2 + seen) / 2, 6)
})

test('several events that come at once are chance, and taken for drift by who does not know of it', () => {
  const twice = counts('twice', 400, 60, 0, 2)
  expect(learnDrift(twice, USUAL)).toBeLessThan(0.12)
  const untold = twice.map((one) => ({ ...one, chance: 1 }))
  expect(learnDrift(untold, USUAL)).toBeGreaterThan(0.2)
})

test('parts that lie closer together than what is asked of show less of it, and tell less', () => {
  const drifting = counts('stretched', 400, 300, 0.3)
  expect(learnDrift(drifting, USUAL, 2) / learnDrift(drifting, USUAL)).toBeCloseTo(Math.SQRT2, 1)
  const still = counts('still stretched', 40, 60, 0)
  expect(learnDrift(still, USUAL, 6)).toBeGreaterThan(learnDrift(still, USUAL) * 1.1)
})

test('the late rate of those that came late seldom, or often, is what their counts let expect', () => {
  for (const [events, drift] of [
    [12, 0.4],
    [60, 0.25],
  ] as const) {
    const next = uniformsFrom(`late ${events}`)
    const seen = Array.from({ length: 8_000 }, () => {
      const odds = (SHARE / (1 - SHARE)) * Math.exp(drift * drawNormal(next))
      const true_ = odds / (1 + odds)
      const late = happened(next, events, true_)
      return { late, truth: true_ / SHARE, said: lateFactor(countOf(events, late), drift) }
    })
    for (const part of [seen.filter(isSeldom), seen.filter((one) => !isSeldom(one))]) {
      const mean = (of: 'truth' | 'said') =>
        part.reduce((sum, one) => sum + one[of], 0) / part.length
      expect(Math.abs(mean('said') - mean('truth')), `${events}, ${drift}`).toBeLessThan(0.03)
      expect(Math.abs(mean('truth') - 1)).toBeGreaterThan(0.08)
    }
    function isSeldom({ late }: { late: number }) {
      return late < events * SHARE
    }
  }
})

function countOf(all: number, late: number): PartedCount {
  return { all, late, share: SHARE, chance: 1 }
}
