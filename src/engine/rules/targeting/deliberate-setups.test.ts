import { expect, test } from 'vitest'
import type { AccountInventory } from '../../account/inventory.ts'
import { campaign, keyword, sums } from '../../samples/sample-account.ts'
import { found } from '../../samples/sample-analysis.ts'
import { ad, equippedAccount, healthyInventory } from '../../samples/sample-inventory.ts'

/** No computers in the first campaign; the second asks for `asked` and leaves `out`. */
function withoutComputers(name: string, asked: string, out: 'DESKTOP' | 'MOBILE') {
  const row = (id: string, device: 'DESKTOP' | 'MOBILE') => ({
    ...{ campaignId: id, device, criterionId: `3${id}`, modifier: 0 },
  })
  const keywords = ['gafas graduadas', 'gafas precio'].flatMap((text, i) => [
    keyword(text, sums(900, 36), { criterionId: `${i}` }),
    keyword(i === 0 ? asked : text, sums(900, 36), {
      ...{ campaignId: '2', adGroupId: '21', criterionId: `2${i}` },
    }),
  ])
  const campaigns = [
    campaign({ name }),
    campaign({ id: '2', name: 'Gafas, segunda', budgetId: '92' }),
  ]
  const deviceModifiers = [row('1', 'DESKTOP'), row('2', out)]
  return found(equippedAccount({ deviceModifiers }, { campaigns, keywords }), 'device-performance')
    .filter(({ title }) => title.includes('ordenador'))
    .map(({ campaignId }) => campaignId)
}

test('campaigns parted by device mean it: by name, or by one that asks for the same there', () => {
  expect(withoutComputers('Gafas', 'audífonos', 'DESKTOP')).toEqual(['1', '2'])
  expect(withoutComputers('Gafas · móvil', 'audífonos', 'DESKTOP')).toEqual(['2'])
  expect(withoutComputers('Gafas', 'gafas graduadas', 'MOBILE')).toEqual([])
  expect(withoutComputers('Gafas', 'gafas graduadas', 'DESKTOP')).toEqual(['1', '2'])
})

test('a name means the device that it says, not what it sells, nor one that is left out', () => {
  /** The first campaign leaves out `out` and asks for `asked`. */
  const isAsked = (name: string, out: 'DESKTOP' | 'MOBILE', asked = 'gafas graduadas') => {
    const deviceModifiers = [{ campaignId: '1', device: out, criterionId: '31', modifier: 0 }]
    const more = { campaigns: [campaign({ name })], keywords: [keyword(asked, sums(900, 36))] }
    return found(equippedAccount({ deviceModifiers }, more), 'device-performance').length > 0
  }
  expect(isAsked('Genérica – Móvil', 'DESKTOP')).toBe(false)
  expect(isAsked('Genérica – Móvil', 'MOBILE')).toBe(true)
  expect(isAsked('Genérica – Móvil y PC', 'MOBILE')).toBe(true)
  expect(isAsked('Genérica_sin_móviles', 'MOBILE')).toBe(false)
  expect(isAsked('Genérica_sin_móviles', 'DESKTOP')).toBe(true)
  expect(isAsked('Fundas móvil', 'DESKTOP', 'fundas para móviles')).toBe(true)
  expect(isAsked('Fundas móvil', 'DESKTOP', 'fundas celular')).toBe(true)
  expect(isAsked('PC gaming', 'MOBILE', 'pc gaming barato')).toBe(true)
  expect(isAsked('Fundas móvil · PC', 'MOBILE', 'fundas móvil')).toBe(false)
})

test('no audiences are asked for where what is advertised allows none', () => {
  const told = (more: Partial<AccountInventory>) =>
    found(equippedAccount({ ...healthyInventory(), audiences: [], ...more }), 'audience-setup')
  const health = { policyTopics: ['HEALTH_IN_PERSONALIZED_ADS'] }
  expect(told({})).toHaveLength(1)
  expect(told({ ads: [ad(health)] })).toEqual([])
  expect(told({ ads: [ad({ ...health, status: 'PAUSED' }), ad({ adId: '902' })] })).toHaveLength(1)
})
