import { describe, expect, test } from 'vitest'
import type { AccountInventory } from '../../account/inventory.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { analyseAccount } from '../../analyse-account.ts'
import { campaign, sums } from '../../samples/sample-account.ts'
import {
  equippedAccount,
  healthyInventory,
  maxCampaign,
  settings,
} from '../../samples/sample-inventory.ts'
import type { RuleName } from '../rules.ts'

const found = (rule: RuleName, inventory: Partial<AccountInventory>, over = {}) =>
  analyseAccount(equippedAccount(inventory, over)).recommendations.filter((r) => r.rule === rule)
const reason = (rule: RuleName, snapshot: AccountSnapshot) =>
  analyseAccount(snapshot).silenced.find((one) => one.rule === rule)?.reason
const resource = 'customers/{customerId}/campaigns/1'
const smart = { campaigns: [campaign(), maxCampaign()] }
const manual = (over = {}) => campaign({ biddingStrategyType: 'MANUAL_CPC', ...over })

describe('device-performance', () => {
  const rule = 'device-performance'
  const devices = (scale: number) => ({
    devices: [
      { campaignId: '1', device: 'MOBILE' as const, sums: sums(6_000 * scale, 120 * scale) },
      { campaignId: '1', device: 'DESKTOP' as const, sums: sums(3_000 * scale, 240 * scale) },
    ],
  })

  test('a device far from the rest gets one step of at most 30 %, the better of the two', () => {
    const [one, ...others] = found(rule, devices(1))
    expect(others).toEqual([])
    expect(one!.category).toBe('bids')
    expect(one!.evidence.change!.operations).toEqual([
      {
        campaignCriterionOperation: {
          updateMask: 'bidModifier',
          update: {
            resourceName: 'customers/{customerId}/campaignCriteria/1~30001',
            bidModifier: 0.7,
          },
        },
      },
    ])
    expect(one!.title).toMatch(/Baja la puja en móvil un 30\s%/)
    expect(one!.evidence.change!.after).toMatch(/^Ajuste de puja en móvil: −30\s%\.$/)
    expect(one!.evidence.test.sentence).toContain('no se explica por azar')
    expect(one!.evidence.forecast!.monthlyLowMicros).toBeGreaterThan(0)
  })

  test('without a criterion yet, one is created', () => {
    const [one] = found(rule, { ...devices(1), deviceModifiers: [] })
    expect(one!.evidence.change!.operations).toEqual([
      {
        campaignCriterionOperation: {
          create: { campaign: resource, bidModifier: 0.7, device: { type: 'MOBILE' } },
        },
      },
    ])
  })

  test('the same difference in fewer clicks is less sure, and in very few nothing at all', () => {
    const [much] = found(rule, devices(1))
    const [some] = found(rule, devices(0.4))
    expect(much!.probability).toBeGreaterThanOrEqual(some!.probability)
    expect(much!.expectedValueMicros).toBeGreaterThan(some!.expectedValueMicros)
    const near = devices(1).devices.map((one, i) => ({
      ...one,
      sums: [sums(1_350, 27), sums(800, 27)][i]!,
    }))
    const [rare] = found(rule, { devices: near })
    expect(rare!.evidence.test.sentence).toContain('raro por azar, pero no imposible')
    expect(found(rule, devices(0.06))).toEqual([])
    expect(reason(rule, equippedAccount(devices(0.06)))).toMatch(/Hacen falta unas 9 conversiones/)
  })

  test('smart bidding ignores modifiers: it only says so', () => {
    expect(found(rule, devices(1), smart)).toEqual([])
    expect(reason(rule, equippedAccount(devices(1), smart))).toContain('puja automática')
  })

  test('an excluded device is asked about, without an amount', () => {
    const deviceModifiers = [
      { campaignId: '1', device: 'MOBILE' as const, criterionId: '30001', modifier: 0 },
    ]
    const [one] = found(rule, { deviceModifiers })
    expect([one!.priority, one!.evidence.forecast]).toEqual(['low', null])
    const both = found(rule, { ...devices(1), deviceModifiers }).map(({ title }) => title)
    expect(both.join()).not.toContain('la puja en móvil')
  })

  test('no higher bid where the budget runs out, hardly an auction is lost, or for the brand', () => {
    const impressionShare = { eligible: 400_000, lostToBudget: 0, lostToRank: 80_000 }
    const good = {
      devices: [
        { campaignId: '1', device: 'MOBILE' as const, sums: sums(5_000, 1_200) },
        { campaignId: '1', device: 'DESKTOP' as const, sums: sums(4_000, 400) },
      ],
    }
    const [rich] = found(rule, good, { campaigns: [manual({ impressionShare }), maxCampaign()] })
    expect(rich!.title).toContain('Sube la puja en móvil')
    const short = manual({ impressionShare: { ...impressionShare, lostToBudget: 60_000 } })
    const first = manual({ impressionShare: { ...impressionShare, lostToRank: 30_000 } })
    const brand = manual({ impressionShare, name: 'Marca' })
    for (const one of [short, first, brand]) {
      const titles = found(rule, good, { campaigns: [one, maxCampaign()] }).map((r) => r.title)
      expect(titles.join()).not.toContain('Sube')
    }
  })

  test('a higher bid promises no more clicks than are lost for rank', () => {
    const devices = [
      { campaignId: '1', device: 'MOBILE' as const, sums: sums(5_000, 1_200) },
      { campaignId: '1', device: 'DESKTOP' as const, sums: sums(4_000, 400) },
    ]
    const promised = (lostToRank: number) => {
      const impressionShare = { eligible: 400_000, lostToBudget: 0, lostToRank }
      const campaigns = [manual({ impressionShare }), maxCampaign()]
      return found(rule, { devices }, { campaigns })[0]!.evidence.forecast!.monthlyHighMicros
    }
    expect(promised(42_000)).toBeLessThan(0.65 * promised(200_000))
  })
})

