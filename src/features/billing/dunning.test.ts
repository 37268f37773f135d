import { beforeEach, describe, expect, test } from 'vitest'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { deliverEvents, payAtStripe } from '../../../tests/pay-at-stripe.ts'
import {
  addCard,
  passDays,
  retireEarlier,
  type Subscriber,
  subscribedPerson,
} from '../../../tests/subscribed-person.ts'
import type { PaymentMethod } from './contract/payments.ts'

const t = testApp({ simulators: { stripe: { webhookRetryMs: 20 } } })
beforeEach(async () => {
  await retireEarlier(t)
  deliverEvents(t)
})

const OPEN = { isActive: true, plan: 'premium' }
const CLOSED = { isActive: false, plan: null }

/** Ten days into the month with a card that will be refused, one hour before the renewal. */
async function aboutToFail(): Promise<Subscriber> {
  const person = await subscribedPerson(t)
  await addCard(t, person, 'pm_card_chargeCustomerFail', true)
  const { items } = await stripeOf(t.ctx.config).subscriptions.retrieve(person.subscriptionId)
  const leftMs = items.data[0]!.current_period_end * 1000 - t.clock.now().getTime()
  await passDays(t, (leftMs - 3_600_000) / 86_400_000)
  return person
}

const show = async (person: Subscriber) =>
  (await person.get('/api/billing/subscription')).body as {
    status: string
    graceUntil: string | null
    payUrl: string | null
  }

describe('a renewal that fails', () => {
  test('seven days of grace with two mails, then the dashboard closes', async () => {
    const person = await aboutToFail()
    await passDays(t, 1)
    expect(await person.access()).toEqual(OPEN)
    const { status, graceUntil, payUrl } = await show(person)
    expect(status).toBe('past_due')
    expect(payUrl).toContain('http')
    const days = (new Date(graceUntil ?? 0).getTime() - t.clock.now().getTime()) / 86_400_000
    expect(days).toBeGreaterThan(6)
    expect(days).toBeLessThan(6.1)
    expect(person.mails()).toEqual(['No hemos podido cobrar tu suscripción a Pujante'])
    await passDays(t, 3)
    expect(person.mails()).toHaveLength(1)
    await passDays(t, 1.5)
    expect(person.mails().at(-1)).toBe('Tu acceso a Pujante está a punto de cerrarse')
    expect(await person.access()).toEqual(OPEN)
    await passDays(t, 2)
    expect(await person.access()).toEqual(CLOSED)
    expect(person.mails()).toHaveLength(3)
    expect((await person.get('/api/google-accounts')).status).toBe(403)
  })

  test('the grace ends by the clock even when no event tells', async () => {
    const person = await aboutToFail()
    await passDays(t, 1)
    t.simulators.stripe.faults.arm('429', 1000, `/v1/customers/${person.customerId}`)
    t.clock.advance(7 * 86_400_000)
    await t.runJobs()
    t.simulators.stripe.faults.clear()
    expect(await person.access()).toEqual(CLOSED)
  })

  test('paying with another card opens again and ends the grace', async () => {
    const person = await aboutToFail()
    await passDays(t, 1)
    const refused = await person.send('POST', '/api/billing/pay')
    expect(refused.status).toBe(409)
    await addCard(t, person, 'pm_card_visa', true)
    const answer = await person.send('POST', '/api/billing/pay')
    expect(answer.body).toMatchObject({
      message: 'Pago realizado.',
      subscription: { status: 'active', graceUntil: null, payUrl: null },
    })
    expect((await person.send('POST', '/api/billing/pay')).status).toBe(409)
    await passDays(t, 8)
    expect(await person.access()).toEqual(OPEN)
  })

  test('after the end the invoice is what the payment button leads to', async () => {
    const person = await aboutToFail()
    await passDays(t, 9)
    expect(await show(person)).toMatchObject({ status: 'unpaid' })
    expect(await person.access()).toEqual(CLOSED)
    const { payUrl } = await show(person)
    const answer = await person.send('POST', '/api/stripe/create-checkout-session', {})
    expect(answer.body).toEqual({ url: payUrl })
    await addCard(t, person, 'pm_card_visa', true)
    expect((await person.send('POST', '/api/billing/pay')).status).toBe(200)
    expect(await person.access()).toEqual(OPEN)
  })

  test('the plan cannot be changed, the subscription can be left', async () => {
    const person = await aboutToFail()
    await passDays(t, 1)
    for (const path of ['/api/billing/plan/preview', '/api/billing/plan']) {
      const answer = await person.send('POST', path, { plan: 'basic' })
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ message: expect.stringMatching(/pago pendiente/) })
    }
    const answer = await person.send('POST', '/api/billing/cancel', {})
    expect(answer.body).toMatchObject({ subscription: { status: 'canceled', isActive: false } })
  })
})

test('a renewal is charged, and the next date is Stripe’s', async () => {
  const person = await subscribedPerson(t)
  await passDays(t, 25)
  const { items } = await stripeOf(t.ctx.config).subscriptions.retrieve(person.subscriptionId)
  expect(await show(person)).toMatchObject({
    nextBillingAt: new Date(items.data[0]!.current_period_end * 1000).toISOString(),
  })
  expect((await person.get('/api/billing/invoices')).body).toHaveLength(2)
})

test('a card that expires within a month is announced once, and another ends it', async () => {
  const person = await subscribedPerson(t)
  const now = t.clock.now()
  const expiry = `${now.getUTCMonth() + 1}/${now.getUTCFullYear() % 100}`
  const { body } = await person.send('POST', '/api/billing/payment-methods')
  const back = await payAtStripe((body as { url: string }).url, { expiry })
  expect(back).toContain('/dashboard/settings?tab=payments&card=added')
  const cards = (await person.get('/api/billing/payment-methods')).body as PaymentMethod[]
  const card = cards.find((one) => !one.isDefault)
  expect(card?.expiry).toBe('expires_soon')
  await person.send('POST', `/api/billing/payment-methods/${card?.id}/default`)
  await passDays(t, 0.1)
  await passDays(t, 0.1)
  expect(person.mails()).toEqual(['La tarjeta de tu suscripción a Pujante caduca pronto'])
  const shown = await person.get('/api/billing/subscription')
  expect(shown.body).toMatchObject({ cardExpiry: { state: 'expires_soon' } })
})
