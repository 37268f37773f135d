import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf, type Target } from '../../account/context.ts'
import { settledShare } from '../../account/marginal-cost.ts'
import { troubledAccount } from '../../samples/sample-account.ts'
import { chanceBelow, meanOf, varianceOf } from '../../statistics/adaptive-shrinkage.ts'
import { CommonDraws } from '../../statistics/common-draws.ts'
import { gammaPrior } from '../../statistics/priors.ts'
import { uniformsFrom } from '../../statistics/random.ts'
import { sayIn } from '../../words/say.ts'
import {
  comingReplacementDraw,
  conversionGap,
  gapOf,
  replacementDraw,
  usualGaps,
} from './ad-gap.ts'

const shown = (impressions: number, clicks: number, conversions: number) => ({
  impressions,
  clicks,
  costMicros: clicks * 1e6,
  conversionsMicros: conversions * 1e6,
  valueMicros: 0,
})
const usual = usualGaps([])
const context = contextOf(troubledAccount(), sayIn('EUR', spanishNumbers))
const exact = (mean: number) => [{ weight: 1, mean, sd: 0 }]

test('clicks decide where conversions are few, and conversions once they are many', () => {
  const fewClicks = gapOf([shown(10_000, 300, 6), shown(10_000, 500, 10)], usual)
  expect(chanceBelow(conversionGap(fewClicks), 0)).toBeGreaterThan(0.97)
  const lucky = gapOf([shown(10_000, 500, 4), shown(10_000, 500, 10)], usual)
  expect(chanceBelow(conversionGap(lucky), 0)).toBeLessThan(0.8)
  const proven = gapOf([shown(100_000, 5_000, 100), shown(100_000, 5_000, 200)], usual)
  expect(chanceBelow(conversionGap(proven), 0)).toBeGreaterThan(0.99)
})

test('conversions per click are taken to be alike: few of them hardly widen the range', () => {
  const few = gapOf([shown(10_000, 300, 6), shown(10_000, 500, 10)], usual)
  expect(Math.sqrt(varianceOf(few.conversions))).toBeLessThan(0.1)
})

test('the two orders of a pair mirror each other', () => {
  const pair = [shown(10_000, 300, 6), shown(9_000, 500, 10)] as const
  const there = meanOf(conversionGap(gapOf(pair, usual)))
  const back = meanOf(conversionGap(gapOf([pair[1], pair[0]], usual)))
  expect(there).toBeCloseTo(-back, 9)
})

test('the effect of a replacement is what the gap brings at the rate of both', () => {
  const pair = [shown(10_000, 300, 60), shown(10_000, 600, 120)] as const
  const draw = replacementDraw(
    pair,
    { clicks: exact(Math.log(0.5)), conversions: exact(0) },
    {
      ...{ impressions: 10_000, target: { micros: 20e6, origin: 'goal' }, worths: [20e6, 20e6] },
      usual: gammaPrior(2.5, 12.5),
    },
    context,
  )
  const next = uniformsFrom('replacement')
  const draws = Array.from({ length: 4_000 }, () => draw(next))
  // CTR of the winner 900 / (10,000 + 5,000) = 6 %; half of it more, 300 clicks, each worth .2 · 20 / known share − 1 €.
  const { knownShare } = context.measurement
  const worth = 300 * ((182.5 * 20) / (900 * knownShare + 12.5) - 1) * context.monthFactor
  expect(draws.reduce((a, b) => a + b, 0) / draws.length / 1e6).toBeCloseTo(worth, -1)
})

test('the coming month has other searches and rates than the window, however sure the gap', () => {
  const pair = [shown(100_000, 3_000, 600), shown(100_000, 6_000, 1_200)] as const
  const gap = { clicks: exact(Math.log(0.5)), conversions: exact(0) }
  const target = { micros: 20e6, origin: 'goal' as const }
  const room = { impressions: 100_000, target, worths: [20e6, 20e6] as const }
  const usual = gammaPrior(2.5, 12.5)
  const spread = (of: typeof replacementDraw | typeof comingReplacementDraw) => {
    const draw = of(pair, gap, { ...room, usual }, context)
    const next = uniformsFrom('month')
    const draws = Array.from({ length: 2_000 }, () => draw(next, new CommonDraws(next)))
    draws.sort((a, b) => a - b)
    return draws[1_800]! / draws[200]!
  }
  expect(spread(replacementDraw)).toBeLessThan(1.3)
  expect(spread(comingReplacementDraw)).toBeGreaterThan(1.6)
})

/** Of 300 more clicks. */
function middle(target: Target) {
  const pair = [shown(10_000, 300, 60), shown(10_000, 600, 120)] as const
  const gap = { clicks: exact(Math.log(0.5)), conversions: exact(0) }
  const worths = [target.micros, target.micros] as const
  const room = { impressions: 10_000, target, worths, usual: gammaPrior(2.5, 12.5) }
  const draw = replacementDraw(pair, gap, room, context)
  const next = uniformsFrom('replacement')
  const draws = Array.from({ length: 400 }, () => draw(next, new CommonDraws(() => 0.3)))
  return draws.reduce((a, b) => a + b, 0) / 400e6
}

test('clicks that a spent budget pays for are those of the rest, which bring what they would have brought', () => {
  const target = { micros: 20e6, origin: 'goal' as const }
  // A euro brings twice as much there.
  const again = {
    averageMicros: 10e6,
    ...{ beyond: { median: 0, spread: 0 }, isHeld: false, isAtOnce: true as const, slack: 0 },
    worth: { least: 20e6, most: 20e6 },
  }
  const spent = middle({ ...target, limit: { micros: 10e6, again } })
  expect(middle(target) - spent).toBeCloseTo(300 * context.monthFactor, 6)
})

test('what a better ad sells under a target is spent on more until the average is the target again', () => {
  const target = (micros: number) => ({ micros, origin: 'goal' as const })
  const again = {
    ...{ averageMicros: 10e6, beyond: { median: 0.5, spread: 0 }, isHeld: true, slack: 0 },
    worth: { least: 12e6, most: 12e6 },
  }
  const held = middle({ ...target(12e6), limit: { micros: 14e6, again } })
  // At 12 € it is worth (12 - 10) / (15 - 10) of what it would be were conversions worth what the last one costs, 15 €, once that is settled.
  const settled = settledShare(0.3)
  const whole = (1 - settled) * middle(target(12e6)) + settled * 0.4 * middle(target(15e6))
  expect(held).toBeCloseTo(whole, 6)
  expect(held).toBeLessThan(0.8 * middle(target(12e6)))
  // More of what is not worth its target loses.
  const worth = { least: 8e6, most: 8e6 }
  const above = { ...target(8e6), limit: { micros: 14e6, again: { ...again, worth } } }
  expect(middle(above)).toBeLessThan(0)
})
