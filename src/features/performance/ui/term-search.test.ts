import { expect, test } from 'vitest'
import { queryOf } from '#kit/query.ts'
import { listSearchTerms } from '../contract/entity-lists.ts'
import { isOfList } from './term-search.ts'

test('another search is in the same list, another campaign, ad group or range is another list', () => {
  const asked = { campaignId: '1', from: '2026-11-01', to: '2026-11-30' }
  const keyOf = (more: object) => queryOf(listSearchTerms, { ...asked, ...more }).queryKey
  expect(isOfList(keyOf({ q: 'bota' }), asked)).toBe(true)
  expect(isOfList(keyOf({}), { ...asked, q: 'botas' })).toBe(true)
  expect(isOfList(keyOf({ campaignId: '2', q: 'bota' }), asked)).toBe(false)
  expect(isOfList(keyOf({ ad_group_id: '7', q: 'bota' }), asked)).toBe(false)
  expect(isOfList(keyOf({ from: '2026-10-01', q: 'bota' }), asked)).toBe(false)
  expect(isOfList(undefined, asked)).toBe(false)
})
