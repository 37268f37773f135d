import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../../account/context.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { sayIn } from '../../words/say.ts'
import { expectedKept, goesOnWith, isMostlyKept, keptSearches } from './kept-searches.ts'

const own = keyword('botas lluvia', sums(100, 0), { criterionId: '77' })
const other = keyword('lluvia mujer', sums(40, 1), { criterionId: '78', matchType: 'BROAD' })

function keptOf(terms: readonly [term: string, clicks: number][], biddingStrategyType?: string) {
  const account = sampleAccount({
    campaigns: [campaign({ biddingStrategyType: biddingStrategyType ?? 'TARGET_CPA' })],
    keywords: [own, other],
    searchTerms: terms.map(([term, clicks]) =>
      searchTerm(term, sums(clicks, 0), { criterionId: '77' }),
    ),
  })
  return keptSearches(account, contextOf(account, sayIn('EUR', spanishNumbers)))(own)
}

test('of the clicks shown, those whose searches others of the campaign ask for', () => {
  const shown = [
    ['botas lluvia mujer', 30],
    ['botas lluvia', 30],
  ] as const
  expect(keptOf(shown.map(([term, clicks]) => [term, clicks]))).toEqual({ share: 0.5, shown: 0.6 })
  expect(keptOf([])).toEqual({ share: 0, shown: 0 })
  expect(keptOf([['botas lluvia mujer', 30]], 'MANUAL_CPC')).toBeNull()
})

test('those hidden go on as these do, or anyhow', () => {
  const half = { share: 0.5, shown: 0.6 }
  // .6 × .5 of those shown, and of .4 hidden a quarter to three.
  expect(expectedKept(half)).toBeCloseTo(0.5, 12)
  expect(goesOnWith(half)(() => 0)).toEqual({ clicks: 0.4, cost: 0.4 })
  expect(goesOnWith(half)(() => 1).cost).toBeCloseTo(0.6, 12)
})

test('where hardly anything would be stopped it is mostly kept', () => {
  expect(isMostlyKept({ share: 0.8, shown: 1 })).toBe(true)
  expect(isMostlyKept({ share: 0.79, shown: 1 })).toBe(false)
  expect(isMostlyKept(null)).toBe(false)
})
