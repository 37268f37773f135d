import { describe, expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import { normalCdf } from '../statistics/stats.ts'
import { type ExperimentFigures, experimentEffect, GOOGLES_FREEDOM } from './experiment-effect.ts'
import { conversionsToSee, experimentPromise } from './experiment-promise.ts'
import { measuredInExperiment } from './experiment-verdict.ts'
import { errorsOf, zOf } from './google-estimates.ts'
import { scatterOf, soldScatter } from './halves-by-day.ts'
import { boundsOf, chanceOfLooks } from './looks.ts'
import { studentQuantile } from './ratio-of-ratios.ts'

const WORTH = { micros: 40 * MICROS, sd: 0, source: 'value' as const }

/** Half and half; `cost` and `conversions`: of the treatment, as a share of the other half's. */
function figures(cost: number, conversions: number, size = 1): ExperimentFigures {
  const control = {
    clicks: 4_000 * size,
    costMicros: 8_000 * size * MICROS,
    conversions: 300 * size,
  }
  const treatment = {
    clicks: 4_000 * size,
    costMicros: control.costMicros * cost,
    conversions: control.conversions * conversions,
  }
  return { treatment, control, cost: null, conversions: null, byDay: null }
}

const verdictAt = (found: ExperimentFigures, weeks: number, fractions: number[] = []) =>
  measuredInExperiment({
    figures: found,
    worth: WORTH,
    look: { weeks, fractions },
    dayOfLook: (week) => `2027-0${week / 4}-01`,
    windowDays: weeks * 7,
    measuredOn: '2027-01-01',
    measuredTo: '2026-12-24',
    currencyCode: 'EUR',
    campaignId: '5',
  })

describe('estimates as Google prints them', () => {
  test('their error follows from p, and the level of their margin from both', () => {
    expect(zOf(0.071861)).toBeCloseTo(1.8, 4)
    const [error] = errorsOf([{ estimate: 0.18, p: 0.071861, margin: 0.16449 }])
    expect(error).toBeCloseTo(0.1, 4)
  })

  test('one that says nothing of its own error has it from the margin of another', () => {
    const errors = errorsOf([
      { estimate: 0, p: 1, margin: 0.12816 },
      { estimate: -0.3, p: 2 * (1 - 0.99865), margin: 0.12816 },
      null,
    ])
    expect(errors[0]).toBeCloseTo(0.1, 3)
    expect(errors[2]).toBeNull()
  })

  test('conversions are no share: 12 more on 100 are 12 %, however Google prints them', () => {
    const found = figures(1, 1.12, 1 / 3)
    const estimate = { estimate: 12, margin: 1.96 * 6, p: 0.0455 }
    const effect = experimentEffect({ ...found, conversions: estimate }, WORTH, {
      weeks: 4,
      fractions: [],
    })
    expect(effect.conversions.estimate).toBeCloseTo(0.12, 6)
    // 6 of 100 and 112: six hundredths of their middle.
    const reach = Math.log((1 + effect.conversions.high) / (1 + effect.conversions.estimate))
    expect(reach).toBeCloseTo((1.96 * 6) / Math.sqrt(100 * 112), 3)
  })
})

describe('chance where Google has no estimates yet', () => {
  // Twenty conversions a day fall 10 and 10, or one half has three of four of them, a day each.
  const days = (more: number) => {
    const of = (side: number) =>
      Array.from({ length: 28 }, (_, day) => ({
        clicks: 150,
        costMicros: 300 * MICROS,
        conversions: 10 + (day % 2 === side ? more : -more),
      }))
    return { treatment: of(0), control: of(1) }
  }
  const widthOf = (more: number) => {
    const { net } = experimentEffect({ ...figures(1, 1), byDay: days(more) }, WORTH, {
      weeks: 4,
      fractions: [],
    })
    return net!.spread
  }

  test('goes as far as days fell unevenly to the halves, and never less far than single coins', () => {
    // Of ten in twenty ± 5 is worth five coins, ± √5 one.
    const [even, wild] = [widthOf(Math.sqrt(5)), widthOf(5)]
    expect(wild / even).toBeGreaterThan(0.9 * Math.sqrt(5))
    expect(wild / even).toBeLessThan(1.1 * Math.sqrt(5))
    expect(widthOf(0)).toBeGreaterThan(0.9 * even)
  })

  test('buyers one a day, who buy once or five times, go as far as by all their purchases', () => {
    // By coins of one: (1 + 1 + 25 + 25) / 12; each day divided by itself it would be 3.
    const sold = (half: number[]) =>
      Array.from({ length: 56 }, (_, day) => ({
        clicks: 10,
        costMicros: MICROS,
        conversions: half[day % 4]!,
      }))
    const { conversions } = scatterOf({
      treatment: sold([1, 0, 5, 0]),
      control: sold([0, 1, 0, 5]),
    })
    expect(conversions.value).toBeCloseTo((52 / 12) * (56 / 55), 6)
    expect(conversions.freedom).toBe(55)
    const rare = scatterOf({
      treatment: sold([1, 0, 9, 0]),
      control: sold([0, 1, 0, 0]),
    }).conversions
    expect(rare.freedom).toBeLessThan(45)
    const before = [1, 0, 5, 0].map((sales) => ({ clicks: 10, conversionsMicros: sales * MICROS }))
    const days = Array.from({ length: 14 }, () => before).flat()
    // About 1.5 a day.
    expect(soldScatter(days)).toBeCloseTo(((0.25 + 2.25 + 12.25 + 2.25) / 6) * (56 / 55), 6)
  })
})

describe('what prices do by chance', () => {
  test('is of cost alone: it makes nothing up of what chance does to conversions', () => {
    // Of a hundred thousand clicks chance moves cost by half a percent; by three, it is prices.
    const spreadAt = (percent: number) =>
      experimentEffect(
        {
          treatment: { clicks: 100_000, costMicros: 100_000 * MICROS, conversions: 2_500 },
          control: { clicks: 100_000, costMicros: 100_000 * MICROS, conversions: 2_500 },
          cost: { estimate: 0.001, p: 0.9, margin: (1.96 * percent) / 100 },
          conversions: { estimate: 1, p: 0.9, margin: 1.96 * 90 },
          byDay: null,
        },
        WORTH,
        { weeks: 12, fractions: [1 / 3, 2 / 3] },
      ).net!.spread / MICROS
    // Two halves of 90 conversions of 40 €, and of 3,000 € of cost; what clicks take off both is 4 %.
    const apart = 2 * Math.hypot(90 * 40, 3_000)
    expect(spreadAt(3) / apart).toBeGreaterThan(0.93)
    expect(spreadAt(3) / apart).toBeLessThan(1.03)
  })
})

describe('the verdict', () => {
  test('is net money of the whole campaign: a fifth cheaper with a few conversions less', () => {
    const measured = verdictAt(figures(0.8, 0.98, 4), 12, [1 / 3, 2 / 3])
    expect(measured.verdict).toBe('improved')
    // 6,400 € saved and 24 conversions of 40 € lost in a half over 84 days.
    const expected = ((6_400 - 24 * 40) * 2 * 30) / 84
    expect(measured.monthlyMicros!.estimate / MICROS / expected).toBeCloseTo(1, 1)
    expect(measured.note).toContain('experimento de Google')
  })

  test('a p of .02 after four weeks is looked at again', () => {
    const p = 0.02
    const cost = { estimate: -0.1, p, margin: (1.96 * 0.1) / zOf(p) }
    const found = { ...figures(0.9, 1), cost, conversions: { estimate: 0, p: 1, margin: 1e-6 } }
    const first = verdictAt(found, 4)
    expect(first).toMatchObject({ verdict: 'inconclusive', looks: { next: { weeks: 8 } } })
    expect(verdictAt(found, 12, [1 / 3, 2 / 3])).toMatchObject({
      verdict: 'improved',
      looks: { next: null },
    })
  })

  test('nothing sold in either half: what was saved counts, and every figure is one', () => {
    const unsold = (found: ExperimentFigures) => ({
      ...found,
      treatment: { ...found.treatment, conversions: 0 },
      control: { ...found.control, conversions: 0 },
    })
    const printed = { estimate: 0, p: 1, margin: 0 }
    for (const conversions of [null, printed]) {
      const saved = verdictAt({ ...unsold(figures(0.8, 1)), conversions }, 12, [1 / 3, 2 / 3])
      expect(saved.verdict).toBe('improved')
      const { estimate, low, high } = saved.monthlyMicros!
      for (const figure of [estimate, low, high]) expect(Number.isFinite(figure)).toBe(true)
      // 1,600 € in a half over 84 days.
      expect(estimate / MICROS / ((1_600 * 2 * 30) / 84)).toBeCloseTo(1, 1)
    }
  })

  test('where nothing differs it says so, and without a worth no amount is given', () => {
    expect(verdictAt(figures(1, 1, 200), 12, [1 / 3, 2 / 3]).verdict).toBe('unchanged')
    const unpriced = measuredInExperiment({
      figures: figures(0.8, 1),
      worth: null,
      look: { weeks: 4, fractions: [] },
      dayOfLook: () => '2027-01-01',
      windowDays: 28,
      measuredOn: '2027-01-01',
      measuredTo: '2026-12-24',
      currencyCode: 'EUR',
      campaignId: '5',
    })
    expect(unpriced).toMatchObject({ verdict: 'inconclusive', monthlyMicros: null })
    expect(unpriced.note).toContain('No se sabe cuánto vale')
  })
})

describe('what could be told', () => {
  test('708 conversions in each half show a fifth more, 2,121 a tenth less', () => {
    expect(conversionsToSee(0.2)).toBe(708)
    expect(conversionsToSee(-0.1)).toBe(2_121)
  })

  test('more weeks show less, and what is seen for sure is likely', () => {
    const past = {
      clicks: 8_000,
      costMicros: 16_000 * MICROS,
      conversions: 600,
      weeks: 8,
      soldDispersion: 1.5,
    }
    const promise = experimentPromise(past, WORTH)!
    const [first, second, third] = promise.looks.map(({ leastMicros }) => leastMicros)
    expect(first).toBeGreaterThan(second!)
    expect(second).toBeGreaterThan(third!)
    expect(promise.chanceOf(third!)).toBeCloseTo(0.8, 2)
    expect(experimentPromise({ ...past, conversions: 0 }, WORTH)).toBeNull()
  })

  test('a fifth more conversions vary more than a fifth less, and are promised less', () => {
    const past = {
      clicks: 8_000,
      costMicros: MICROS,
      conversions: 600,
      weeks: 8,
      soldDispersion: 1.5,
    }
    const fifth = ((WORTH.micros * past.conversions) / past.weeks / 7) * 30 * 0.2
    const { chanceOf } = experimentPromise(past, WORTH)!
    // 450 in each half: 90 more or less at an error of √(1.5 · 990) or √(1.5 · 810).
    expect(chanceOf(fifth)).toBeCloseTo(seenAt(90 / Math.sqrt(1.5 * 990)), 2)
    expect(chanceOf(-fifth)).toBeCloseTo(seenAt(90 / Math.sqrt(1.5 * 810)), 2)
  })

  /** By the last of three looks, at so many standard deviations of it. */
  function seenAt(expected: number): number {
    const fractions = [1 / 3, 2 / 3, 1]
    const bounds = boundsOf(fractions).map((bound) =>
      studentQuantile(2 * (1 - normalCdf(bound)), GOOGLES_FREEDOM),
    )
    return chanceOfLooks(fractions, expected, bounds)
  }
})

describe('a half that was not shown', () => {
  const found = figures(1, 1)
  const nothing = { clicks: 0, costMicros: 0, conversions: 0 }
  const isUnmeasured = {
    verdict: 'inconclusive',
    monthlyMicros: null,
    note: expect.stringContaining('Una de las dos mitades'),
  }

  test.each([
    { what: 'had no click', over: { treatment: nothing } },
    { what: 'had none in the other', over: { control: nothing } },
    {
      what: 'was shown for two days of 28',
      over: { treatment: { clicks: 290, costMicros: 570 * MICROS, conversions: 20 } },
    },
  ])('$what: no verdict, and looked at again while weeks are left', ({ over }) => {
    expect(verdictAt({ ...found, ...over }, 4)).toMatchObject({
      ...isUnmeasured,
      looks: { fractions: [], next: { weeks: 8 } },
    })
    expect(verdictAt({ ...found, ...over }, 12, [0.3, 0.6])).toMatchObject({
      ...isUnmeasured,
      looks: { fractions: [0.3, 0.6], next: null },
    })
  })

  test('and paused for a week of four is told by its days', () => {
    const days = (until: number) =>
      Array.from({ length: 28 }, (_, day) =>
        day < until ? { clicks: 150, costMicros: 300 * MICROS, conversions: 10 } : nothing,
      )
    const shown = (until: number, clicks = 150 * until) => {
      const { treatment, ...other } = figures(0.8, 1)
      const byDay = { treatment: days(until), control: days(28) }
      return verdictAt({ ...other, treatment: { ...treatment, clicks }, byDay }, 4)
    }
    expect(shown(21)).toMatchObject(isUnmeasured)
    expect(shown(28).monthlyMicros).not.toBeNull()
    // Google prints more than was read: those days are not there yet.
    expect(shown(21, 4_000).monthlyMicros).not.toBeNull()
  })
})
