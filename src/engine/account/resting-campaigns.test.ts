import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { analyseAccount } from '../analyse-account.ts'
import { campaign, keyword, searchTerm, sums } from '../samples/sample-account.ts'
import { equippedAccount, healthyInventory } from '../samples/sample-inventory.ts'

/** A keyword, a search and telephones that only cost, in a campaign last shown so many days before the window's end. */
function rulesAbout(daysAgo: number): string[] {
  const place = { campaignId: '2', adGroupId: '21' }
  const base = equippedAccount()
  const { from, to } = base.window
  const exposure = { from, to: addDays(to, -daysAgo), servedDays: 60 }
  const summer = { id: '2', name: 'Verano', biddingStrategyType: 'MANUAL_CPC', exposure }
  const account = {
    ...base,
    campaigns: [...base.campaigns, campaign({ ...summer, sums: sums(6_000, 200) })],
    adGroups: [
      ...base.adGroups,
      { id: '21', campaignId: '2', name: 'V', status: 'ENABLED' as const },
    ],
    keywords: [...base.keywords, keyword('sandalias boda', sums(600, 0), place)],
    searchTerms: [...base.searchTerms, searchTerm('disfraz flamenca', sums(1_200, 0), place)],
    inventory: {
      ...healthyInventory(),
      devices: [
        { campaignId: '2', device: 'MOBILE' as const, sums: sums(4_000, 20) },
        { campaignId: '2', device: 'DESKTOP' as const, sums: sums(2_000, 180) },
      ],
    },
  }
  const { recommendations } = analyseAccount(account)
  const own = ['idle-keywords', 'wasted-search-terms', 'device-performance']
  return recommendations.flatMap(({ rule }) => (own.includes(rule) ? [rule] : [])).sort()
}

test('nothing is saved by stopping a part of a campaign that is shown no more', () => {
  expect(rulesAbout(2)).toEqual(['device-performance', 'idle-keywords', 'wasted-search-terms'])
  expect(rulesAbout(40)).toEqual([])
})
