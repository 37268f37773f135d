import { expect, test } from 'vitest'
import { seenText } from './advice-change.ts'

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
