import { expect, test } from 'vitest'
import type { AccountInventory } from '../../account/inventory.ts'
import type { ConversionAction } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { sampleAccount } from '../../samples/sample-account.ts'
import { found, reasonOf } from '../../samples/sample-analysis.ts'

const action = (id: string, over: Partial<ConversionAction>): ConversionAction => ({
  ...{ id, name: `Acción ${id}`, status: 'ENABLED', category: 'CONTACT', primaryForGoal: true },
  ...over,
})
const account = (conversionActions: ConversionAction[], inventory: AccountInventory = {}) =>
  sampleAccount({ conversionActions, inventory })

const tracking = {
  status: 'CONVERSION_TRACKING_MANAGED_BY_SELF',
  ...{ acceptedCustomerDataTerms: true, enhancedConversionsForLeads: false, autoTagging: true },
}
const HOSTED = { type: 'GOOGLE_HOSTED', origin: 'GOOGLE_HOSTED' }

test('what Google hosts or an app counts comes from no form', () => {
  const rule = 'tracking-settings'
  const told = (over: Partial<ConversionAction>) =>
    found(account([action('5', over)], { tracking }), rule).length
  expect(told({ type: 'WEBPAGE' })).toBe(1)
  expect(told(HOSTED)).toBe(0)
  expect(told({ type: 'FIREBASE_ANDROID_CUSTOM', category: 'SIGNUP' })).toBe(0)
})

test('where only an app counts, no switch of the web is asked for', () => {
  const off = { ...tracking, autoTagging: false, acceptedCustomerDataTerms: false }
  const app = action('5', { type: 'FIREBASE_IOS_IN_APP_PURCHASE', category: 'PURCHASE' })
  expect(found(account([app], { tracking: off }), 'tracking-settings')).toEqual([])
  expect(reasonOf(account([app], { tracking: off }), 'tracking-settings')).toContain('una app')
  const web = action('6', { type: 'WEBPAGE', category: 'PURCHASE' })
  expect(found(account([app, web], { tracking: off }), 'tracking-settings')).toHaveLength(2)
})

test('what Google makes by itself is not counted among too many', () => {
  const rule = 'duplicate-conversions'
  const own = Array.from({ length: 4 }, (_, i) => action(`${i}`, {}))
  const hosted = Array.from({ length: 4 }, (_, i) => action(`9${i}`, HOSTED))
  expect(found(account([...own, ...hosted]), rule)).toEqual([])
  const many = Array.from({ length: 6 }, (_, i) => action(`${i}`, {}))
  const [one] = found(account([...many, ...hosted]), rule)
  expect(one!.title).toContain('Reduce las 6 conversiones principales')
  expect(one!.evidence.change!.after).toContain('esas acciones pasan a «secundarias»')
})

test('of several steps it is told in the plural', () => {
  const steps = ['Visita', 'Carrito'].map((name, i) =>
    action(`7${i}`, { name, category: i === 0 ? 'PAGE_VIEW' : 'ADD_TO_CART' }),
  )
  const [card] = found(
    account([action('5', { category: 'PURCHASE' }), ...steps]),
    'duplicate-conversions',
  )
  expect(card!.title).toBe(
    'Deja de optimizar para «Visita» y «Carrito»: no son ventas ni contactos',
  )
  expect(card!.whyNow).toContain('Mientras sean principales')
  expect(card!.evidence.change!.after).toContain('las pujas no las persiguen')
  expect(unsupportedNumbers(card!)).toEqual([])
})
