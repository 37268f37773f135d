import { describe, expect, test } from 'vitest'
import type { AccountInventory } from '../../account/inventory.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { campaign, sums } from '../../samples/sample-account.ts'
import { reasonOf } from '../../samples/sample-analysis.ts'
import {
  assetGroup,
  equippedAccount,
  maxCampaign,
  settings,
} from '../../samples/sample-inventory.ts'
import type { RuleName } from '../rules.ts'

const found = (rule: RuleName, inventory: Partial<AccountInventory>, over = {}) =>
  analyseAccount(equippedAccount(inventory, over)).recommendations.filter((r) => r.rule === rule)

describe('performance-max-setup', () => {
  const rule = 'performance-max-setup'
  const brand = campaign({ id: '3', name: 'Marca', sums: sums(1_000, 90) })
  const terms = (clicks: number, cpc: number) => [
    {
      term: 'Calzados Lumbre',
      campaignId: '7',
      source: 'PERFORMANCE_MAX',
      sums: sums(clicks, clicks / 10, cpc),
    },
  ]
  const open = [settings(), settings({ campaignId: '7', hasBrandExclusion: false })]

  test('few conversions a month, by the minimum that the user holds to', () => {
    const small = { campaigns: [campaign(), maxCampaign({ sums: sums(3_000, 105) })] }
    expect(found(rule, {}, small)).toEqual([])
    expect(found(rule, { preferences: { performanceMaxConversions: 50 } }, small)).toHaveLength(1)
    const near = { campaigns: [campaign(), maxCampaign({ sums: sums(3_000, 87) })] }
    expect(found(rule, {}, near)).toEqual([])
    const tiny = { campaigns: [campaign(), maxCampaign({ sums: sums(3_000, 60) })] }
    expect(found(rule, {}, tiny)[0]!.title).toContain('pocas conversiones')
    const since = (startedOn: string) => ({
      campaignSettings: [settings(), settings({ campaignId: '7', startedOn })],
    })
    expect(found(rule, since('2026-11-18'), tiny)).toEqual([])
    expect(found(rule, since('2026-10-01'), tiny)).toHaveLength(1)
  })

  test('groups that lack pieces are listed with what they lack', () => {
    const bare = { searchThemes: 0, audienceSignals: 0 }
    const poor = assetGroup({ assetCounts: { HEADLINE: 5, LOGO: 4 }, ...bare })
    const [one] = found(rule, { assetGroups: [poor, assetGroup({ id: '72' })] })
    expect(one!.evidence.table.rows).toEqual([
      {
        group: 'Catálogo',
        strength: 'Buena',
        lacks: 'imágenes, vídeos y señales de audiencia o temas de búsqueda',
      },
    ])
  })

  test('a group without texts, images and videos sells from its feed, as its owner wanted', () => {
    const feed = assetGroup({ assetCounts: { LOGO: 1, BUSINESS_NAME: 1 }, searchThemes: 0 })
    expect(found(rule, { assetGroups: [feed] })).toEqual([])
    const account = equippedAccount({ assetGroups: [feed] })
    expect(reasonOf(account, rule)).toContain('solo del catálogo')
  })

  test('brand searches that cost more than in their own campaign', () => {
    const account = { campaigns: [campaign(), maxCampaign(), brand] }
    const inventory = { campaignSettings: open, keywordlessTerms: terms(900, 0.9) }
    const [one] = found(rule, inventory, account)
    expect(one!.title).toContain('Excluye tu marca')
    expect(one!.evidence.forecast!.monthlyMidMicros / 1e6).toBeCloseTo((900 * 0.4) / 3, -1)
    const same = found(rule, { ...inventory, keywordlessTerms: terms(900, 0.4) }, account)
    expect(same[0]!.evidence.forecast).toBeNull()
  })

  test('it is as likely as the price is lower there, where the brand campaign has room for them', () => {
    const inventory = { campaignSettings: open, keywordlessTerms: terms(900, 0.9) }
    const at = (lostToBudget: number, price = 0.9) => {
      const impressionShare = { eligible: 10_000, lostToBudget, lostToRank: 0 }
      const own = { ...brand, impressionShare }
      const account = { campaigns: [campaign(), maxCampaign(), own] }
      const [one] = found(rule, { ...inventory, keywordlessTerms: terms(900, price) }, account)
      return one!
    }
    expect(at(0).probability).toBe(0.9)
    expect(at(0).priority).not.toBe('low')
    expect(at(4_000)).toMatchObject({ probability: 0.7, priority: 'low' })
    expect(at(0, 0.62).probability).toBeLessThan(0.9)
  })

  test('until then it is given no more money, nor that of another campaign', () => {
    const impressionShare = { eligible: 400_000, lostToBudget: 180_000, lostToRank: 0 }
    const starved = maxCampaign({ impressionShare })
    const account = { targetCpaMicros: 90e6, campaigns: [campaign(), starved, brand] }
    const rulesAt = (hasBrandExclusion: boolean) =>
      (['limited-budgets', 'budget-shift'] as const).filter(
        (name) =>
          found(
            name,
            {
              campaignSettings: [settings(), settings({ campaignId: '7', hasBrandExclusion })],
              keywordlessTerms: terms(900, 0.9),
            },
            account,
          ).length > 0,
      )
    expect(rulesAt(true)).toEqual(['limited-budgets'])
    expect(rulesAt(false)).toEqual([])
  })

  test('not for searches that a negative keyword stops by now', () => {
    const over = (text: string) => ({
      campaigns: [campaign(), maxCampaign(), brand],
      negatives: [
        { scope: 'campaign' as const, campaignId: '7', text, matchType: 'PHRASE' as const },
      ],
    })
    const inventory = { campaignSettings: open, keywordlessTerms: terms(900, 0.9) }
    expect(found(rule, inventory, over('lumbre'))).toEqual([])
    expect(found(rule, inventory, over('gratis'))).toHaveLength(1)
  })

  test('not when excluded already, or with no brand campaign to go to, or rare', () => {
    const account = { campaigns: [campaign(), maxCampaign(), brand] }
    expect(found(rule, { keywordlessTerms: terms(900, 0.9) }, account)).toEqual([])
    const inventory = { campaignSettings: open, keywordlessTerms: terms(900, 0.9) }
    expect(found(rule, inventory)).toEqual([])
    expect(found(rule, { ...inventory, keywordlessTerms: terms(200, 0.9) }, account)).toEqual([])
  })
})
