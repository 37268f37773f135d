import { expect, test } from 'vitest'
import { amountAt } from './changed-amounts.ts'

test.each([
  [{ campaignBudget: { amountMicros: '12000000' } }, ['amountMicros'], 12_000_000],
  [{ campaignBudget: { amountMicros: '12000000' } }, ['name', 'amount_micros'], 12_000_000],
  [
    { campaign: { maximizeConversions: { targetCpaMicros: '5000000' } } },
    ['maximizeConversions.targetCpaMicros'],
    5_000_000,
  ],
  [
    { campaign: { maximizeConversionValue: { targetRoas: 3.5 } } },
    ['maximize_conversion_value.target_roas'],
    3_500_000,
  ],
  [{ adGroupCriterion: { cpcBidMicros: '400000' } }, ['cpcBidMicros'], undefined],
  [{ campaign: {} }, ['targetCpa.targetCpaMicros'], undefined],
  [{}, ['amountMicros'], undefined],
])('the amount of %j', (resource, fields, expected) => {
  expect(amountAt(resource, fields)).toBe(expected)
})
