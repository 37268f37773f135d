import { describe, expect, test } from 'vitest'
import type { EntityStatus } from '../../account/inventory.ts'
import { campaign, keyword, sampleAccount, searchTerm, sums } from '../../samples/sample-account.ts'
import { found, reasonOf } from '../../samples/sample-analysis.ts'

const base = sampleAccount()

type Off = { campaign?: EntityStatus; adGroup?: EntityStatus; keyword?: EntityStatus }

/** An account whose keyword «bota goma niño» stands in a campaign of before, which may be known or not. */
function account(off: Off, terms: Parameters<typeof searchTerm>[]) {
  const former = { campaignId: '9', adGroupId: '91', matchType: 'EXACT' as const }
  return sampleAccount({
    campaigns: [
      ...base.campaigns,
      ...(off.campaign === undefined
        ? []
        : [campaign({ id: '9', name: 'Antigua', status: off.campaign, sums: sums(9, 0) })]),
    ],
    adGroups: [
      ...base.adGroups,
      ...(off.adGroup === undefined
        ? []
        : [{ id: '91', campaignId: '9', name: 'Goma', status: off.adGroup }]),
    ],
    keywords: [
      ...base.keywords,
      keyword('bota goma niño', sums(9, 0), { ...former, status: off.keyword ?? 'ENABLED' }),
    ],
    searchTerms: [...base.searchTerms, ...terms.map((one) => searchTerm(...one))],
  })
}

const OFF: [string, Off][] = [
  ['a paused campaign', { campaign: 'PAUSED', adGroup: 'ENABLED' }],
  ['a removed campaign', { campaign: 'REMOVED', adGroup: 'ENABLED' }],
  ['a paused ad group', { campaign: 'ENABLED', adGroup: 'PAUSED' }],
  ['a removed ad group', { campaign: 'ENABLED', adGroup: 'REMOVED' }],
]
const ON: [string, Off][] = [
  ['an active one', { campaign: 'ENABLED', adGroup: 'ENABLED' }],
  ['one that its file does not tell of', {}],
]

describe('a search that only costs', () => {
  const wasted = (off: Off) =>
    found(account(off, [['bota goma niño', sums(500, 0)]]), 'wasted-search-terms')
  test.each(OFF)('is excluded though it is a keyword of %s', (_, off) => {
    expect(wasted(off)).toHaveLength(1)
  })
  test.each(ON)('is none where it is a keyword of %s', (_, off) => {
    expect(wasted(off)).toEqual([])
  })
})

describe('a word that only costs', () => {
  const wasted = (off: Off) =>
    found(
      account(
        off,
        ['barata', 'verde', 'lluvia', 'oferta', 'larga', 'corta'].map((word) => [
          `goma ${word}`,
          sums(90, 0),
        ]),
      ),
      'wasted-ngrams',
    )
  test.each(OFF)('is excluded though it stands in a keyword of %s', (_, off) => {
    expect(wasted(off).map(({ title }) => title)).toEqual([expect.stringContaining('«goma»')])
  })
  test.each(ON)('is what is sold where it stands in a keyword of %s', (_, off) => {
    expect(wasted(off)).toEqual([])
  })
})

describe('a search that sells', () => {
  const sold = (off: Off) => account(off, [['bota goma niño', sums(90, 14)]])
  test.each(OFF)('becomes a keyword though it is one of %s', (_, off) => {
    expect(found(sold(off), 'converting-terms')).toHaveLength(1)
  })
  const paused: [string, Off] = ['an active group, paused', { ...ON[0]![1], keyword: 'PAUSED' }]
  test.each([...ON, paused])('is a keyword already where it is one of %s', (_, off) => {
    expect(found(sold(off), 'converting-terms')).toEqual([])
    expect(reasonOf(sold(off), 'converting-terms')).toContain('ya')
  })
})
