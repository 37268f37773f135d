import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { users } from '#platform/db/schema/access.ts'
import { billingAccounts, stripeEvents } from '#platform/db/schema/billing.ts'
import { stripeOf } from '#platform/stripe.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { holdEvents, payAtStripe, postEvent } from '../../../tests/pay-at-stripe.ts'

const t = testApp({ simulators: { stripe: { webhookRetryMs: 20 } } })

let person: Person
let events: ReturnType<typeof holdEvents>

beforeEach(async () => {
  events = holdEvents(t)
  person = await t.signIn({ isActive: false, plan: null })
})
afterEach(() => t.simulators.stripe.faults.clear())

const CHECKOUT = '/api/stripe/create-checkout-session'
const ACTIVATE = '/api/auth/activate-subscription'

async function checkoutUrl(body: object = {}): Promise<string> {
  const answer = await person.send('POST', CHECKOUT, body)
  expect(answer.status, answer.text).toBe(200)
  return (answer.body as { url: string }).url
}

async function access() {
  const [user] = await t.ctx.db
    .select({ isActive: users.isActive, plan: users.plan })
    .from(users)
    .where(eq(users.id, person.userId))
  return user
}

async function customerOf(): Promise<string> {
  const [row] = await t.ctx.db
    .select()
    .from(billingAccounts)
    .where(eq(billingAccounts.userId, person.userId))
  return row?.stripeCustomerId ?? ''
}

async function living() {
  const customer = await customerOf()
  const { data } = await stripeOf(t.ctx.config).subscriptions.list({ customer, status: 'active' })
  return data
}

const CLOSED = { isActive: false, plan: null }
const PREMIUM = { isActive: true, plan: 'premium' }

describe('subscribing', () => {
  test('the browser comes back and the server finds the payment at Stripe', async () => {
    const back = await payAtStripe(await checkoutUrl())
    expect(back).toContain('/subscribe?success=true')
    expect(await access()).toEqual(CLOSED)
    const answer = await person.send('POST', ACTIVATE)
    expect(answer.body).toMatchObject({ is_active: true, plan: 'premium' })
    expect(await access()).toEqual(PREMIUM)
    expect((await person.get('/api/google-accounts')).status).toBe(200)
  })

  test('the plan of the choice, Premium without one', async () => {
    await payAtStripe(await checkoutUrl({ plan: 'enterprise' }))
    await person.send('POST', ACTIVATE)
    expect(await access()).toEqual({ isActive: true, plan: 'enterprise' })
  })

  test('the tab is closed after paying: the webhook alone opens', async () => {
    await payAtStripe(await checkoutUrl())
    await events.deliver()
    await t.runJobs()
    expect(await access()).toEqual(PREMIUM)
  })

  test('the webhook first, then the browser: the same', async () => {
    await payAtStripe(await checkoutUrl())
    await events.deliver()
    await t.runJobs()
    expect((await person.send('POST', ACTIVATE)).status).toBe(200)
    expect(await access()).toEqual(PREMIUM)
  })

  test('no webhook and no browser: the nightly question opens', async () => {
    await payAtStripe(await checkoutUrl())
    t.clock.advance(25 * 3_600_000)
    await t.runJobs()
    expect(await access()).toEqual(PREMIUM)
  })

  test('activating grants nothing without a payment', async () => {
    expect((await person.send('POST', ACTIVATE)).status).toBe(409)
    await checkoutUrl()
    const answer = await person.send('POST', ACTIVATE)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      message: 'No consta ninguna suscripción pagada en tu cuenta.',
    })
    expect(await access()).toEqual(CLOSED)
  })
})

