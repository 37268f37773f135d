import { expect, test } from 'vitest'
import { sampleSurroundings } from '#engine/samples/sample-surroundings.ts'
import { adviceChange, monthlyBudgetMicros, seenText } from './advice-change.ts'

test('searches that Google counts anew each day are the same proposal; another word or amount is not', () => {
  const proposal = {
    keyword: { text: 'botas', matchType: 'PHRASE' },
    searchTerms: [{ text: 'botas de piel', estimatedWeeklySearchCount: '120' }],
  }
  const seen = seenText({ type: 'KEYWORD', proposal })
  const counted = [{ text: 'botas de piel', estimatedWeeklySearchCount: '95' }]
  expect(seenText({ type: 'KEYWORD', proposal: { ...proposal, searchTerms: counted } })).toBe(seen)
  const other = { ...proposal, keyword: { text: 'botas', matchType: 'BROAD' } }
  expect(seenText({ type: 'KEYWORD', proposal: other })).not.toBe(seen)
})

test('what a raised budget can add to a month is the most that Google may charge, 30.4 days of it', () => {
  const advice = {
    ...{ id: '1', type: 'CAMPAIGN_BUDGET', campaignId: '1', adGroupId: null, impact: null },
    proposal: {
      currentBudgetAmountMicros: '10000000',
      recommendedBudgetAmountMicros: '20000000',
    },
  }
  expect(monthlyBudgetMicros(advice, null)).toBe(304_000_000)
})

test('a target that stands in ad groups or a portfolio is changed from its average', () => {
  const place = { campaign: null, adGroupName: null, currencyCode: 'EUR' }
  const advice = (type: string, average: number, factor: number) => ({
    ...{ id: '1', type, campaignId: null, adGroupId: null, impact: null },
    proposal: {
      targetAdjustment: {
        currentAverageTargetMicros: String(average * 1_000_000),
        recommendedTargetMultiplier: factor,
      },
    },
  })
  expect(adviceChange(advice('RAISE_TARGET_CPA', 15, 1.2), place)).toEqual({
    before: expect.stringMatching(/^CPA objetivo de 15,00\s€ de media$/),
    after: expect.stringMatching(/^CPA objetivo de 18,00\s€$/),
  })
  expect(adviceChange(advice('LOWER_TARGET_ROAS', 4, 0.8), place)).toEqual({
    before: expect.stringMatching(/^ROAS objetivo del 400\s% de media$/),
    after: expect.stringMatching(/^ROAS objetivo del 320\s%$/),
  })
})

test('a budget that comes with another bid strategy is shown, with what it can add to a month', () => {
  const campaign = sampleSurroundings({}, { budgetMicros: 10_000_000 }).campaign!
  const advice = {
    ...{ id: '1', type: 'MAXIMIZE_CONVERSIONS_OPT_IN', campaignId: '9', adGroupId: null },
    ...{ impact: null, proposal: { recommendedBudgetAmountMicros: '20000000' } },
  }
  expect(adviceChange(advice, { campaign, adGroupName: null, currencyCode: 'EUR' })).toEqual({
    before: expect.stringMatching(/con 10,00\s€ al día$/),
    after: expect.stringMatching(/^Maximizar conversiones, con 20,00\s€ al día$/),
  })
  expect(monthlyBudgetMicros(advice, campaign)).toBe(304_000_000)
  expect(monthlyBudgetMicros({ ...advice, proposal: {} }, campaign)).toBeNull()
})
