import { describe, expect, test } from 'vitest'
import type { AccountInventory } from '../../account/inventory.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { campaign, sums } from '../../samples/sample-account.ts'
import { equippedAccount, settings } from '../../samples/sample-inventory.ts'
import type { RuleName } from '../rules.ts'

const found = (rule: RuleName, inventory: Partial<AccountInventory>, over = {}) =>
  analyseAccount(equippedAccount(inventory, over)).recommendations.filter((r) => r.rule === rule)
const reason = (rule: RuleName, snapshot: AccountSnapshot) =>
  analyseAccount(snapshot).silenced.find((one) => one.rule === rule)?.reason
const resource = 'customers/{customerId}/campaigns/1'
const manual = (over = {}) => campaign({ biddingStrategyType: 'MANUAL_CPC', ...over })

describe('search-partners', () => {
  const rule = 'search-partners'
  const partners = (conversions: number, more: Partial<AccountInventory> = {}) => ({
    campaignSettings: [settings({ targetsSearchPartners: true })],
    networks: [
      { campaignId: '1', network: 'SEARCH', sums: sums(8_000, 350) },
      { campaignId: '1', network: 'SEARCH_PARTNERS', sums: sums(1_000, conversions) },
    ],
    ...more,
  })

  test('dear partners go, good ones stay', () => {
    const [one] = found(rule, partners(4))
    expect(one!.evidence.change!.operations).toEqual([
      {
        campaignOperation: {
          updateMask: 'networkSettings.targetSearchNetwork',
          update: {
            resourceName: resource,
            networkSettings: { targetSearchNetwork: false },
          },
        },
      },
    ])
    expect(one!.evidence.forecast!.monthlyLowMicros).toBeGreaterThan(0)
    expect(found(rule, partners(40))).toEqual([])
  })

  test('the user decides where the trade disagrees', () => {
    const off = found(rule, partners(40, { preferences: { searchPartners: 'off' } }))
    expect(off.map(({ evidence }) => evidence.forecast)).toEqual([null])
    expect(found(rule, partners(4, { preferences: { searchPartners: 'on' } }))).toEqual([])
    const on = equippedAccount(partners(4, { preferences: { searchPartners: 'on' } }))
    expect(reason(rule, on)).toContain('Has decidido')
  })

  test('Display in a search campaign is advised against unless it sells', () => {
    const display = (clicks: number, conversions: number) => ({
      campaignSettings: [settings({ targetsDisplay: true })],
      networks: [
        { campaignId: '1', network: 'SEARCH', sums: sums(8_000, 350) },
        { campaignId: '1', network: 'CONTENT', sums: sums(clicks, conversions) },
      ],
    })
    const [dear] = found(rule, display(1_000, 2))
    const [unsure] = found(rule, display(20, 0))
    expect(dear!.fingerprint).toBe(unsure!.fingerprint)
    expect([dear!.evidence.forecast === null, unsure!.evidence.forecast]).toEqual([false, null])
    expect(found(rule, display(1_000, 60))).toEqual([])
  })

  test('by hand Display is advised against as what it usually sells lets expect, never while it may well pay', () => {
    const shown = (clicks: number, conversions: number) => ({
      campaignSettings: [settings({ targetsDisplay: true })],
      networks: [
        { campaignId: '1', network: 'SEARCH', sums: sums(8_000, 350) },
        { campaignId: '1', network: 'CONTENT', sums: sums(clicks, conversions) },
      ],
    })
    const advised = (clicks: number, conversions: number) =>
      found(rule, shown(clicks, conversions), { campaigns: [manual()] })
    expect(advised(1_000, 35)).toEqual([])
    expect(advised(1_000, 25)).toEqual([])
    expect(advised(1_000, 20)[0]!.evidence.forecast).toBeNull()
    expect(advised(200, 2)[0]!.evidence.forecast).not.toBeNull()
  })

  test('what a network sells in other campaigns says what to expect of few clicks in one', () => {
    const beside = (conversions: number) => {
      const campaignSettings = ['1', '2'].map((campaignId) =>
        settings({ campaignId, targetsSearchPartners: true }),
      )
      const networks = ['1', '2'].flatMap((campaignId) => [
        { campaignId, network: 'SEARCH', sums: sums(8_000, 350) },
        {
          campaignId,
          network: 'SEARCH_PARTNERS',
          sums: campaignId === '1' ? sums(300, 4) : sums(6_000, conversions),
        },
      ])
      const campaigns = [manual(), manual({ id: '2', name: 'Bolsos', budgetId: '92' })]
      return found(rule, { campaignSettings, networks }, { campaigns }).map((one) => one.objectId)
    }
    expect(beside(250)).toEqual([])
    expect(beside(70)).toEqual(expect.arrayContaining(['1', '2']))
  })

  test('where Google bids for what it expects there, only if it loses money in four cases of five', () => {
    const shown = (conversions: number) => ({
      campaignSettings: [settings({ targetsDisplay: true })],
      networks: [
        { campaignId: '1', network: 'SEARCH', sums: sums(8_000, 350) },
        { campaignId: '1', network: 'CONTENT', sums: sums(1_000, conversions) },
      ],
    })
    const advised = (biddingStrategyType: string, conversions: number) =>
      found(rule, shown(conversions), { campaigns: [campaign({ biddingStrategyType })] })
    expect(advised('MAXIMIZE_CONVERSIONS', 35)).toEqual([])
    // Likelier too dear than not, and yet not likely enough.
    expect(advised('MAXIMIZE_CONVERSIONS', 15)).toEqual([])
    const [sure] = advised('MAXIMIZE_CONVERSIONS', 11)
    expect(sure!.evidence.forecast).toBeNull()
  })
})
