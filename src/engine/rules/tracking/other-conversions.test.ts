import { expect, test } from 'vitest'
import { eachDay } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { isMicroEvent } from '../../account/conversion-actions.ts'
import type { AccountInventory } from '../../account/inventory.ts'
import { measurementOf } from '../../account/measurement.ts'
import type { ConversionAction } from '../../account/snapshot.ts'
import { unsupportedNumbers } from '../../findings/unsupported-numbers.ts'
import { campaign, sampleAccount, sums } from '../../samples/sample-account.ts'
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

const counted = (id: string, each: number) =>
  eachDay('2026-08-17', '2026-11-14').map((day) => ({
    ...{ actionId: id, day, conversionsMicros: each * MICROS, valueMicros: 0 },
  }))

test('a primary action that never counted beside others is told where it is uploaded', () => {
  const rule = 'duplicate-conversions'
  const form = action('5', { name: 'Formulario', category: 'SUBMIT_LEAD_FORM' })
  const sale = action('6', {
    name: 'Venta cerrada',
    category: 'CONVERTED_LEAD',
    type: 'UPLOAD_CLICKS',
  })
  const told = (each: number, own = sale) =>
    found(account([form, own], { conversionDays: counted('5', each) }), rule)
  const [one] = told(1)
  expect(one!.title).toMatch(/^Revisa «Venta cerrada»: es principal y no ha contado ninguna/)
  expect(one!.priority).toBe('medium')
  expect(unsupportedNumbers(one!)).toEqual([])
  expect(told(1, { ...sale, type: 'WEBPAGE' })).toEqual([])
  // Of few, none of its kind need have come.
  expect(told(0.1)).toEqual([])
  expect(told(1, { ...sale, primaryForGoal: false })).toEqual([])
})

test.each([
  ['Clic WhatsApp', 'OUTBOUND_CLICK', false],
  ['wa.me', 'OUTBOUND_CLICK', false],
  ['click_tel', 'ENGAGEMENT', false],
  ['generate_lead', 'ENGAGEMENT', false],
  ['Formulario enviado (page view)', 'ENGAGEMENT', false],
  ['Page view gracias', 'PAGE_VIEW', false],
  ['Page view merci', 'DEFAULT', false],
  ['Pageview OK', 'DEFAULT', false],
  ['Session booked', 'DEFAULT', false],
  ['Compra carrito', 'DEFAULT', false],
  ['Pedido', 'DEFAULT', false],
  ['Engaged lead', 'DEFAULT', false],
  ['Clic a Amazon', 'OUTBOUND_CLICK', true],
  ['Microphone shop', 'OUTBOUND_CLICK', true],
  ['iPhone 15 visto', 'ENGAGEMENT', true],
  ['form_start', 'ENGAGEMENT', true],
  ['Scroll 50 %', 'DEFAULT', true],
  ['scroll complete', 'DEFAULT', true],
  ['video_complete', 'DEFAULT', true],
  ['add_to_cart_success', 'DEFAULT', true],
  ['Page view /contacto', 'PAGE_VIEW', true],
  ['page_view', 'UNKNOWN', true],
  ['Vista de presupuesto', 'PAGE_VIEW', true],
  ['Contacto', 'PAGE_VIEW', true],
  ['Compra', 'PAGE_VIEW', false],
])('«%s» of the kind %s is a mere step: %s', (name, category, expected) => {
  expect(isMicroEvent(action('5', { name, category }), sampleAccount())).toBe(expected)
})

test('where one visit in four counts, all of it a step, no bid is to follow it', () => {
  const page = [action('5', { name: 'Contacto', category: 'PAGE_VIEW' })]
  const blocked = (conversions: number) =>
    measurementOf(
      sampleAccount({
        conversionActions: page,
        campaigns: [campaign({ sums: sums(1_000, conversions) })],
      }),
    ).blocked
  expect(blocked(40)).toBeNull()
  expect(blocked(260), 'that may be chance').toBeNull()
  expect(blocked(400)).toBe('micro-events')
  page[0] = action('5', { name: 'Programa', category: 'DOWNLOAD' })
  expect(blocked(400), 'what it is there for').toBeNull()
})

test('what counts the same again is no other kind of sale', () => {
  const day = eachDay('2026-08-17', '2026-11-14')
  const counts = (id: string) =>
    day.map((own, i) => ({
      ...{ actionId: id, day: own, conversionsMicros: ((i * 7) % 5) * MICROS, valueMicros: 0 },
    }))
  const both = [
    action('5', { name: 'Alta', category: 'SIGNUP' }),
    action('6', { name: 'generate_lead', category: 'SUBMIT_LEAD_FORM' }),
  ]
  const one = account(both, { conversionDays: [...counts('5'), ...counts('6')] })
  expect(found(one, 'duplicate-conversions')[0]!.title).toContain('cuentan lo mismo')
  expect(found(one, 'missing-conversion-values').map(({ title }) => title)).not.toContainEqual(
    expect.stringContaining('cada clase'),
  )
})
