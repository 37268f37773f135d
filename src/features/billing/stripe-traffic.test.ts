import { afterAll, beforeEach, expect, test } from 'vitest'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { deliverEvents, payAtStripe } from '../../../tests/pay-at-stripe.ts'
import { addCard, passDays, subscribedPerson } from '../../../tests/subscribed-person.ts'
import type { Invoice } from './contract/payments.ts'
import { pricesThatDiffer } from './queries/prices-at-stripe.ts'

/**
 * A customer's life, with every request, answer and event held against the types of the installed package (any that is
 * not as they say fails at once). What was checked is printed.
 */
const t = testApp({
  environment: { STRIPE_PROMOTION_CODES: '1', STRIPE_PRICE_PREMIUM_YEAR: 'price_premium_year' },
  simulators: { stripe: { webhookRetryMs: 20 } },
})
beforeEach(() => deliverEvents(t))

afterAll(() => {
  for (const [what, counts] of Object.entries(t.simulators.stripe.checked())) {
    const sum = Object.values(counts).reduce((total, count) => total + count, 0)
    const lines = Object.entries(counts).toSorted(([a], [b]) => a.localeCompare(b))
    // biome-ignore lint/suspicious/noConsole: what was checked is to be read where the test runs.
    console.info(`${what}: ${sum}\n${lines.map(([name, n]) => `  ${n} × ${name}`).join('\n')}`)
  }
})

/** All that the product asks of Stripe. */
const CALLS = [
  'GET /v1/checkout/sessions/:id',
  'GET /v1/credit_notes',
  'GET /v1/credit_notes/:id',
  'GET /v1/customers/:id',
  'GET /v1/customers/:id/tax_ids',
  'GET /v1/invoices',
  'GET /v1/invoices/:id',
  'GET /v1/payment_methods',
  'GET /v1/payment_methods/:id',
  'GET /v1/prices/:id',
  'GET /v1/subscription_schedules/:id',
  'GET /v1/subscriptions',
  'GET /v1/subscriptions/:id',
  'GET /v1/tax_rates',
  'DELETE /v1/customers/:id/tax_ids/:id',
  'DELETE /v1/subscriptions/:id',
  'POST /v1/billing_portal/sessions',
  'POST /v1/checkout/sessions',
  'POST /v1/checkout/sessions/:id/expire',
  'POST /v1/credit_notes',
  'POST /v1/customers',
  'POST /v1/customers/:id',
  'POST /v1/customers/:id/tax_ids',
  'POST /v1/invoices/:id/finalize',
  'POST /v1/invoices/:id/pay',
  'POST /v1/invoices/:id/void',
  'POST /v1/invoices/create_preview',
  'POST /v1/payment_methods/:id/detach',
  'POST /v1/subscription_schedules',
  'POST /v1/subscription_schedules/:id',
  'POST /v1/subscription_schedules/:id/release',
  'POST /v1/subscriptions/:id',
  'POST /v1/tax_rates',
]

test('all that the product says to Stripe, and hears, is as the package’s types say', async () => {
  await buysTwice()
  await livesThroughDebt()
  await changesEverything()
  await changesItsYear()
  expect(await pricesThatDiffer(t.ctx)).toEqual([])
  const { requests, answers, events } = t.simulators.stripe.checked()
  expect(CALLS.filter((call) => !requests[call])).toEqual([])
  expect(Object.keys(answers).length).toBeGreaterThan(9)
  expect(Object.keys(events).length).toBeGreaterThan(20)
  for (const type of ['customer.discount.created', 'subscription_schedule.released'])
    expect(events[type], type).toBeGreaterThan(0)
  // Four customers' lives on a machine that may be busy.
})

