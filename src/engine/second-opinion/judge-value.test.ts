import { expect, test } from 'vitest'
import { MICROS } from '../../shared/metrics.ts'
import { sampleSurroundings } from '../samples/sample-surroundings.ts'
import type { GoogleAdvice, Surroundings } from './advice.ts'
import { secondOpinion } from './second-opinion.ts'

const WEEK = { clicks: 700, costMicros: 700 * MICROS, conversions: 35, conversionsValue: 2_800 }

function advice(type: string, more: Partial<GoogleAdvice> = {}): GoogleAdvice {
  return { id: '1', type, campaignId: '9', adGroupId: '8', impact: null, proposal: {}, ...more }
}

/** A week more by `cost` and `value` euros, and `conversions` where Google counts these too. */
function promise(cost: number, value: number, conversions?: number): GoogleAdvice['impact'] {
  const { conversions: usual, ...week } = WEEK
  const counted = conversions === undefined ? undefined : usual
  return {
    base: { ...week, ...(counted !== undefined && { conversions: counted }) },
    potential: {
      ...week,
      costMicros: WEEK.costMicros + cost * MICROS,
      conversionsValue: WEEK.conversionsValue + value,
      ...(conversions !== undefined && { conversions: usual + conversions }),
    },
  }
}

/** 90 days: 9,000 € for 450 conversions of 80 €, a ROAS of 400 %; its bidding is asked for as much. */
function around(more: Partial<Surroundings> = {}, campaign: object = {}): Surroundings {
  const shown = { target: { micros: 20 * MICROS, origin: 'roas' }, valuesTell: true } as const
  return sampleSurroundings(
    { ...shown, ...more },
    {
      name: 'Shopping',
      channelType: 'SHOPPING',
      biddingStrategyType: 'MAXIMIZE_CONVERSION_VALUE',
      sums: {
        impressions: 100_000,
        clicks: 9_000,
        costMicros: 9_000 * MICROS,
        conversionsMicros: 450 * MICROS,
        valueMicros: 36_000 * MICROS,
      },
      impressionShare: { eligible: 200_000, lostToBudget: 0, lostToRank: 100_000 },
      ...campaign,
    },
  )
}

const lowered = {
  targetAdjustment: {
    currentAverageTargetMicros: String(4 * MICROS),
    recommendedTargetMultiplier: 0.8,
  },
}

test('a lower target ROAS is judged by the value that Google promises for the money', () => {
  const judge = (cost: number, value: number) =>
    secondOpinion(
      advice('LOWER_TARGET_ROAS', { impact: promise(cost, value), proposal: lowered }),
      around(),
    )
  // 100 € for 800 €: each 80 € of them for 10 €, where 20 € may be paid.
  const good = judge(100, 800)
  expect(good.verdict).toBe('apply')
  expect(good.reason).toMatch(/800,00\s€ más de valor/)
  expect(good.reason).toMatch(/unas 10\sconversiones/)
  expect(good.figures.find(({ key }) => key === 'newTarget')?.value).toBeCloseTo(3.2)
  // 100 € for 200 €: a ROAS of 200 % where 400 % is asked for.
  expect(judge(100, 200).verdict).toBe('discard')
  expect(judge(100, 0).reason).toContain('nada más de valor')
})

test('promised value counts before promised conversions where each is bid for at its value', () => {
  const impact = promise(100, 200, 20)
  expect(secondOpinion(advice('LOWER_TARGET_ROAS', { impact }), around()).verdict).toBe('discard')
  const alike = around({ valuesTell: false })
  expect(secondOpinion(advice('LOWER_TARGET_ROAS', { impact }), alike).verdict).toBe('apply')
  const byCpa = around({}, { biddingStrategyType: 'TARGET_CPA' })
  expect(secondOpinion(advice('RAISE_TARGET_CPA', { impact }), byCpa).verdict).toBe('apply')
})