describe('paying twice', () => {
  test('a second tab gets the page that is open, and after the payment a refusal', async () => {
    const first = await checkoutUrl()
    expect(await checkoutUrl()).toBe(first)
    await payAtStripe(first)
    expect((await person.send('POST', CHECKOUT, {})).status).toBe(409)
    expect(await access()).toEqual(PREMIUM)
    expect(await living()).toHaveLength(1)
  })

  test('another plan in the second tab closes the first page', async () => {
    const first = await checkoutUrl()
    const second = await checkoutUrl({ plan: 'basic' })
    expect(second).not.toBe(first)
    await expect(payAtStripe(first)).rejects.toThrow()
    await payAtStripe(second)
    await person.send('POST', ACTIVATE)
    expect(await access()).toEqual({ isActive: true, plan: 'basic' })
  })

  test('a second payment past all that is given back, ended and told', async () => {
    await payAtStripe(await checkoutUrl())
    const stripe = stripeOf(t.ctx.config)
    const { url } = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: await customerOf(),
      line_items: [{ price: t.ctx.config.stripe.prices.basic, quantity: 1 }],
      success_url: 'http://localhost/x',
    })
    t.clock.advance(60_000)
    await payAtStripe(url ?? '')
    expect(await living()).toHaveLength(2)
    await events.deliver()
    await t.runJobs()
    expect(await living()).toHaveLength(1)
    expect(await access()).toEqual(PREMIUM)
    const refunded = t.simulators.stripe.events().filter(({ type }) => type === 'charge.refunded')
    expect(refunded.map(({ data }) => data.object)).toMatchObject([{ amount_refunded: 900 }])
    const invoices = await person.get('/api/billing/invoices')
    expect(invoices.body).toMatchObject([
      { amount: 9, status: 'refunded' },
      { amount: 29, status: 'paid' },
    ])
    const mails = t.simulators.smtp.outbox().filter(({ to }) => to === person.email)
    const told = mails.map(({ subject }) => subject).toSorted()
    const receipt = 'Recibo de tu suscripción a Pujante'
    expect(told).toEqual([receipt, receipt, 'Te hemos devuelto un pago doble'])
  })

  test('two clicks at once make one page', async () => {
    const answers = await Promise.all([
      person.send('POST', CHECKOUT, {}),
      person.send('POST', CHECKOUT, {}),
    ])
    const urls = answers.map(({ body }) => (body as { url: string }).url)
    expect(new Set(urls).size).toBe(1)
  })
})

describe('events', () => {
  test('repeated and reordered they end the same', async () => {
    await payAtStripe(await checkoutUrl())
    const all = await events.taken()
    for (const event of [...all.toReversed(), ...all])
      expect((await postEvent(t, event)).status).toBe(200)
    await t.runJobs()
    expect(await access()).toEqual(PREMIUM)
    const rows = await t.ctx.db
      .select()
      .from(stripeEvents)
      .where(eq(stripeEvents.stripeCustomerId, await customerOf()))
    expect(rows).toHaveLength(new Set(all.map(({ id }) => id)).size)
  })

  test.each([
    ['with a wrong signature', { secret: 'whsec_otro' }],
    ['five minutes old', { ageSeconds: 301 }],
    ['without a signature', { unsigned: true }],
    ['with a changed body', { tampered: true }],
  ])('%s they are refused', async (_name, how) => {
    await payAtStripe(await checkoutUrl())
    const [event] = await events.taken()
    const answer = await postEvent(t, event!, how)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid' })
    const seen = await t.ctx.db.select().from(stripeEvents).where(eq(stripeEvents.id, event!.id))
    expect(seen).toEqual([])
  })

  test('just under five minutes old they are taken', async () => {
    await payAtStripe(await checkoutUrl())
    const [event] = await events.taken()
    expect((await postEvent(t, event!, { ageSeconds: 290 })).status).toBe(200)
  })

  test('for a customer nobody here is, and about nobody, they are noted', async () => {
    const event = (id: string, object: object) =>
      ({ id, type: 'customer.updated', created: 1, data: { object } }) as unknown as Stripe.Event
    const stranger = event('evt_stranger', { object: 'customer', id: 'cus_nobody' })
    const nobody = event('evt_nobody', { object: 'product', id: 'prod_1' })
    expect((await postEvent(t, stranger)).status).toBe(200)
    expect((await postEvent(t, nobody)).status).toBe(200)
    const outcomes = await t.ctx.db
      .select({ id: stripeEvents.id, outcome: stripeEvents.outcome })
      .from(stripeEvents)
    expect(outcomes).toContainEqual({ id: 'evt_stranger', outcome: 'unknown_customer' })
    expect(outcomes).toContainEqual({ id: 'evt_nobody', outcome: 'ignored' })
  })

  test('what a signed event claims is not believed', async () => {
    await checkoutUrl()
    const claim = {
      id: 'evt_claim',
      type: 'customer.subscription.updated',
      created: 1,
      data: { object: { object: 'subscription', customer: await customerOf(), status: 'active' } },
    } as unknown as Stripe.Event
    expect((await postEvent(t, claim)).status).toBe(200)
    await t.runJobs()
    expect(await access()).toEqual(CLOSED)
  })
})