describe('hour-performance', () => {
  const rule = 'hour-performance'
  const hours = (night: number, clicks = 50) => ({
    hours: healthyInventory().hours!.map((row) => ({
      ...row,
      sums: sums(clicks, (row.hour < 4 ? night : 2) * (clicks / 50)),
    })),
  })

  test('hours that hardly convert are lowered, and the rest of the week written down too', () => {
    const [one, ...others] = found(rule, hours(0.4))
    expect(others).toEqual([])
    const { operations } = one!.evidence.change!
    expect(operations).toHaveLength(14)
    const created = operations.map((operation) => operation.campaignCriterionOperation!.create)
    expect(created[0]).toEqual({
      campaign: resource,
      bidModifier: 0.7,
      adSchedule: {
        dayOfWeek: 'MONDAY',
        startHour: 0,
        startMinute: 'ZERO',
        endHour: 4,
        endMinute: 'ZERO',
      },
    })
    expect(created[1]).toMatchObject({ bidModifier: 1, adSchedule: { startHour: 4, endHour: 24 } })
    expect(one!.title).toContain('de 0 a 4 h')
    expect(one!.description).toMatch(/de 0 a 4 h, −30\s%/)
  })

  test('an existing schedule keeps its hours; where a slot cuts it, it is done by hand', () => {
    const schedule = (toHour: number) =>
      [1, 2].map((weekday) => ({
        campaignId: '1',
        criterionId: `${weekday}`,
        weekday,
        fromHour: 0,
        toHour,
        modifier: 1,
      }))
    const inside = found(rule, { ...hours(0.4), adSchedules: schedule(4) })[0]!
    expect(
      inside.evidence.change!.operations.map((o) => o.campaignCriterionOperation!.update),
    ).toEqual([
      { resourceName: 'customers/{customerId}/campaignCriteria/1~1', bidModifier: 0.7 },
      { resourceName: 'customers/{customerId}/campaignCriteria/1~2', bidModifier: 0.7 },
    ])
    const cut = found(rule, { ...hours(0.4), adSchedules: schedule(10) })[0]!
    expect(cut.evidence.change!.operations).toEqual([])
  })

  test('weekdays are one cut, hours the other, never both', () => {
    const weekend = healthyInventory().hours!.map((row) => ({
      ...row,
      sums: sums(50, row.weekday > 5 ? 0.5 : 2.4),
    }))
    const [one, ...others] = found(rule, { hours: weekend })
    expect(others).toEqual([])
    expect(one!.title).toContain('los sábados y los domingos')
    expect(one!.evidence.table.rows).toHaveLength(7)
  })

  test('hours without data stay as they are', () => {
    const awake = { hours: hours(2).hours.filter(({ hour }) => hour >= 4) }
    expect(found(rule, awake)).toEqual([])
  })

  test('chance alone moves nothing, and a short period says what is missing', () => {
    expect(found(rule, hours(1.8))).toEqual([])
    const window = { from: '2026-10-18', to: '2026-11-14' }
    expect(reason(rule, equippedAccount(hours(0.4), { window }))).toMatch(/28 días/)
  })
})