test('bidding for value needs amounts that differ, conversions, and an acceptable target', () => {
  const byHand = { biddingStrategyType: 'MANUAL_CPC' }
  const wanted = (recommendedTargetRoas: number) =>
    advice('TARGET_ROAS_OPT_IN', { impact: promise(50, 400), proposal: { recommendedTargetRoas } })
  expect(secondOpinion(wanted(4), around({}, byHand)).verdict).toBe('apply')
  const alike = secondOpinion(wanted(4), around({ valuesTell: false }, byHand))
  expect(alike).toMatchObject({ verdict: 'discard', reason: expect.stringContaining('importes') })
  const sums = { ...around().campaign!.sums, conversionsMicros: 30 * MICROS }
  expect(secondOpinion(wanted(4), around({}, { ...byHand, sums })).verdict).toBe('discard')
  // 80 € / 250 % = 32 €, where 20 € may be paid.
  const dear = secondOpinion(wanted(2.5), around({}, byHand))
  expect(dear).toMatchObject({ verdict: 'discard', reason: expect.stringMatching(/32,00\s€/) })
  const already = advice('MAXIMIZE_CONVERSION_VALUE_OPT_IN', { impact: promise(50, 400) })
  expect(secondOpinion(already, around()).reason).toContain('ya puja por el valor')
})

test('a target ROAS is set where a euro already brings about that', () => {
  const judge = (recommendedTargetRoas: number, target: Surroundings['target']) =>
    secondOpinion(
      advice('SET_TARGET_ROAS', { proposal: { recommendedTargetRoas } }),
      around({ target }),
    )
  const average = { micros: 20 * MICROS, origin: 'average' } as const
  expect(judge(4, average).verdict).toBe('apply')
  const high = judge(6, average)
  expect(high).toMatchObject({ verdict: 'try', reason: expect.stringMatching(/460\s%/) })
  expect(judge(2.5, average).verdict).toBe('discard')
  // Its owner pays at most 12 €: even today's 400 % is too little.
  expect(judge(4, { micros: 12 * MICROS, origin: 'goal' }).verdict).toBe('discard')
})

test('unused budget that is moved is a raise, and its money is told to be new spending', () => {
  const proposal = {
    excessCampaignBudget: 'customers/1/campaignBudgets/3',
    budgetRecommendation: {
      currentBudgetAmountMicros: 100 * MICROS,
      recommendedBudgetAmountMicros: 115 * MICROS,
    },
  }
  const impact = promise(100, 300)
  const starved = around(
    {},
    { impressionShare: { eligible: 200_000, lostToBudget: 60_000, lostToRank: 0 } },
  )
  const opinion = secondOpinion(advice('MOVE_UNUSED_BUDGET', { proposal, impact }), starved)
  expect(opinion.caveats.join()).toContain('sube el gasto')
  expect(opinion.figures.find(({ key }) => key === 'newBudget')?.value).toBe(115 * MICROS)
  expect(opinion.verdict).toBe('discard')
  const unused = secondOpinion(advice('MOVE_UNUSED_BUDGET', { proposal, impact }), around())
  expect(unused.reason).toContain('solo pierde por presupuesto')
})

test('clicks for their own sake are refused where conversions are known', () => {
  const clicks = advice('MAXIMIZE_CLICKS_OPT_IN')
  expect(secondOpinion(clicks, around()).verdict).toBe('discard')
  const byHand = { biddingStrategyType: 'MANUAL_CPC' }
  expect(secondOpinion(clicks, around({}, byHand)).verdict).toBe('discard')
  const sums = { ...around().campaign!.sums, conversionsMicros: 0, valueMicros: 0 }
  expect(secondOpinion(clicks, around({}, { ...byHand, sums })).verdict).toBe('try')
})

test('what is broken is to be mended, however conversions look; what may harm is tried', () => {
  const blind = around({ blocked: 'La medición está rota.', target: null })
  const judge = (type: string) => secondOpinion(advice(type), blind).verdict
  expect(judge('SHOPPING_FIX_DISAPPROVED_PRODUCTS')).toBe('apply')
  expect(judge('IMPROVE_GOOGLE_TAG_COVERAGE')).toBe('apply')
  expect(judge('PERFORMANCE_MAX_FINAL_URL_OPT_IN')).toBe('try')
})

test('a raised target names what it would be', () => {
  const proposal = {
    targetAdjustment: {
      currentAverageTargetMicros: 20 * MICROS,
      recommendedTargetMultiplier: 1.15,
    },
  }
  const { figures } = secondOpinion(advice('RAISE_TARGET_CPA', { proposal }), around())
  expect(figures[0]).toMatchObject({ key: 'newTarget', value: 23 * MICROS })
})
