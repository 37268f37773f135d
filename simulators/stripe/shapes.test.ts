import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parseForm } from './form.ts'
import { REFUSALS } from './refusals.ts'
import { knownAddress, objectFaults, requestFaults, SHAPES_VERSION } from './shapes.ts'

test('the shapes are those of the installed package: `npm run stripe:shapes` after a new version', () => {
  const inside = createRequire(import.meta.url).resolve('stripe')
  const root = inside.slice(0, inside.lastIndexOf('/stripe/') + '/stripe'.length)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(dirname(root)).toMatch(/node_modules$/)
  expect(SHAPES_VERSION).toBe(version)
})

const faultsOf = (method: string, path: string, body: string) =>
  requestFaults(knownAddress(method, path) ?? '', parseForm(body))

test.each([
  ['what an upgrade sends', 'items[0][id]=si_1&items[0][price]=price_1&proration_date=17', []],
  ['a value that only Stripe may add', 'payment_behavior=later', [/none of/]],
  ['a parameter of a newer version', 'cancel_when_paid=true', [/unknown/]],
  ['a word for a number', 'proration_date=mañana', [/proration_date/]],
  ['text for a list', 'items=si_1', [/no list/]],
  ['an unset where that is allowed', 'cancel_at=', []],
  ['an unset where it is not', 'cancel_at_period_end=', [/cancel_at_period_end/]],
])('a request with %s', (_what, body, expected) => {
  const faults = faultsOf('POST', '/v1/subscriptions/sub_1', body)
  expect(faults).toHaveLength(expected.length)
  for (const [index, pattern] of expected.entries()) expect(faults[index]).toMatch(pattern)
})

test('what this version no longer takes is refused', () => {
  const body = 'mode=setup&success_url=https://a.es&payment_method_types[0]=card'
  expect(faultsOf('POST', '/v1/checkout/sessions', body)).toEqual([
    'payment_method_types is unknown',
  ])
  expect(knownAddress('POST', '/v1/subscriptions/sub_1/charge')).toBeNull()
})

test('an object that lacks a field, has one too many or holds the wrong kind', () => {
  const taxId = {
    id: 'txi_1',
    object: 'tax_id',
    country: 'ES',
    created: 17,
    customer: 'cus_1',
    customer_account: null,
    livemode: false,
    owner: { type: 'customer', customer: 'cus_1', customer_account: null },
    type: 'es_cif',
    value: 'A28017895',
    verification: null,
  }
  expect(objectFaults(taxId)).toEqual([])
  const { country: _country, ...lacking } = taxId
  expect(objectFaults(lacking)).toEqual(['tax_id.country is missing'])
  expect(objectFaults({ ...taxId, extra: 1 })).toEqual(['tax_id.extra is unknown'])
  expect(objectFaults({ ...taxId, created: '17' })).toEqual(['tax_id.created: "17" is not n'])
  expect(objectFaults({ object: 'list', data: [taxId, lacking] })).toHaveLength(1)
})

test('each refusal that types cannot say names where it is known from', () => {
  for (const { source } of REFUSALS) expect(source).toMatch(/^(docs\.stripe\.com|\w+\/\w+ #)/)
})
