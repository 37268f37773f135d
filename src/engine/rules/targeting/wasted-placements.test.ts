import { describe, expect, test } from 'vitest'
import type { AccountInventory } from '../../account/inventory.ts'
import type { Column } from '../../account/known-figures.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { campaign, sums } from '../../samples/sample-account.ts'
import { equippedAccount } from '../../samples/sample-inventory.ts'
import type { RuleName } from '../rules.ts'

const found = (rule: RuleName, inventory: Partial<AccountInventory>, over = {}) =>
  analyseAccount(equippedAccount(inventory, over)).recommendations.filter((r) => r.rule === rule)
const reason = (rule: RuleName, snapshot: AccountSnapshot) =>
  analyseAccount(snapshot).silenced.find((one) => one.rule === rule)?.reason

const resource = 'customers/{customerId}/campaigns/1'

describe('wasted-placements', () => {
  const rule = 'wasted-placements'
  const place = (placement: string, type: string, clicks: number, conversions: number) => ({
    campaignId: '1',
    placement,
    name: '',
    type,
    sums: sums(clicks, conversions),
  })
  const good = place('blog.example', 'WEBSITE', 8_000, 360)

  test('places without conversions are excluded by their kind of address', () => {
    const placements = [
      good,
      place('linterna.example/a', 'WEBSITE', 600, 0),
      place('mobileapp::2-com.juego', 'MOBILE_APPLICATION', 500, 0),
    ]
    const [one, ...others] = found(rule, { placements })
    expect(others).toEqual([])
    expect(
      one!.evidence.change!.operations.map((o) => o.campaignCriterionOperation!.create),
    ).toEqual([
      { campaign: resource, negative: true, placement: { url: 'linterna.example/a' } },
      { campaign: resource, negative: true, mobileApplication: { appId: '2-com.juego' } },
    ])
  })

  test('what is excluded by now is not excluded once more for what it cost before', () => {
    const placements = [
      good,
      place('linterna.example', 'WEBSITE', 600, 0),
      place('mobileapp::2-com.juego', 'MOBILE_APPLICATION', 500, 0),
    ]
    const excluded = (type: string, place: string, campaignId = '1') => ({
      campaignId,
      type,
      place,
    })
    const left = (...excludedPlaces: ReturnType<typeof excluded>[]) =>
      found(rule, { placements, excludedPlaces }).flatMap(
        (one) => one.evidence.change!.operations.length,
      )
    expect(left()).toEqual([2])
    expect(left(excluded('PLACEMENT', 'http://www.linterna.example/'))).toEqual([1])
    expect(left(excluded('MOBILE_APPLICATION', '2-com.juego'))).toEqual([1])
    expect(left(excluded('MOBILE_APP_CATEGORY', '69500'))).toEqual([1])
    expect(left(excluded('PLACEMENT', 'linterna.example', '7'))).toEqual([2])
    const both = [
      excluded('PLACEMENT', 'linterna.example'),
      excluded('MOBILE_APPLICATION', '2-com.juego'),
    ]
    expect(left(...both)).toEqual([])
  })

  test('one conversion saves a place, and few clicks prove nothing', () => {
    expect(found(rule, { placements: [good, place('a.example', 'WEBSITE', 600, 1)] })).toEqual([])
    expect(found(rule, { placements: [good, place('a.example', 'WEBSITE', 80, 0)] })).toEqual([])
  })

  test('among many places one that converts far too seldom is excluded with the barren ones', () => {
    const usual = Array.from({ length: 40 }, (_, i) => place(`u${i}.example`, 'WEBSITE', 300, 9))
    const bad = [place('a.example', 'WEBSITE', 900, 0), place('b.example', 'WEBSITE', 2_000, 2)]
    const [one] = found(rule, { placements: [...usual, ...bad] })
    expect(one!.evidence.change!.operations).toHaveLength(2)
    expect(one!.title).toContain('a un precio demasiado alto')
  })

  test('where a quarter of the places never sells, fewer clicks prove another of them', () => {
    const selling = Array.from({ length: 26 }, (_, i) =>
      place(`s${i}.example`, 'WEBSITE', 120, 3.6),
    )
    const barren = Array.from({ length: 10 }, (_, i) => place(`b${i}.example`, 'WEBSITE', 100, 0))
    const one = place('x.example', 'WEBSITE', 45, 0)
    const excluded = (placements: ReturnType<typeof place>[]) =>
      JSON.stringify(found(rule, { placements }).map(({ evidence }) => evidence.change!.operations))
    expect(excluded([...selling, ...barren, one])).toContain('x.example')
    expect(excluded([...selling, one])).not.toContain('x.example')
  })

  test('what makes known is not told apart by conversions that it has not', () => {
    const told = (conversions: number, over: Partial<CampaignFacts<Column>> = {}) => {
      const placements = [
        place('blog.example', 'WEBSITE', 8_000, conversions),
        place('diario.example', 'WEBSITE', 2_500, 0),
      ]
      const own = campaign({
        ...{ name: 'Todo', channelType: 'DISPLAY', biddingStrategyType: 'MANUAL_CPM' },
        ...{ sums: sums(10_500, conversions), ...over },
      })
      const searches = campaign({ id: '3', name: 'Zapatos' })
      const account = equippedAccount({ placements }, { campaigns: [own, searches] })
      const cards = found(rule, { placements }, { campaigns: [own, searches] })
      return cards.length > 0 ? 'excluded' : reason(rule, account)
    }
    expect(told(4)).toContain('no buscan conversiones')
    expect(told(4, { biddingStrategyType: 'MAXIMIZE_CONVERSIONS' })).toBe('excluded')
    expect(told(300)).toBe('excluded')
  })

  test('many small apps are judged together', () => {
    const apps = Array.from({ length: 40 }, (_, i) =>
      place(`mobileapp::2-app${i}`, 'MOBILE_APPLICATION', 20, 0),
    )
    apps.push(place('mobileapp::2-big', 'MOBILE_APPLICATION', 700, 0))
    const [one, ...others] = found(rule, { placements: [good, ...apps] })
    expect(others).toEqual([])
    expect(one!.title).toContain('aplicaciones móviles')
  })

  test('without clicks it says that Google gives none', () => {
    const account = equippedAccount({ placements: [] })
    expect(reason(rule, account)).toContain('Máximo rendimiento')
  })
})
