import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import type { Column } from '../../account/known-figures.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { campaign, keyword, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found, plain } from '../../samples/sample-analysis.ts'

const { window } = sampleAccount()
const shownFor = (days: number) => ({
  exposure: { servedDays: days, from: addDays(window.to, 1 - days), to: window.to },
})
const bidding = { biddingStrategyType: 'TARGET_CPA', targetCpaMicros: 20 * MICROS }

test('a young campaign is asked of its own days', () => {
  /** 50 € on each of 40 days, or of 90. */
  const spent = (days: number, over: Partial<CampaignFacts<Column>>) =>
    sampleAccount({ campaigns: [campaign({ sums: sums(4_000, 60), ...shownFor(days), ...over })] })
  const missed = (days: number) => found(spent(days, bidding), 'bid-targets')[0]!.description
  expect(missed(40)).toContain('gasta todo su presupuesto')
  expect(missed(90)).toContain('se apaga')
  const byHand = { biddingStrategyType: 'MANUAL_CPC' }
  const tried = (days: number) =>
    plain(found(spent(days, byHand), 'smart-bidding')[0]!.evidence.change!.after)
  expect(tried(40)).not.toContain('CPA objetivo')
  expect(tried(90)).toContain('con un CPA objetivo de')
})

test('days off count, at most as much again as those that it runs', () => {
  const spent = (euros: number, weekdays: readonly number[]) => {
    const adSchedules = weekdays.map((weekday) => ({
      ...{ campaignId: '1', criterionId: `${weekday}`, weekday },
      ...{ fromHour: 9, toHour: 20, modifier: 1 },
    }))
    const own = campaign({ sums: { ...sums(120, 4, 6), costMicros: euros * MICROS } })
    const keywords = Array.from({ length: 25 }, (_, i) => keyword(`zapatos ${i}`, sums(5, 0, 6)))
    const account = sampleAccount({
      campaigns: [own],
      keywords,
      inventory: { adSchedules } as object,
    })
    return found(account, 'thin-budgets').length
  }
  // 50 € a day: 47.50 € on each of 64 days of 90, and all of it.
  expect([spent(3_040, [1, 2, 3, 4, 5]), spent(4_200, [1, 2, 3, 4, 5])]).toEqual([0, 1])
  // On Mondays up to 100 €.
  expect([spent(1_000, [1]), spent(1_200, [1]), spent(1_200, [])]).toEqual([0, 1, 0])
})

test('of campaigns that share a target each is asked', () => {
  const portfolio = { portfolioId: '9', portfolioName: 'Norte', isPortfolioManaged: false }
  const missed = (lost: readonly number[]) => {
    const campaigns = lost.map((lostToBudget, i) =>
      campaign({
        ...{ ...bidding, ...portfolio, id: `${i}`, name: `C ${i}`, budgetId: `9${i}` },
        ...{ budgetMicros: 500 * MICROS, sums: sums(6_000, 100) },
        impressionShare: { eligible: 400_000, lostToBudget, lostToRank: 0 },
      }),
    )
    return found(sampleAccount({ campaigns }), 'bid-targets')[0]!.description
  }
  expect(missed([200_000, 0, 0])).toContain('sus campañas se apagan')
  expect(missed([200_000, 80_000, 80_000])).toContain('gastan todo su presupuesto')
})

test('a budget that campaigns share is spent by all of them', () => {
  const portfolio = { portfolioId: '9', portfolioName: 'Norte', isPortfolioManaged: false }
  const missed = (budget: number, lost: readonly number[], over = {}) => {
    const campaigns = lost.map((lostToBudget, i) =>
      campaign({
        ...{ ...bidding, ...portfolio, id: `${i}`, name: `C ${i}`, budgetId: '91' },
        ...{ budgetShared: true, budgetMicros: budget * MICROS, sums: sums(6_000, 100), ...over },
        impressionShare: { eligible: 400_000, lostToBudget, lostToRank: 0 },
      }),
    )
    return found(sampleAccount({ campaigns }), 'bid-targets')[0]!.description
  }
  // 33 € a day each.
  expect(missed(100, [0, 0, 0])).toContain('gastan todo su presupuesto')
  expect(missed(400, [0, 0, 0])).toContain('sus campañas se apagan')
  expect(missed(200, [200_000, 20_000, 20_000])).toContain('gastan todo su presupuesto')
  expect(missed(100, [0, 0, 0], { budgetShared: false })).toContain('sus campañas se apagan')
})
