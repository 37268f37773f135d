import { expect, test } from 'vitest'
import { campaignTypeName, lostShareText, priceText } from './recent-campaign.ts'

test('a type that has no code is told in words, not in capitals', () => {
  expect(campaignTypeName({ type: 2, type_name: 'SEARCH' })).toBe('Search')
  expect(campaignTypeName({ type: 1, type_name: 'TRAVEL_ADS' })).toBe('Travel ads')
  expect(campaignTypeName({ type: 0, type_name: '' })).toBe('Unknown')
})

test('a price of what never came is none', () => {
  const campaign = (clicks: number, conversions: number) => ({
    currencyCode: 'EUR',
    metrics: { clicks, conversions, average_cpc: 0.5, cost_per_conversion: 7 },
  })
  expect(priceText(campaign(4, 1), 'average_cpc')).toBe('0,50\u00a0€')
  expect(priceText(campaign(4, 1), 'cost_per_conversion')).toBe('7,00\u00a0€')
  expect(priceText(campaign(0, 1), 'average_cpc')).toBe('—')
  expect(priceText(campaign(4, 0), 'cost_per_conversion')).toBe('—')
})

test('a lost share that Google does not tell is no figure', () => {
  expect([0.9001, 0.25, null].map(lostShareText)).toEqual(['>\u00a090\u00a0%', '25,00\u00a0%', '—'])
})
