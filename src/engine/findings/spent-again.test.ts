import { expect, test } from 'vitest'
import type { SpentAgain } from '../account/marginal-cost.ts'
import { CommonDraws } from '../statistics/common-draws.ts'
import { drawGain } from './spent-again.ts'

/** Of the month, at three tenths of the way from the latest day to at once. */
const SETTLED = 1 - (0.7 * 22) / 30

/** The last conversion costs 15, the mean one 10; 15.4 of 30 days pass until the money is spent again. */
function gainOf(over: Partial<SpentAgain>, worth = 1) {
  const again = {
    averageMicros: 10,
    beyond: { median: 0.5, spread: 0 },
    isHeld: true,
    slack: 0,
    worth: { least: 12, most: 12 },
    ...over,
  }
  const target = { micros: 10, origin: 'campaign' as const, limit: { micros: 15, again } }
  return drawGain(new CommonDraws(() => 0.3), target, worth)
}

test('what is not bid for by Google is saved', () => {
  const gain = drawGain(new CommonDraws(() => 0.3), { micros: 10, origin: 'goal' }, 2)
  expect(gain(100, 3)).toBe(40)
})

test('held to an average, as many conversions are bought again as the average allows', () => {
  // 16 more for 240: (240 + 900) / (16 + 98) is 10 as (100 + 900) / 100 was. 14 conversions of 12 for 140: 28, at first 76.
  expect(gainOf({})(100, 2)).toBeCloseTo(76 * (1 - SETTLED) + 28 * SETTLED, 9)
})

test('a budget buys as many as it pays for', () => {
  // 100 / 15 more for the same money, less the two: 4⅔ of 12.
  expect(gainOf({ isHeld: false })(100, 2)).toBeCloseTo(76 * (1 - SETTLED) + 56 * SETTLED, 9)
})

test('where a target allows what a conversion is not worth, more of them lose', () => {
  // 14 more, of 8 for 10 each, in every month to come: what is saved until then is no gain.
  expect(gainOf({ worth: { least: 8, most: 8 } })(100, 2)).toBeCloseTo(-28, 9)
  // Where its worth is not said, it may as well be 12.
  const unsaid = gainOf({ worth: { least: 8, most: 8 + 4 / 0.3 } })(100, 2)
  expect(unsaid).toBeCloseTo(gainOf({})(100, 2), 9)
})

test('where nothing dearer is left to be bought, what is not paid is saved', () => {
  expect(gainOf({ slack: 1 })(100, 2)).toBe(76)
  expect(gainOf({ slack: 0.2 })(100, 2)).toBe(gainOf({})(100, 2))
})

test('what it is worth is as likely anything between, and as many times as much', () => {
  const within = gainOf({ worth: { least: 10, most: 15 } })(100, 2)
  // 11.50.
  expect(within).toBeCloseTo(77 * (1 - SETTLED) + 0.3 * 70 * SETTLED, 9)
  expect(gainOf({}, 1.25)(100, 2)).toBeCloseTo(70, 9)
})

test('what the last one costs is in doubt for all parts alike, and always more than the mean one', () => {
  const seen = Array.from({ length: 4_000 }, (_, i) => {
    const chances = [0.3, (i + 0.5) / 4_000, 0.5, 0.5]
    const at = { i: 0 }
    const common = new CommonDraws(() => chances[at.i++ % 4]!)
    const again = {
      averageMicros: 10,
      beyond: { median: 0.5, spread: 0.4 },
      isHeld: false,
      slack: 0,
      worth: { least: 15, most: 15 },
    }
    const limit = { micros: 15, again }
    // Nothing is sold, so that all of it is what is bought again: 15 / m of 100.
    const gain = drawGain(common, { micros: 15, origin: 'goal', limit }, 1)(100, 0)
    return (1500 * SETTLED) / (gain - 100 * (1 - SETTLED))
  })
  expect(Math.min(...seen)).toBeGreaterThan(10)
  expect(new Set(seen.map((last) => last.toFixed(3))).size).toBeGreaterThan(100)
})