describe('location-targeting', () => {
  const rule = 'location-targeting'
  const outside = (clicks: number, conversions: number, type = 'PRESENCE_OR_INTEREST') => ({
    campaignSettings: [settings({ positiveGeoTargetType: type })],
    locationMatches: [
      { campaignId: '1', countryId: '2724', isTargeted: true, sums: sums(8_000, 355) },
      { campaignId: '1', countryId: '2724', isTargeted: false, sums: sums(clicks, conversions) },
    ],
  })

  test('clicks from outside that do not pay are shut out by presence', () => {
    const [one] = found(rule, outside(1_000, 5))
    expect(one!.evidence.change!.operations[0]!.campaignOperation).toEqual({
      updateMask: 'geoTargetTypeSetting.positiveGeoTargetType',
      update: {
        resourceName: resource,
        geoTargetTypeSetting: { positiveGeoTargetType: 'PRESENCE' },
      },
    })
    expect(one!.category).toBe('targeting')
  })

  test('not where they pay, are few, or the setting already says presence', () => {
    expect(found(rule, outside(1_000, 40))).toEqual([])
    expect(found(rule, outside(60, 0))).toEqual([])
    expect(found(rule, outside(1_000, 5, 'PRESENCE'))).toEqual([])
  })

  test('more clicks without conversion are surer', () => {
    const [few] = found(rule, outside(400, 0))
    const [many] = found(rule, outside(2_000, 0))
    expect(many!.probability).toBeGreaterThanOrEqual(few!.probability)
    expect(many!.expectedValueMicros).toBeGreaterThan(few!.expectedValueMicros)
  })

  test('regions that never pay are excluded together', () => {
    const regions = [
      { campaignId: '1', regionId: '20282', name: 'Madrid', sums: sums(7_000, 355) },
      { campaignId: '1', regionId: '20271', name: 'Cataluña', sums: sums(1_000, 3) },
      { campaignId: '1', regionId: '20269', name: 'Galicia 🐙', sums: sums(1_000, 2) },
    ]
    const [one, ...others] = found(rule, { regions })
    expect(others).toEqual([])
    expect(one!.title).toMatch(/Excluye (Cataluña y Galicia 🐙|Galicia 🐙 y Cataluña)/)
    expect(one!.evidence.change!.operations[0]!.campaignCriterionOperation!.create).toMatchObject({
      negative: true,
      location: { geoTargetConstant: expect.stringMatching(/^geoTargetConstants\/202(71|69)$/) },
    })
    expect(found(rule, { regions: regions.slice(1, 2) })).toEqual([])
  })

  test('a region from which no click has come for a month is excluded already', () => {
    const regionsAt = (clicks: number) => [
      { campaignId: '1', regionId: '20282', name: 'Madrid', sums: sums(8_000, 355) },
      {
        ...{ campaignId: '1', regionId: '20271', name: 'Cataluña', sums: sums(1_000, 3) },
        recent: { clicks, conversionsMicros: 0 },
      },
    ]
    expect(found(rule, { regions: regionsAt(300) })).toHaveLength(1)
    expect(found(rule, { regions: regionsAt(0) })).toEqual([])
  })

  test('a campaign that is dear everywhere is no matter of places', () => {
    const names = ['Andalucía', 'Madrid', 'Cataluña', 'Galicia']
    const regions = names.map((name, i) => ({
      campaignId: '1',
      regionId: `2028${i}`,
      name,
      sums: sums(2_000, 4),
    }))
    expect(found(rule, { regions })).toEqual([])
    const good = { ...regions[0]!, regionId: '20290', name: 'Asturias', sums: sums(4_000, 300) }
    const [one] = found(rule, { regions: [...regions, good] })
    expect(one!.title).toContain('Excluye 4 zonas')
  })
})

