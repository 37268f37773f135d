import { expect, test } from 'vitest'
import { campaignTypeName } from './recent-campaign.ts'

test('a type that has no code is told in words, not in capitals', () => {
  expect(campaignTypeName({ type: 2, type_name: 'SEARCH' })).toBe('Search')
  expect(campaignTypeName({ type: 1, type_name: 'TRAVEL_ADS' })).toBe('Travel ads')
  expect(campaignTypeName({ type: 0, type_name: '' })).toBe('Unknown')
})
