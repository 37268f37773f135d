import { expect, test } from 'vitest'
import { MICROS } from '../../shared/metrics.ts'
import { sampleSurroundings } from '../samples/sample-surroundings.ts'
import type { GoogleAdvice } from './advice.ts'
import { secondOpinion } from './second-opinion.ts'

const WEEK = { costMicros: 700 * MICROS, conversions: 35, conversionsValue: 2_800 }

/** Five conversions more a week for 10 €, in a campaign of 200 € a day and a target of 30 €. */
function judge(type: string, proposal: object, biddingStrategyType = 'MANUAL_CPC') {
  const potential = { costMicros: 710 * MICROS, conversions: 40, conversionsValue: 3_200 }
  const advice: GoogleAdvice = {
    ...{ id: '1', type, campaignId: '9', adGroupId: null },
    ...{ impact: { base: WEEK, potential }, proposal: { ...proposal } },
  }
  const sums = {
    ...{ impressions: 100_000, clicks: 9_000, costMicros: 9_000 * MICROS },
    ...{ conversionsMicros: 450 * MICROS, valueMicros: 36_000 * MICROS },
  }
  const target = { micros: 30 * MICROS, origin: 'goal' as const }
  return secondOpinion(
    advice,
    sampleSurroundings({ target, valuesTell: true }, { biddingStrategyType, sums }),
  )
}

test.each([
  [
    'FORECASTING_SET_TARGET_CPA',
    (micros: number) => ({
      recommendedTargetCpaMicros: 20 * MICROS,
      campaignBudget: { recommendedNewAmountMicros: String(micros) },
    }),
  ],
  [
    'FORECASTING_SET_TARGET_ROAS',
    (micros: number) => ({
      recommendedTargetRoas: 4,
      campaignBudget: { recommendedNewAmountMicros: String(micros) },
    }),
  ],
  [
    'TARGET_ROAS_OPT_IN',
    (micros: number) => ({
      recommendedTargetRoas: 4,
      requiredCampaignBudgetAmountMicros: String(micros),
    }),
  ],
  [
    'TARGET_CPA_OPT_IN',
    (micros: number) => ({
      recommendedTargetCpaMicros: String(20 * MICROS),
      options: [
        { targetCpaMicros: String(15 * MICROS), requiredCampaignBudgetAmountMicros: '1' },
        {
          targetCpaMicros: String(20 * MICROS),
          requiredCampaignBudgetAmountMicros: String(micros),
        },
      ],
    }),
  ],
  [
    'MAXIMIZE_CONVERSIONS_OPT_IN',
    (micros: number) => ({ recommendedBudgetAmountMicros: String(micros) }),
  ],
])('a promise of %s that counts with a larger budget is tried at best, and says so', (type, of) => {
  expect(judge(type, of(200 * MICROS)).verdict).toBe('apply')
  const dearer = judge(type, of(350 * MICROS))
  expect(dearer.verdict).toBe('try')
  expect(dearer.caveats.join()).toMatch(/cuenta con un presupuesto de 350,00\s€ al día/)
  expect(dearer.figures.find(({ key }) => key === 'countedBudget')?.value).toBe(350 * MICROS)
})

test('broad match that needs more budget says so', () => {
  const proposal = { requiredCampaignBudgetAmountMicros: 350 * MICROS }
  const { caveats } = judge('USE_BROAD_MATCH_KEYWORD', proposal, 'TARGET_CPA')
  expect(caveats.join()).toContain('que aquí no se cambia')
})
