import { beforeEach, describe, expect, test } from 'vitest'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { deliverEvents, payAtStripe } from '../../../tests/pay-at-stripe.ts'
import { passDays, retireEarlier } from '../../../tests/subscribed-person.ts'
import { splitTotal, taxTreatmentOf } from './rules/tax-treatment.ts'

const t = testApp({
  environment: {
    OPERATOR_NAME: 'Pujante Ejemplo, S. L.',
    OPERATOR_TAX_ID: 'B12345674',
    OPERATOR_ADDRESS: 'Gran Vía 1, 28013 Madrid',
  },
  simulators: { stripe: { webhookRetryMs: 20 } },
})
beforeEach(async () => {
  await retireEarlier(t)
  deliverEvents(t)
})

const stripe = () => stripeOf(t.ctx.config)
const ISSUER = 'Pujante Ejemplo, S. L. · NIF B12345674 · Gran Vía 1, 28013 Madrid'

type Invoices = Awaited<ReturnType<ReturnType<typeof stripe>['invoices']['list']>>['data']

/** Buys Básico by the hosted page; the invoices at Stripe, the newest first. */
async function buys(buyer: Record<string, string>) {
  const person = await t.signIn({ isActive: false, plan: null })
  const { body } = await person.send('POST', '/api/stripe/create-checkout-session', {
    plan: 'basic',
  })
  await payAtStripe((body as { url: string }).url, buyer)
  await person.send('POST', '/api/auth/activate-subscription')
  const invoices = async (): Promise<Invoices> => {
    const { data } = await stripe().customers.list({ email: person.email })
    return (await stripe().invoices.list({ customer: data[0]!.id })).data
  }
  return { person, invoices }
}

const amounts = ([invoice]: Invoices) => [
  invoice?.total_excluding_tax,
  invoice?.total_taxes?.reduce((sum, { amount }) => sum + amount, 0) ?? 0,
  invoice?.total,
]

async function passMonth(): Promise<void> {
  await passDays(t, 32)
}

describe('a purchase', () => {
  test('asks name, address and NIF, keeps them at Stripe, and the invoice has base, rate and quota', async () => {
    const { invoices } = await buys({
      business_name: 'Librería Alameda, S. L.',
      tax_id: 'B12345674',
    })
    const [invoice] = await invoices()
    expect(amounts([invoice!])).toEqual([744, 156, 900])
    expect(invoice).toMatchObject({
      customer_name: 'Librería Alameda, S. L.',
      customer_address: { line1: 'Calle Mayor 1', postal_code: '28013', city: 'Madrid' },
      customer_tax_ids: [{ value: 'B12345674' }],
      footer: ISSUER,
      default_tax_rates: [{ percentage: 21, inclusive: true, country: 'ES' }],
    })
  })

  test('is not made without an address', async () => {
    await expect(buys({ line1: '' })).rejects.toThrow(/page stays \(400\)/)
  })

  test.each([
    ['Canarias', { postal_code: '35001', city: 'Las Palmas' }, /IGIC/],
    ['Ceuta', { postal_code: '51001', city: 'Ceuta' }, /art\. 69 de la Ley 37\/1992\)\.$/],
    ['a business in Germany', { country: 'DE', tax_id: 'DE123456789' }, /Inversión del sujeto/],
    ['Great Britain', { country: 'GB', postal_code: 'SW1A 1AA' }, /no sujeta al IVA/],
  ])('by %s: from the next invoice on no IVA, with the reason', async (_where, buyer, reason) => {
    const { invoices } = await buys(buyer)
    await passMonth()
    const found = await invoices()
    expect(found).toHaveLength(2)
    expect(amounts(found)).toEqual([900, 0, 900])
    expect(found[0]?.footer).toMatch(reason)
    expect(found[0]?.footer).toContain(ISSUER)
  })

  test.each([
    ['a number that VIES does not know', { country: 'DE', tax_id: 'DE123000000' }],
    ['none', { country: 'FR' }],
  ])('in the Union with %s is a consumer’s', async (_what, buyer) => {
    const { invoices } = await buys(buyer)
    await passMonth()
    expect(amounts(await invoices())).toEqual([744, 156, 900])
  })
})

test('who moves to the Canary Islands is no longer charged IVA, and back again is', async () => {
  const { invoices } = await buys({})
  const [first] = await invoices()
  const customer = first!.customer as string
  const move = async (postal_code: string) => {
    await stripe().customers.update(customer, { address: { country: 'ES', postal_code } })
    await t.simulators.stripe.settled()
    await t.runJobs()
    await passMonth()
    return amounts(await invoices())
  }
  expect(await move('38001')).toEqual([900, 0, 900])
  expect(await move('28001')).toEqual([744, 156, 900])
})

describe('the rule', () => {
  test.each([
    [null, null, false, 'spain', 21],
    ['ES', '08001', false, 'spain', 21],
    ['ES', '07001', false, 'spain', 21],
    ['ES', '35500', false, 'canarias', 0],
    ['ES', ' 38001', true, 'canarias', 0],
    ['ES', '52001', false, 'ceuta_melilla', 0],
    ['PT', '1000', true, 'union_business', 0],
    ['PT', '1000', false, 'union_consumer', 21],
    ['CH', '8001', true, 'outside', 0],
  ])('%s %s, number %s: %s, %i', (country, postalCode, hasEuropeanNumber, place, percent) => {
    const treatment = taxTreatmentOf({ country, postalCode, hasEuropeanNumber })
    expect(treatment).toMatchObject({ place, percent })
    expect(treatment.sentence === null).toBe(percent > 0)
  })

  test.each([
    [900, 744, 156],
    [2900, 2397, 503],
    [9900, 8182, 1718],
    [1, 1, 0],
  ])('%i cents with IVA are %i and %i', (total, baseCents, quotaCents) => {
    expect(splitTotal(total, 21)).toEqual({ baseCents, quotaCents })
  })
})
