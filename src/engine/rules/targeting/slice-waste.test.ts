import { expect, test } from 'vitest'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import { contextOf } from '../../account/context.ts'
import { addUp } from '../../account/measurement.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'
import { equippedAccount, maxCampaign, settings } from '../../samples/sample-inventory.ts'
import { sayIn } from '../../words/say.ts'
import { judgeSlices } from './slice-waste.ts'

test('keywords whose rates hold still make no place surer, those that move make each less sure', () => {
  const account = sampleAccount()
  const context = contextOf(account, sayIn('EUR', spanishNumbers))
  const [campaign] = account.campaigns
  const slice = {
    campaign: campaign!,
    dimension: 'placement',
    value: 'a.example',
    label: 'a.example',
    sums: sums(300, 1),
    rest: sums(9_000, 360),
  }
  const chance = (rate: number) =>
    judgeSlices([slice], { ...context, drift: { ...context.drift, rate } })[0]!.probability
  expect(chance(0.05)).toBe(chance(0.2))
  expect(chance(0.05)).toBeGreaterThan(chance(0.5))
})

test('what is sold dear or seldom at a high price stays where it returns as much as the rest', () => {
  const of = (clicks: number, sales: number, euros: number) => ({
    ...sums(clicks, sales, 0.6),
    valueMicros: sales * euros * 1e6,
  })
  const rulesAgainst = (price: number, sold = 24, rest = of(7_000, 300, 60)) => {
    const part = of(2_400, sold, price)
    const shop = campaign({
      biddingStrategyType: 'MANUAL_CPC',
      sums: addUp([rest, part]),
    })
    const asked = maxCampaign({ targetRoas: 4, sums: of(5_000, 200, 80) })
    const account = equippedAccount(
      {
        campaignSettings: [
          settings({ positiveGeoTargetType: 'PRESENCE_OR_INTEREST', targetsSearchPartners: true }),
        ],
        regions: [
          { campaignId: '1', regionId: '20282', name: 'Madrid', sums: rest },
          { campaignId: '1', regionId: '20266', name: 'Baleares', sums: part },
        ],
        networks: [
          { campaignId: '1', network: 'SEARCH', sums: rest },
          { campaignId: '1', network: 'SEARCH_PARTNERS', sums: part },
        ],
      },
      { campaigns: [shop, asked], keywords: [], searchTerms: [] },
    )
    return RULES.filter((rule) => found(account, rule).length > 0)
  }
  expect(rulesAgainst(60)).toEqual(RULES)
  expect(rulesAgainst(300)).toEqual([])
  // Of a campaign that is dear everywhere no region is to blame, though its sales cost more than the others'.
  const dear = of(7_000, 60, 60)
  expect(rulesAgainst(60, 8, dear)).toContain('location-targeting')
  expect(rulesAgainst(155, 8, dear)).toEqual(['search-partners'])
})

test('that a campaign sells better in the search is said only where it does', () => {
  const told = (sold: number) => {
    const account = equippedAccount({
      campaignSettings: [settings({ targetsSearchPartners: true })],
      networks: [
        { campaignId: '1', network: 'SEARCH', sums: sums(8_000, sold) },
        { campaignId: '1', network: 'SEARCH_PARTNERS', sums: sums(1_000, 4) },
      ],
    })
    return found(account, 'search-partners')[0]!.description
  }
  expect(told(350)).toContain('En el buscador de Google la misma campaña convierte mejor')
  expect(told(30)).toContain('En el buscador de Google la misma campaña no sale más barata')
})

const RULES = ['location-targeting', 'search-partners'] as const