describe('audience-setup', () => {
  const rule = 'audience-setup'
  const IN_MARKET = 'USER_INTEREST'

  test('audiences that restrict a search campaign go to observation, the other dimensions kept', () => {
    const restricted = {
      restrictedDimensions: ['PLACEMENT', 'AUDIENCE'],
      observedDimensions: ['GENDER', 'AGE_RANGE'],
    }
    const campaignSettings = [settings(restricted)]
    const [first] = healthyInventory().audiences!
    const [one] = found(rule, { campaignSettings, audiences: [{ ...first!, type: IN_MARKET }] })
    expect(one!.priority).toBe('medium')
    expect(one!.evidence.change!.operations[0]!.campaignOperation).toEqual({
      updateMask: 'targetingSetting.targetRestrictions',
      update: {
        resourceName: resource,
        targetingSetting: {
          targetRestrictions: [
            { targetingDimension: 'AGE_RANGE', bidOnly: true },
            { targetingDimension: 'AUDIENCE', bidOnly: true },
            { targetingDimension: 'GENDER', bidOnly: true },
            { targetingDimension: 'PLACEMENT', bidOnly: false },
          ],
        },
      },
    })
    for (const name of ['Búsqueda_RLSA', 'RMK genérica', 'Genérica rmkt', 'RTG'])
      expect(found(rule, { campaignSettings }, { campaigns: [campaign({ name })] })).toEqual([])
  })

  test('a usable list that nobody watches is mentioned; a small one is not', () => {
    expect(found(rule, { audiences: [] }).map(({ priority }) => priority)).toEqual(['low'])
    const userLists = healthyInventory().userLists!.map((list) => ({ ...list, sizeForSearch: 900 }))
    expect(found(rule, { audiences: [], userLists })).toEqual([])
  })

  test('an audience that converts far better gets a higher bid, at most 30 %', () => {
    const [first] = healthyInventory().audiences!
    const audiences = [{ ...first!, sums: sums(1_000, 170) }]
    const impressionShare = { eligible: 400_000, lostToBudget: 0, lostToRank: 200_000 }
    const [one] = found(rule, { audiences }, { campaigns: [manual({ impressionShare })] })
    expect(one!.title).toContain('Sube la puja para «Visitantes»')
    const update = one!.evidence.change!.operations[0]!.adGroupCriterionOperation!.update
    expect(update).toMatchObject({ resourceName: 'customers/{customerId}/adGroupCriteria/11~551' })
    expect((update as { bidModifier: number }).bidModifier).toBeGreaterThan(1)
    expect((update as { bidModifier: number }).bidModifier).toBeLessThanOrEqual(1.3)
    expect(found(rule, { audiences }, smart)).toEqual([])
    // Of those that win four auctions in five already, a higher bid wins few more, and they are dear.
    expect(found(rule, { audiences })).toEqual([])
  })
})
