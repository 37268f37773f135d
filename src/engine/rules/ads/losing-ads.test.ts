import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import type { AccountInventory } from '../../account/inventory.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { campaign, sums } from '../../samples/sample-account.ts'
import { ad, daily, equippedAccount, maxCampaign } from '../../samples/sample-inventory.ts'
import type { RuleName } from '../rules.ts'

const found = (rule: RuleName, inventory: Partial<AccountInventory>, over = {}) =>
  analyseAccount(equippedAccount(inventory, over)).recommendations.filter((r) => r.rule === rule)

describe('losing-ads', () => {
  const rule = 'losing-ads'
  const account = equippedAccount()
  const third = ad({ adId: '903', sums: sums(0, 0) })
  const two = [ad(), ad({ adId: '902' }), third]
  const days = (loser: number, clicks = 50) => [
    ...daily(account, '901', 50, 3),
    ...daily(account, '902', clicks, loser),
  ]

  test('the loser of a long duel is paused, the winner stays', () => {
    const [one, ...others] = found(rule, { ads: two, adDays: days(1) })
    expect(others).toEqual([])
    expect(one!.evidence.change!.operations).toEqual([
      {
        adGroupAdOperation: {
          updateMask: 'status',
          update: {
            resourceName: 'customers/{customerId}/adGroupAds/11~902',
            status: 'PAUSED',
          },
        },
      },
    ])
    expect([one!.objectType, one!.objectId]).toEqual(['adgroup', '11'])
    expect(one!.evidence.forecast!.monthlyLowMicros).toBeGreaterThan(0)
  })

  test('of two ads the loser is to be replaced, not paused: the winner would stand alone', () => {
    const [one] = found(rule, { ads: two.slice(0, 2), adDays: days(1) })
    expect(one!.title).toContain('Sustituye')
    expect(one!.evidence.change!.operations).toEqual([])
    const rejected = { ...third, approvalStatus: 'DISAPPROVED' }
    const [other] = found(rule, { ads: [...two.slice(0, 2), rejected], adDays: days(1) })
    expect(other!.evidence.change!.operations).toEqual([])
  })

  test('of several losers of an ad group one is told at a time', () => {
    const adDays = [...days(1), ...daily(account, '903', 50, 0.5)]
    const busy = { ...third, sums: sums(4_500, 45) }
    const ads = [...two.slice(0, 2), busy, ad({ adId: '904', sums: sums(0, 0) })]
    const [one, ...others] = found(rule, { ads, adDays })
    expect([one!.evidence.change!.operations.length, others]).toEqual([1, []])
  })

  test('in the place of the loser come all that are left, not the best of them alone', () => {
    const middleWith = (ofThird: number) => {
      const busy = ad({ adId: '903', sums: sums(4_500, 90 * ofThird) })
      const adDays = [...days(0.5), ...daily(account, '903', 50, ofThird)]
      const [one] = found(rule, { ads: [...two.slice(0, 2), busy], adDays })
      expect(JSON.stringify(one!.evidence.change!.operations)).toContain('~902')
      return one!.evidence.forecast!.monthlyMidMicros
    }
    expect(middleWith(1.5)).toBeLessThan(0.9 * middleWith(2.9))
  })

  test('nothing is promised of the brand, whose searchers come anyway', () => {
    const campaigns = [campaign({ name: 'Marca' }), maxCampaign()]
    const [one] = found(rule, { ads: two, adDays: days(1) }, { campaigns })
    expect([one!.priority, one!.evidence.forecast]).toEqual(['low', null])
    expect(one!.estimatedImpact).toContain('Sin importe')
  })

  test('ads of one format are compared: others come to other people, and a call ad to nobody soon', () => {
    const types = (first: string, second = first, last = second) =>
      found(rule, {
        ads: [first, second, last].map((type, i) => ({ ...two[i]!, type })),
        adDays: days(1),
      })
    const responsive = 'RESPONSIVE_SEARCH_AD'
    expect(types(responsive)).toHaveLength(1)
    expect(types('CALL_AD', responsive)).toEqual([])
    expect(types(responsive, 'CALL_AD')).toEqual([])
    expect(types('CALL_AD')).toEqual([])
    expect(types('EXPANDED_TEXT_AD', responsive)).toEqual([])
    // Nor does one of another format make the winner one of two.
    const [one] = types(responsive, responsive, 'CALL_AD')
    expect(one!.title).toContain('Sustituye')
  })

  test('equal ads are left alone, and a wider gap is surer', () => {
    expect(found(rule, { ads: two, adDays: days(3) })).toEqual([])
    const [narrow] = found(rule, { ads: two, adDays: days(1.6) })
    const [wide] = found(rule, { ads: two, adDays: days(0.6) })
    expect(wide!.probability).toBeGreaterThanOrEqual(narrow!.probability)
    expect(wide!.expectedValueMicros).toBeGreaterThan(narrow!.expectedValueMicros)
  })

  test('only the days on which both were shown count: a good season of one is no proof', () => {
    const { to } = account.window
    const busy = [...daily(account, '901', 50, 9), ...daily(account, '902', 50, 3)]
    const late = busy.filter(({ adId, day }) => adId === '901' || day > addDays(to, -14))
    expect(found(rule, { ads: two, adDays: late })).toHaveLength(1)
    const later = late.filter(({ adId, day }) => adId === '901' || day > addDays(to, -13))
    expect(found(rule, { ads: two, adDays: later })).toEqual([])
    const season = days(3).map((row, i) =>
      row.adId === '901' && i < 45 ? { ...row, conversionsMicros: row.conversionsMicros * 4 } : row,
    )
    const apart = season.filter(({ adId }, i) => adId === '901' || i >= 90 + 45)
    expect(found(rule, { ads: two, adDays: apart })).toEqual([])
  })

  test('by clicks only where the clicks of the loser do not convert better', () => {
    const few = (loserConversions: number) => [
      ...daily(account, '901', 60, 0.3),
      ...daily(account, '902', 30, loserConversions),
    ]
    const cheap = { targetCpaMicros: 900_000_000 }
    expect(found(rule, { ads: two, adDays: few(0.15) }, cheap)).toHaveLength(1)
    expect(found(rule, { ads: two, adDays: few(0.32) }, cheap)).toEqual([])
  })

  test('more clicks that cost more than they bring are no reason to pause', () => {
    const dear = { targetCpaMicros: 2_000_000 }
    const adDays = [...daily(account, '901', 60, 3), ...daily(account, '902', 30, 1.5)]
    expect(found(rule, { ads: two, adDays }, dear)).toEqual([])
  })

  test('the others are held against the ad that leaves most, not against the one that sells most', () => {
    const busy = { ...third, sums: sums(3_600, 90) }
    const ads = [...two.slice(0, 2), busy, ad({ adId: '904', sums: sums(0, 0) })]
    const adDays = [
      ...daily(account, '901', 90, 3),
      ...daily(account, '902', 40, 2.9),
      ...daily(account, '903', 40, 1),
    ]
    const [one] = found(rule, { ads, adDays }, { targetCpaMicros: 10_000_000 })
    expect(one!.evidence.change!.operations[0]).toMatchObject({
      adGroupAdOperation: { update: { resourceName: expect.stringContaining('~903') } },
    })
  })

  test('where the fewer conversions of an ad are dearer it brings more, and is kept', () => {
    const shop = (ofWinner: number, ofLoser: number) => {
      const each = { '901': ofWinner, '902': ofLoser }
      const adDays = days(1.6).map((row) => ({
        ...row,
        valueMicros: row.conversionsMicros * each[row.adId as '901'],
      }))
      const mean = (3 * ofWinner + 1.6 * ofLoser) / 4.6
      const sold = { ...sums(9_000, 414), valueMicros: 414e6 * mean }
      const accountDays = account.accountDays.map((day, i) => ({
        ...day,
        valueMicros: day.conversionsMicros * mean * (0.8 + (i % 5) * 0.1),
      }))
      const campaigns = [
        campaign({ biddingStrategyType: 'TARGET_ROAS', targetRoas: 4, sums: sold }),
        maxCampaign(),
      ]
      return found(rule, { ads: two, adDays }, { campaigns, accountDays })
    }
    expect(shop(140, 140)).toHaveLength(1)
    expect(shop(140, 500)).toEqual([])
    const [cheaper] = shop(140, 100)
    expect(cheaper!.evidence.counterEvidence.join()).toContain('lo que trae cada conversión')
    expect(cheaper!.evidence.forecast!.monthlyMidMicros).toBeGreaterThan(
      shop(140, 140)[0]!.evidence.forecast!.monthlyMidMicros,
    )
  })
})
