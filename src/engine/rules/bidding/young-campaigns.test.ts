import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Column } from '../../account/known-figures.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { campaign, keyword, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, plain, reasonOf } from '../../samples/sample-analysis.ts'
import { equippedAccount, maxCampaign } from '../../samples/sample-inventory.ts'

const { window } = sampleAccount()
const shownFor = (days: number) => ({
  exposure: { servedDays: days, from: addDays(window.to, 1 - days), to: window.to },
})

/** Half of the searches are won, and a third lost to the budget. */
function limited(clicks: number, conversions: number, over: Partial<CampaignFacts<Column>> = {}) {
  const metrics = sums(clicks, conversions)
  const eligible = 2 * metrics.impressions
  return campaign({
    ...{ id: '2', biddingStrategyType: 'MANUAL_CPC', sums: metrics },
    ...{ impressionShare: { eligible, lostToBudget: eligible / 3, lostToRank: 0 }, ...over },
  })
}

function raiseOf(...campaigns: CampaignFacts<Column>[]) {
  const account = sampleAccount({ targetCpaMicros: 9 * MICROS, campaigns })
  const [card] = found(account, 'limited-budgets')
  const extra = card!.evidence.figures.find(({ key }) => key === 'extraCost')!.value as number
  return { title: plain(card!.title), euros: extra / MICROS, forecast: card!.evidence.forecast! }
}

test('what a raised budget costs a month is told of the days that its campaign has run', () => {
  const [young, old] = [raiseOf(limited(2_600, 390, shownFor(26))), raiseOf(limited(9_000, 1_350))]
  expect(young.title).toBe('Sube el presupuesto de «Zapatos» de 50,00 € a 60,00 € al día')
  expect(young.euros).toBeCloseTo(300, 6)
  expect(old.euros).toBeCloseTo(300, 6)
  const { monthlyMidMicros: middle } = young.forecast
  expect(middle / old.forecast.monthlyMidMicros).toBeCloseTo(1, 1)
  expect(young.forecast.monthlyLowMicros).toBeLessThan(old.forecast.monthlyLowMicros)
})

test('a budget that was lowered is raised from what it pays for now', () => {
  expect(raiseOf(limited(18_000, 2_700)).euros).toBeCloseTo(300, 6)
})

test('of campaigns that share a budget each has run its own days, and all spend no more than that', () => {
  const sharing = (id: string, one: CampaignFacts<Column>) => ({
    ...{ ...one, id, name: `Zapatos ${id}`, budgetId: '92', budgetShared: true },
  })
  const together = (...users: CampaignFacts<Column>[]) =>
    raiseOf(...users.map((one, i) => sharing(`${i + 2}`, one))).euros
  expect(together(limited(4_500, 675), limited(1_300, 195, shownFor(26)))).toBeCloseTo(300, 6)
  expect(together(limited(9_000, 1_350), limited(1_300, 195, shownFor(26)))).toBeCloseTo(300, 6)
})

test('conversions a month are those of the days that a campaign has run', () => {
  const own = (days: number, conversions: number) =>
    sampleAccount({
      campaigns: [
        campaign({
          ...{ biddingStrategyType: 'MANUAL_CPC', sums: sums(days * 100, conversions) },
          ...shownFor(days),
        }),
      ],
    })
  expect(plain(found(own(26, 52), 'smart-bidding')[0]!.title)).toContain('unas 60 conversiones')
  expect(reasonOf(own(26, 10), 'smart-bidding')).toContain('unas 4 conversiones más al mes')
  // Two days of a new campaign are no month of them.
  expect(found(own(2, 8), 'smart-bidding')).toEqual([])
})

test('young campaigns with conversions enough to learn from are not told to be one', () => {
  const small = (id: string, days: number) =>
    campaign({
      ...{ id, name: `Clínica ${id}`, budgetId: `9${id}`, budgetMicros: 3 * MICROS },
      sums: sums(140, 30, 1.9),
      impressionShare: { eligible: 400_000, lostToBudget: 160_000, lostToRank: 0 },
      ...shownFor(days),
    })
  const of = (days: number) =>
    sampleAccount({
      campaigns: ['1', '2', '3'].map((id) => small(id, days)),
      keywords: sampleAccount().keywords.slice(0, 10),
    })
  expect(found(of(90), 'thin-budgets').map(({ title }) => plain(title))).toEqual([
    'Junta 3 campañas que se reparten 9,00 € al día',
  ])
  expect(found(of(26), 'thin-budgets')).toEqual([])
})

test('nor is one of Performance Max said to learn from too few', () => {
  const few = (days: number) =>
    found(
      equippedAccount({}, { campaigns: [campaign(), young(days)] }),
      'performance-max-setup',
    ).map(({ title }) => plain(title))
  const young = (days: number) => maxCampaign({ sums: sums(2_000, 40), ...shownFor(days) })
  expect(few(90)).toHaveLength(1)
  expect(few(31)).toEqual([])
})

test('one that bids for numbers is asked to bid for value once its own days bring enough', () => {
  const worth = (conversions: number, euros: number) => ({
    ...sums(1_000, conversions),
    valueMicros: conversions * euros * MICROS,
  })
  const [covers, phones] = [worth(20, 14), worth(20, 480)]
  const told = (days: number) =>
    found(
      sampleAccount({
        campaigns: [
          campaign({
            sums: { ...sums(2_000, 40), valueMicros: covers.valueMicros + phones.valueMicros },
            ...shownFor(days),
          }),
        ],
        adGroups: ['11', '12'].map((id) => ({
          ...{ id, campaignId: '1', name: `Grupo ${id}`, status: 'ENABLED' as const },
        })),
        keywords: [
          keyword('funda móvil', covers),
          keyword('móvil libre', phones, { adGroupId: '12' }),
        ],
        accountDays: sampleAccount().accountDays.map((day, i) => ({
          ...day,
          valueMicros: day.conversionsMicros * (30 + (i % 5) * 5),
        })),
      }),
      'value-bidding',
    ).length
  expect([told(90), told(30)]).toEqual([0, 1])
})