/** Another plan in a second tab closes the first page; a payment past all that is given back. */
async function buysTwice(): Promise<void> {
  const person = await t.signIn({ isActive: false, plan: null })
  const open = async (plan: string) => {
    const { body } = await person.send('POST', '/api/stripe/create-checkout-session', { plan })
    return (body as { url: string }).url
  }
  await open('premium')
  await payAtStripe(await open('basic'), { tax_id: 'B12345674', business_name: 'Sol, S. L.' })
  const stripe = stripeOf(t.ctx.config)
  const { data } = await stripe.customers.list({ email: person.email })
  const { url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: data[0]!.id,
    line_items: [{ price: t.ctx.config.stripe.prices.premium, quantity: 1 }],
    success_url: 'http://localhost/x',
  })
  t.clock.advance(60_000)
  await payAtStripe(url ?? '')
  await t.simulators.stripe.settled()
  await t.runJobs()
  await person.send('POST', '/api/auth/activate-subscription')
  const invoices = (await person.get('/api/billing/invoices')).body as Invoice[]
  for (const { pdfUrl } of invoices.flatMap(({ creditNotes }) => creditNotes))
    await person.get(pdfUrl)
}

async function livesThroughDebt(): Promise<void> {
  const person = await subscribedPerson(t)
  await addCard(t, person, 'pm_card_chargeCustomerFail', true)
  await passDays(t, 62)
  const card = await addCard(t, person, 'pm_card_visa')
  const answer = await person.send('POST', `/api/billing/payment-methods/${card}/default`)
  expect(answer.status, answer.text).toBe(200)
  expect(await person.access()).toMatchObject({ isActive: true })
}

async function changesEverything(): Promise<void> {
  const person = await subscribedPerson(t, { plan: 'basic' })
  await addCard(t, person, 'pm_card_authenticationRequired', true)
  const other = await addCard(t, person)
  const steps: ['POST' | 'PUT' | 'DELETE', string, object][] = [
    ['POST', '/api/billing/plan/preview', { plan: 'premium' }],
    ['POST', '/api/billing/plan', { plan: 'premium' }],
    ['DELETE', '/api/billing/plan/pending', {}],
    ['POST', '/api/billing/cancel', { reason: 'Cierro' }],
    ['POST', '/api/billing/resume', {}],
    ['PUT', '/api/billing/tax-details', { taxId: 'B12345674' }],
    ['PUT', '/api/billing/tax-details', { taxId: '12345678Z' }],
    ['POST', '/api/billing/portal', {}],
    ['DELETE', `/api/billing/payment-methods/${other}`, {}],
  ]
  for (const [method, path, body] of steps) {
    const answer = await person.send(method, path, body)
    expect(answer.status, `${path}: ${answer.text}`).toBe(200)
  }
  await person.get('/api/billing/invoices')
  await person.get('/api/billing/payment-methods')
}

/** A year bought with a code, and with it from a schedule of months back to the year. */
async function changesItsYear(): Promise<void> {
  const person = await t.signIn({ isActive: false, plan: null })
  const wish = { plan: 'premium', interval: 'year' }
  const { body } = await person.send('POST', '/api/stripe/create-checkout-session', wish)
  await payAtStripe((body as { url: string }).url, { promotion_code: 'SIEMPRE20' })
  await person.send('POST', '/api/auth/activate-subscription')
  const months = { plan: 'premium', interval: 'month' }
  expect((await person.send('POST', '/api/billing/plan', months)).status).toBe(200)
  await t.runJobs()
  expect((await person.send('DELETE', '/api/billing/plan/pending')).status).toBe(200)
}

test('a customer deleted at Stripe’s dashboard: closed, and buying again makes a new one', async () => {
  const person = await subscribedPerson(t)
  await stripeOf(t.ctx.config).customers.del(person.customerId)
  await t.simulators.stripe.settled()
  await t.runJobs()
  expect(await person.access()).toEqual({ isActive: false, plan: null })
  const shown = await person.get('/api/billing/subscription')
  expect(shown.body).toMatchObject({ status: 'canceled', price: null, pendingConfirmation: null })
  const { body } = await person.send('POST', '/api/stripe/create-checkout-session', {})
  await payAtStripe((body as { url: string }).url)
  await person.send('POST', '/api/auth/activate-subscription')
  expect(await person.access()).toEqual({ isActive: true, plan: 'premium' })
})
