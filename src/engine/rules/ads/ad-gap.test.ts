import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf, type Target } from '../../account/context.ts'
import { troubledAccount } from '../../samples/sample-account.ts'
import { chanceBelow, meanOf, varianceOf } from '../../statistics/adaptive-shrinkage.ts'
import { gammaPrior } from '../../statistics/priors.ts'
import { uniformsFrom } from '../../statistics/random.ts'
import { sayIn } from '../../words/say.ts'
import { conversionGap, gapOf, replacementDraw, usualGaps } from './ad-gap.ts'

const shown = (impressions: number, clicks: number, conversions: number) => ({
  impressions,
  clicks,
  costMicros: clicks * 1e6,
  conversionsMicros: conversions * 1e6,
  valueMicros: 0,
})
const usual = usualGaps([])

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
  const context = contextOf(troubledAccount(), sayIn('EUR', spanishNumbers))
  const exact = (mean: number) => [{ weight: 1, mean, sd: 0 }]
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

test('clicks that a spent budget pays for are those of the rest, which bring what they would have brought', () => {
  const context = contextOf(troubledAccount(), sayIn('EUR', spanishNumbers))
  const exact = (mean: number) => [{ weight: 1, mean, sd: 0 }]
  const pair = [shown(10_000, 300, 60), shown(10_000, 600, 120)] as const
  const middle = (target: Target) => {
    const gap = { clicks: exact(Math.log(0.5)), conversions: exact(0) }
    const worths = [target.micros, target.micros] as const
    const room = { impressions: 10_000, target, worths, usual: gammaPrior(2.5, 12.5) }
    const draw = replacementDraw(pair, gap, room, context)
    const next = uniformsFrom('replacement')
    return Array.from({ length: 400 }, () => draw(next)).reduce((a, b) => a + b, 0) / 400e6
  }
  const target = { micros: 20e6, origin: 'goal' as const }
  // A euro brings twice as much there.
  const again = {
    averageMicros: 10e6,
    ...{ beyond: { median: 0, spread: 0 }, isHeld: false, isAtOnce: true as const, slack: 0 },
    worth: { least: 20e6, most: 20e6 },
  }
  const spent = middle({ ...target, limit: { micros: 10e6, again } })
  expect(middle(target) - spent).toBeCloseTo(300 * context.monthFactor, 6)
  // Google's bids keep their target by themselves.
  const { isAtOnce: _, ...atGoogles } = again
  expect(middle({ ...target, limit: { micros: 10e6, again: atGoogles } })).toBe(middle(target))
})
