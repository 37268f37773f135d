import { expect, test } from 'vitest'
import { analyseAccount } from '../analyse-account.ts'
import { keyword, sampleAccount, searchTerm, sums } from '../samples/sample-account.ts'
import { hasEnded } from './has-ended.ts'

test('many clicks and none of late have ended; few may be chance, and what is not known says nothing', () => {
  const recent = { clicks: 0, conversionsMicros: 0 }
  expect(hasEnded({ sums: { clicks: 20 }, recent })).toBe(true)
  expect(hasEnded({ sums: { clicks: 19 }, recent })).toBe(false)
  expect(hasEnded({ sums: { clicks: 200 }, recent: { ...recent, clicks: 1 } })).toBe(false)
  expect(hasEnded({ sums: { clicks: 200 } })).toBe(false)
})

test('nothing is promised of stopping what has stopped by itself', () => {
  const told = (clicks: number) => {
    const recent = { clicks, conversionsMicros: 0 }
    const base = sampleAccount()
    const { recommendations } = analyseAccount({
      ...base,
      keywords: [...base.keywords, { ...keyword('tacones boda', sums(420, 0)), recent }],
      searchTerms: [
        ...base.searchTerms,
        { ...searchTerm('disfraz flamenca', sums(380, 0)), recent },
      ],
    })
    return recommendations.map(({ rule }) => rule).sort()
  }
  expect(told(100)).toEqual(['idle-keywords', 'wasted-search-terms'])
  expect(told(0)).toEqual([])
})
