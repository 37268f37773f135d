import { expect, test } from 'vitest'
import { addDays, eachDay } from '#shared/dates.ts'
import { analyseAccount } from '../analyse-account.ts'
import { campaign, keyword, searchTerm, sums } from '../samples/sample-account.ts'
import { equippedAccount, healthyInventory } from '../samples/sample-inventory.ts'
import type { WholeSnapshot } from './snapshot.ts'

/** A keyword, a search and telephones that only cost, in a campaign last shown so many days before the window's end, or whose days are given. */
function rulesAbout(daysAgo: number, over: Partial<WholeSnapshot> = {}): string[] {
  const place = { campaignId: '2', adGroupId: '21' }
  const base = equippedAccount()
  const { from, to } = base.window
  const exposure = { from, to: addDays(to, -daysAgo), servedDays: 60 }
  const newestShare = { impressions: 0, eligible: 0, lostToBudget: 0, lostToRank: 0 }
  const summer = {
    id: '2',
    name: 'Verano',
    biddingStrategyType: 'MANUAL_CPC',
    exposure,
    newestShare,
  }
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
    ...over,
  }
  const { recommendations } = analyseAccount(account)
  const own = ['idle-keywords', 'wasted-search-terms', 'device-performance']
  return recommendations.flatMap(({ rule }) => (own.includes(rule) ? [rule] : [])).sort()
}

test('nothing is saved by stopping a part of a campaign that is shown no more', () => {
  expect(rulesAbout(2)).toEqual(['device-performance', 'idle-keywords', 'wasted-search-terms'])
  expect(rulesAbout(40)).toEqual([])
})

const ALL = ['device-performance', 'idle-keywords', 'wasted-search-terms']

/** Clicks on the days up to so many before today that are chosen. */
function clickedUntil(daysAgo: number, isShown: (at: number) => boolean = () => true) {
  const { window, account } = equippedAccount()
  const days = eachDay(window.from, addDays(account.today, -1 - daysAgo)).toReversed()
  const campaignDays = days
    .filter((_, at) => isShown(at))
    .map((day) => ({ campaignId: '2', day, clicks: 60, conversionsMicros: 0 }))
  return { campaignDays }
}

test('nor in one that has stopped two weeks ago and was shown each day, though the window ends before', () => {
  expect(rulesAbout(7, clickedUntil(14))).toEqual([])
  expect(rulesAbout(0, clickedUntil(7))).toEqual([])
  expect(rulesAbout(0, clickedUntil(5))).toEqual(ALL)
})

test('one that always had such pauses is not at rest, nor one whose newest days were not read', () => {
  // A week in four.
  expect(
    rulesAbout(
      0,
      clickedUntil(10, (at) => at % 28 < 7),
    ),
  ).toEqual(ALL)
  // Three days a week.
  expect(
    rulesAbout(
      0,
      clickedUntil(8, (at) => at % 7 < 3),
    ),
  ).toEqual(ALL)
  const { from, to } = equippedAccount().window
  const coverage = { campaign: { from, to, isComplete: true } }
  const levels = {
    account: coverage.campaign,
    keyword: coverage.campaign,
    split: coverage.campaign,
  }
  const read = { coverage: { ...coverage, ...levels, searchTerm: coverage.campaign } }
  expect(rulesAbout(0, { ...clickedUntil(14), ...read })).toEqual(ALL)
})

test('where all that was shown has stopped, that is why nothing is to be saved or moved', () => {
  const base = equippedAccount()
  const newestShare = { impressions: 0, eligible: 0, lostToBudget: 0, lostToRank: 0 }
  const silenceOf = (days: number, rests = base.campaigns.length) => {
    const campaigns = base.campaigns.map((one, i) => (i < rests ? { ...one, newestShare } : one))
    const campaignDays = campaigns.flatMap(({ id }) =>
      clickedUntil(days).campaignDays.map((row) => ({ ...row, campaignId: id })),
    )
    const { silenced } = analyseAccount({ ...base, campaigns, campaignDays })
    return silenced.find(({ rule }) => rule === 'wasted-search-terms')?.reason
  }
  expect(silenceOf(14)).toContain('lleva al menos una semana sin mostrarse')
  expect(silenceOf(3)).not.toContain('sin mostrarse')
  expect(silenceOf(14, 1)).not.toContain('sin mostrarse')
})
