import { expect, test } from 'vitest'
import type { MatchType } from '../engine/account/snapshot.ts'
import { stoppedBy } from './negatives.ts'

const PLACE = { campaignId: 1, adGroupId: 11, adGroupName: 'Botas' }
const negative = (text: string, matchType: MatchType) => [
  { text, matchType, adGroupId: null, campaignIds: [1] },
]
const keyword = (matchType: MatchType) => ({ ...PLACE, text: 'botas rojas', matchType })

test('an exact negative leaves phrase and broad keywords of its words all other searches', () => {
  const all = [keyword('EXACT'), keyword('PHRASE'), keyword('BROAD')]
  expect(stoppedBy(negative('botas rojas', 'EXACT'), all)).toEqual([keyword('EXACT')])
  expect(stoppedBy(negative('botas', 'PHRASE'), all)).toEqual(all)
})

test('what was searched for is stopped by an exact negative', () => {
  const term = { ...PLACE, text: 'botas rojas' }
  expect(stoppedBy(negative('botas rojas', 'EXACT'), [term])).toEqual([term])
})
