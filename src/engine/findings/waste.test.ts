import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../account/context.ts'
import { sampleAccount } from '../samples/sample-account.ts'
import {
  type GammaMixture,
  gammaPrior,
  mixtureCdf,
  mixtureMean,
  mixtureVariance,
} from '../statistics/priors.ts'
import { uniformsFrom } from '../statistics/random.ts'
import { cautiousDraw } from '../statistics/simulated.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { sayIn } from '../words/say.ts'
import { outcomesOf } from './simulated-finding.ts'
import { clicksMissing, expectedCpa, judgeWaste, monthlySaving } from './waste.ts'

const COUNTED = { knownShare: 1, credit: { mean: 1, spread: 1 } }
const ALL_KNOWN = { measurement: COUNTED, drift: { rate: 0.22, clicks: 0.3 } }
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
  expect(mixtureCdf(verdict.posterior, verdict.breakEven / 1.5)).toBeCloseTo(0.908422, 5)
  const surely = mixtureCdf(verdict.posterior, verdict.breakEven)
  expect(verdict.probability).toBeGreaterThan(0.97)
  expect(verdict.probability, 'next month may differ').toBeLessThan(surely)
  expect(expectedCpa(90 / 60, verdict.posterior)).toBeCloseTo(240, 9)
  expect(90 - 60 * verdict.rate * 40).toBeCloseTo(60, 9)
  expect(expectedCpa(1, gammaPrior(1, 100))).toBeNull()
})

test('under a target above what conversions are worth nothing is surely waste: it buys more that loses', () => {
  const again = { averageMicros: 50e6, beyond: { median: 1, spread: 0.5 }, slack: 0.1 }
  const chanceAt = (isHeld: boolean, most = 40e6) => {
    const worth = { least: 40e6, most }
    const limit = { micros: 40e6, again: { ...again, isHeld, worth } }
    return judgeWaste(sums, gammaPrior(2, 100), { ...target, limit }, ALL_KNOWN).probability
  }
  expect(chanceAt(false)).toBeGreaterThan(0.95)
  expect(chanceAt(true)).toBeCloseTo(0.1 * chanceAt(false), 9)
  // Where its worth is not said, it may be as much.
  expect(chanceAt(true, 60e6)).toBe(chanceAt(false))
})

test('what sells better of late is judged by that', () => {
  const judge = (mean: number, relativeVariance = 0) =>
    judgeWaste(sums, gammaPrior(2, 100), target, {
      ...ALL_KNOWN,
      risen: { mean, relativeVariance },
    })
  expect(mixtureMean(judge(2).coming)).toBeCloseTo(2 * mixtureMean(judge(1).coming), 9)
  expect(judge(2).probability).toBeLessThan(judge(1).probability - 0.05)
  expect(judge(2).rate).toBe(judge(1).rate)
  // As far as it has: in doubt it may still be waste.
  const relative = (coming: GammaMixture) => mixtureVariance(coming) / mixtureMean(coming) ** 2
  expect(1 + relative(judge(2, 0.2).coming)).toBeCloseTo(1.2 * (1 + relative(judge(2).coming)), 9)
})

test('the clicks that are missing are enough, and one less is not', () => {
  const prior = gammaPrior(2, 100)
  const few = { ...sums, clicks: 20, costMicros: 30e6 }
  const missing = clicksMissing(few, prior, target, ALL_KNOWN)!
  const sure = (extra: number) => {
    const clicks = 20 + extra
    const more = { ...sums, clicks, costMicros: 1.5e6 * clicks }
    const { probability } = judgeWaste(more, prior, target, ALL_KNOWN)
    return probability >= 1 - THRESHOLDS.searchFalseDiscovery.value
  }
  expect([sure(missing), sure(missing - 1)]).toEqual([true, false])
})

test('where Google sets the price of each click, what is sold for it is less sure', () => {
  const spreadOf = (belief: GammaMixture) => mixtureVariance(belief) / mixtureMean(belief) ** 2
  const again = {
    averageMicros: 40e6,
    beyond: { median: 1, spread: 0.6 },
    isHeld: true,
    slack: 0,
    worth: { least: 40e6, most: 40e6 },
  }
  const [hand, smart] = [target, { ...target, limit: { micros: 40e6, again } }].map((one) =>
    spreadOf(judgeWaste(sums, gammaPrior(20, 1000), one, ALL_KNOWN).sold),
  )
  expect((1 + smart!) / (1 + hand!)).toBeCloseTo(1 + 0.25 ** 2, 4)
})

test('recent clicks count for the part whose conversions are known', () => {
  const prior = gammaPrior(2, 100)
  const half = judgeWaste(sums, prior, target, {
    ...ALL_KNOWN,
    measurement: { ...COUNTED, knownShare: 0.5 },
  })
  expect(half.knownClicks).toBe(30)
  expect(half.probability).toBeLessThan(judgeWaste(sums, prior, target, ALL_KNOWN).probability)
})

test('what a saving is bounded by, undrawn, is above its cautious side and rarely far', () => {
  const context = contextOf(sampleAccount(), sayIn('EUR', spanishNumbers))
  const next = uniformsFrom('bounds')
  let closer = 0
  for (let i = 0; i < 300; i++) {
    const [clicks, shape] = [5 + Math.floor(400 * next()), 0.1 + 3 * next() ** 2]
    const some = { ...sums, clicks, costMicros: clicks * (0.2 + 3 * next()) * 1e6 }
    const mixture = [
      { weight: 0.7, shape, rate: shape * (50 + 200 * next()) },
      { weight: 0.3, shape: 2, rate: 40 + 400 * next() },
    ]
    const verdict = judgeWaste(some, mixture, target, ALL_KNOWN)
    const { drawMonthlyNet, mostMonthlyNet } = monthlySaving(some, verdict, target, context)
    const cautious = cautiousDraw(`${i}`, outcomesOf(drawMonthlyNet!))
    const month = context.monthFactor * some.costMicros
    expect(mostMonthlyNet! - cautious).toBeGreaterThan(-0.01 * month)
    if (mostMonthlyNet! - cautious < 0.3 * month) closer++
  }
  expect(closer).toBeGreaterThan(200)
})
