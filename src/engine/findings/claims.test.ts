import { expect, test } from 'vitest'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../samples/sample-account.ts'
import {
  adGroupClaim,
  campaignClaim,
  keywordClaim,
  ledgerOf,
  sliceClaim,
  termClaim,
} from './claims.ts'
import type { Claim } from './recommendation.ts'

/** Campaign 1 costs 1,000; in it ad group 11 with keyword K of 400, one of whose queries costs 100. */
const place = { campaignId: '1', adGroupId: '11', criterionId: 'K' }
const account = sampleAccount({
  campaigns: [campaign({ sums: { ...sums(0, 0), costMicros: 1_000 } })],
  keywords: [
    keyword('k', { ...sums(0, 0), costMicros: 400 }, { criterionId: 'K' }),
    keyword('l', { ...sums(0, 0), costMicros: 200 }, { criterionId: 'L' }),
  ],
  searchTerms: [searchTerm('gratis', { ...sums(0, 0), costMicros: 100 }, { criterionId: 'K' })],
})
const query = termClaim({ ...place, term: 'gratis' }, 100)
const word = keywordClaim(place, 400)
const group = adGroupClaim(place, 600)

/** What each claim still finds free, in turn. */
function inTurn(...claims: Claim[]): number[] {
  const lists = claims.map((claim) => [claim])
  const ledger = ledgerOf(account, lists)
  return lists.map((list) => {
    const free = ledger.free(list)
    ledger.book(list)
    return Number(free.toFixed(6))
  })
}

test('a query inside a keyword inside an ad group inside a campaign is paid once, in any order', () => {
  expect(inTurn(query, word, group, campaignClaim('1', 1_000))).toEqual([100, 300, 200, 400])
  expect(inTurn(campaignClaim('1', 1_000), group, word, query)).toEqual([1_000, 0, 0, 0])
  expect(inTurn(word, query, query)).toEqual([400, 0, 0])
})

test('neighbours do not disturb each other', () => {
  expect(inTurn(word, keywordClaim({ ...place, criterionId: 'L' }, 200))).toEqual([400, 200])
})

test('a cut of a keyword leaves the rest of its queries; slices across overlap in proportion', () => {
  expect(inTurn({ ...word, costMicros: 100 }, query)).toEqual([100, 75])
  const mobile = sliceClaim('1', 'device', 'MOBILE', 500)
  const night = sliceClaim('1', 'hour', '0-6', 200)
  expect(inTurn(mobile, night)).toEqual([500, 100])
  expect(inTurn(mobile, sliceClaim('1', 'device', 'TABLET', 100))).toEqual([500, 100])
})

test('never more than the container costs, whatever is claimed in it', () => {
  const many = [
    word,
    { ...group, costMicros: 500 },
    sliceClaim('1', 'device', 'MOBILE', 900),
    sliceClaim('1', 'hour', '0-6', 800),
    query,
    campaignClaim('1', 1_000),
  ]
  expect(inTurn(...many).reduce((sum, free) => sum + free, 0)).toBeLessThanOrEqual(1_000.001)
})

test('parts that add up to more than their container are cut at what it costs', () => {
  const mobile = sliceClaim('1', 'device', 'MOBILE', 600)
  const tablet = sliceClaim('1', 'device', 'TABLET', 600)
  expect(inTurn(mobile, tablet)).toEqual([600, 400])
  expect(inTurn(mobile, tablet, word)).toEqual([600, 400, 0])
})

test('a query may contain a slash, and a key without one is its own container', () => {
  const odd = termClaim({ campaignId: '9', adGroupId: '', term: '🙂/🙂' }, 5)
  expect(odd.key).toBe('9///🙂/🙂')
  expect(inTurn(odd, odd, { key: 'x', costMicros: 7 }, { key: 'x', costMicros: 7 })).toEqual([
    5, 0, 7, 0,
  ])
})
