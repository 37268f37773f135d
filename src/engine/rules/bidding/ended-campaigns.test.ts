import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Column } from '../../account/known-figures.ts'
import type { CampaignFacts, WholeSnapshot } from '../../account/snapshot.ts'
import { campaign, keyword, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, reasonOf } from '../../samples/sample-analysis.ts'
import { settings } from '../../samples/sample-inventory.ts'
import type { RuleName } from '../rules.ts'

const { window, accountDays } = sampleAccount()
const shownUntil = (daysAgo: number) => ({
  exposure: { from: window.from, to: addDays(window.to, -daysAgo), servedDays: 30 },
})

type Keywords = WholeSnapshot['keywords']

/** Rules of bids about a campaign that Google still calls enabled, last shown so long before the window's end. */
function rulesAbout(
  daysAgo: number,
  over: Partial<CampaignFacts<Column>>,
  { reasons, keywords = [] }: { reasons?: readonly string[]; keywords?: Keywords } = {},
): RuleName[] {
  const own = campaign({
    ...{ name: 'Black Friday', ...shownUntil(daysAgo) },
    impressionShare: { eligible: 400_000, lostToBudget: 0, lostToRank: 180_000 },
    ...over,
  })
  const account = sampleAccount({
    campaigns: [own, campaign({ id: '9', name: 'Todo el año', targetCpaMicros: 15 * MICROS })],
    adGroups: ['11', '12'].map((id) => ({
      ...{ id, campaignId: '1', name: `Grupo ${id}`, status: 'ENABLED' as const },
    })),
    keywords,
    accountDays: accountDays.map((day, i) => ({
      ...day,
      valueMicros: day.conversionsMicros * (30 + (i % 5) * 5),
    })),
    ...(reasons && {
      inventory: { campaignSettings: [settings({ primaryStatusReasons: reasons })] },
    }),
  })
  const rules = ['smart-bidding', 'lost-to-rank', 'value-bidding', 'bid-targets'] as const
  return rules.filter((rule) => found(account, rule).some(({ objectId }) => objectId === '1'))
}

const worth = (conversions: number, euros: number) => ({
  ...sums(4_000, conversions),
  valueMicros: conversions * euros * MICROS,
})
const [COVERS, PHONES] = [worth(100, 14), worth(100, 480)]
const UNLIKE = [keyword('funda móvil', COVERS), keyword('móvil libre', PHONES, { adGroupId: '12' })]
const SALES = { ...sums(8_000, 200), valueMicros: COVERS.valueMicros + PHONES.valueMicros }

test('bids of a campaign that has ended are let alone', () => {
  const byHand = { biddingStrategyType: 'MANUAL_CPC', sums: sums(8_000, 400) }
  expect(rulesAbout(2, byHand)).toEqual(['smart-bidding', 'lost-to-rank'])
  expect(rulesAbout(40, byHand)).toEqual([])
  expect(rulesAbout(2, byHand, { reasons: [] })).toEqual(['smart-bidding', 'lost-to-rank'])
  expect(rulesAbout(2, byHand, { reasons: ['CAMPAIGN_ENDED'] })).toEqual([])
  const byNumbers = { biddingStrategyType: 'MAXIMIZE_CONVERSIONS', sums: SALES }
  expect(rulesAbout(2, byNumbers, { keywords: UNLIKE })).toContain('value-bidding')
  expect(rulesAbout(40, byNumbers, { keywords: UNLIKE })).toEqual([])
})

test('so are those of one that ends within a month, and its budget is not raised for it', () => {
  const ending = (endsOn: string) => ({
    inventory: { campaignSettings: [settings({ endsOn })], simulations: [] },
  })
  const tellsOf = (over: Partial<CampaignFacts<Column>>, endsOn: string) => {
    const account = sampleAccount({
      targetCpaMicros: 30 * MICROS,
      campaigns: [campaign({ sums: sums(8_000, 800), ...over })],
      ...ending(endsOn),
    })
    const rules = ['limited-budgets', 'smart-bidding', 'lost-to-rank', 'bid-targets'] as const
    return rules.filter((rule) => found(account, rule).length > 0)
  }
  const { today } = sampleAccount().account
  const [soon, later] = [addDays(today, 29), addDays(today, 30)]
  const starved = { impressionShare: { eligible: 400_000, lostToBudget: 180_000, lostToRank: 0 } }
  const outbid = {
    ...{ biddingStrategyType: 'MANUAL_CPC', budgetMicros: 1_000 * MICROS },
    impressionShare: { eligible: 400_000, lostToBudget: 0, lostToRank: 180_000 },
  }
  const tight = {
    ...{ biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 9 * MICROS, sums: sums(9_000, 300) },
    budgetMicros: 1_000 * MICROS,
  }
  expect(tellsOf(starved, later)).toContain('limited-budgets')
  expect(tellsOf(outbid, later)).toEqual(['smart-bidding', 'lost-to-rank'])
  expect(tellsOf(tight, later)).toContain('bid-targets')
  for (const over of [starved, outbid, tight]) expect(tellsOf(over, soon)).toEqual([])
})

test('a target is told to be missed of what goes on, or may have stopped for it', () => {
  const tight = {
    ...{ biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 9 * MICROS },
    ...{ sums: sums(9_000, 300) },
  }
  expect(rulesAbout(2, tight)).toContain('bid-targets')
  expect(rulesAbout(40, tight)).toEqual([])
  expect(rulesAbout(2, tight, { reasons: ['CAMPAIGN_ENDED'] })).toEqual([])
  expect(rulesAbout(40, tight, { reasons: ['CAMPAIGN_ENDED'] })).toEqual([])
  expect(rulesAbout(40, tight, { reasons: [] })).toEqual(['bid-targets'])
})

test('one that shares a budget and ends keeps the others waiting only for what it spends of it', () => {
  const { today } = sampleAccount().account
  const sharing = (id: string, clicks: number) =>
    campaign({
      ...{ id, name: `Botas ${id}`, budgetShared: true, biddingStrategyType: 'MANUAL_CPC' },
      sums: sums(clicks, clicks / 6),
      impressionShare: { eligible: clicks * 40, lostToBudget: clicks * 15, lostToRank: 0 },
    })
  const account = (endingClicks: number, days: number) => {
    const campaigns = [sharing('2', 2_000), sharing('3', 2_000), sharing('4', endingClicks)]
    const campaignSettings = [settings({ campaignId: '4', endsOn: addDays(today, days) })]
    const inventory = { campaignSettings, simulations: [] }
    return sampleAccount({ targetCpaMicros: 9 * MICROS, campaigns, inventory })
  }
  const rule = 'limited-budgets'
  const raised = (...of: Parameters<typeof account>) => found(account(...of), rule)
  expect(raised(100, 5).map(({ evidence }) => evidence.table.rows.length)).toEqual([2])
  expect(raised(100, 60).map(({ evidence }) => evidence.table.rows.length)).toEqual([3])
  expect(raised(500, 60)).toHaveLength(1)
  expect(raised(500, 5)).toEqual([])
  expect(reasonOf(account(500, 5), rule)).toContain('con otras que terminan en menos de un mes')
})