describe('Stripe is away', () => {
  // A refusal for haste is not tried again by the client itself, so these tests are quick.
  const goAway = (scope?: string) => t.simulators.stripe.faults.arm('429', 1000, scope)

  test('before paying: the user is told and nothing is kept half', async () => {
    goAway()
    const answer = await person.send('POST', CHECKOUT, {})
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/Stripe no responde/) })
    t.simulators.stripe.faults.clear()
    await payAtStripe(await checkoutUrl())
    expect((await person.send('POST', ACTIVATE)).status).toBe(200)
  })

  test('after paying: a job opens the dashboard when Stripe is back', async () => {
    await payAtStripe(await checkoutUrl())
    goAway()
    expect((await person.send('POST', ACTIVATE)).status).toBe(503)
    expect(await access()).toEqual(CLOSED)
    t.simulators.stripe.faults.clear()
    await t.runJobs()
    expect(await access()).toEqual(PREMIUM)
  })

  test('while an event is worked on: the job tries again', async () => {
    await payAtStripe(await checkoutUrl())
    goAway(`/v1/customers/${await customerOf()}`)
    await events.deliver()
    await t.runJobs()
    expect(await access()).toEqual(CLOSED)
    t.simulators.stripe.faults.clear()
    t.clock.advance(60_000)
    await t.runJobs()
    expect(await access()).toEqual(PREMIUM)
  })

  test('the open dashboard stays open', async () => {
    await payAtStripe(await checkoutUrl())
    await person.send('POST', ACTIVATE)
    goAway(`/v1/customers/${await customerOf()}`)
    expect((await person.send('POST', ACTIVATE)).status).toBe(503)
    t.clock.advance(25 * 3_600_000)
    await t.runJobs()
    expect(await access()).toEqual(PREMIUM)
    expect((await person.get('/api/billing/subscription')).body).toMatchObject({
      status: 'active',
      isActive: true,
    })
  })
})

describe('an administrator', () => {
  test('opens the access without a subscription, and its end does not close it', async () => {
    const admin = await t.signIn({ role: 'admin' })
    await admin.send('PUT', `/api/admin/users/${person.userId}/status`, { status: true })
    await payAtStripe(await checkoutUrl())
    await person.send('POST', ACTIVATE)
    const [subscription] = await living()
    await stripeOf(t.ctx.config).subscriptions.cancel(subscription!.id)
    await events.deliver()
    await t.runJobs()
    expect(await access(), 'the plan ended with what paid for it').toEqual({
      isActive: true,
      plan: null,
    })
    expect((await person.get('/api/billing/subscription')).body).toMatchObject({
      isManual: true,
      status: 'canceled',
    })
  })

  test('closes it, and neither events nor paying open it again', async () => {
    const admin = await t.signIn({ role: 'admin' })
    await payAtStripe(await checkoutUrl())
    await person.send('POST', ACTIVATE)
    await admin.send('PUT', `/api/admin/users/${person.userId}/status`, { status: false })
    await events.deliver()
    await t.runJobs()
    expect((await person.send('POST', ACTIVATE)).status).toBe(403)
    expect((await person.send('POST', CHECKOUT, {})).status).toBe(403)
    expect(await access()).toMatchObject({ isActive: false })
  })
})
