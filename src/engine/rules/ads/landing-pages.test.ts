import { expect, test } from 'vitest'
import { MICROS } from '#shared/metrics.ts'
import type { Column } from '../../account/known-figures.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'
import { equippedAccount } from '../../samples/sample-inventory.ts'

const RULE = 'landing-pages'

const page = (name: string, conversions: number, each: number) => ({
  ...{ url: `https://lumbre.example/${name}`, campaignId: '1', adGroupId: '11' },
  ...{ device: 'MOBILE' as const, speedScore: 9, mobileFriendlyShare: 1 },
  sums: { ...sums(4_500, conversions), valueMicros: conversions * each * MICROS },
})

/** Of two pages the second sells two where the first sells five, each sale worth `first` and `second`. */
function account(first: number, second: number, over: Partial<CampaignFacts<Column>> = {}) {
  const landingPages = [page('almohadas', 225, first), page('colchones', 90, second)]
  const mean = (225 * first + 90 * second) / 315
  const sold = { ...sums(9_000, 315), valueMicros: 315 * mean * MICROS }
  const accountDays = sampleAccount().accountDays.map((day, i) => ({
    ...day,
    valueMicros: day.conversionsMicros * mean * (0.8 + (i % 5) * 0.1),
  }))
  const asked = { biddingStrategyType: 'TARGET_ROAS', targetRoas: 4, sums: sold, ...over }
  return equippedAccount({ landingPages }, { campaigns: [campaign(asked)], accountDays })
}

const midOf = (...of: Parameters<typeof account>) =>
  found(account(...of), RULE)[0]!.evidence.forecast!.monthlyMidMicros

test('a page whose fewer sales are dearer brings more a click, and is left', () => {
  expect(found(account(60, 60), RULE)).toHaveLength(1)
  expect(found(account(30, 700), RULE)).toEqual([])
})

test('what is lost by a page is counted by what its sales bring', () => {
  expect(midOf(60, 70)).toBeLessThan(midOf(60, 60))
  expect(midOf(60, 50)).toBeGreaterThan(midOf(60, 60))
  const [one] = found(account(60, 50), RULE)
  expect(one!.evidence.counterEvidence.join()).toContain('lo que trae cada conversión')
})

test('where Google chooses the page by what is searched, the page is the product', () => {
  expect(found(account(60, 60, { channelType: 'SHOPPING' }), RULE)).toEqual([])
  expect(found(account(60, 60, { channelType: 'PERFORMANCE_MAX' }), RULE)).toEqual([])
  const { adGroups, ...rest } = account(60, 60)
  const dynamic = adGroups.map((one) => ({ ...one, isDynamic: true as const }))
  expect(found({ ...rest, adGroups: dynamic }, RULE)).toEqual([])
})
