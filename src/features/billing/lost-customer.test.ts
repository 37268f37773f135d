import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { holdEvents, postEvent } from '../../../tests/pay-at-stripe.ts'
import { subscribedPerson } from '../../../tests/subscribed-person.ts'

const t = testApp()

test.each([
  ['buys again', 'POST', '/api/stripe/create-checkout-session', {}],
  ['stores a card', 'POST', '/api/billing/payment-methods', {}],
  ['gives a tax id', 'PUT', '/api/billing/tax-details', { taxId: 'B12345674' }],
] as const)(
  'who was deleted at Stripe, while no event told of it, %s at the first click',
  async (_what, method, path, body) => {
    holdEvents(t)
    const person = await subscribedPerson(t)
    await stripeOf(t.ctx.config).customers.del(person.customerId)
    const answer = await person.send(method, path, body)
    expect(answer.status, answer.text).toBe(200)
    expect(await person.access()).toEqual({ isActive: false, plan: null })
  },
)

test('a payment that is disputed at the bank is told to the administrators, once', async () => {
  const admin = await t.signIn({ role: 'admin' })
  const dispute = {
    id: 'du_1',
    object: 'dispute',
    amount: 2900,
    currency: 'eur',
    reason: 'fraudulent',
    livemode: true,
    evidence_details: { due_by: Date.UTC(2026, 11, 9) / 1000 },
  }
  const event = {
    id: 'evt_dispute',
    object: 'event',
    type: 'charge.dispute.created',
    created: 1,
    data: { object: dispute },
  } as unknown as Stripe.Event
  for (let time = 0; time < 2; time++) expect((await postEvent(t, event)).status).toBe(200)
  await t.runJobs()
  const mails = t.simulators.smtp.outbox().filter(({ to }) => to === admin.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Un cliente ha reclamado un pago a su banco',
  ])
  expect(mails[0]?.text).toMatch(/reclama 29,00\s€.*antes del 9 dic 2026/s)
  expect(mails[0]?.links).toContain('https://dashboard.stripe.com/disputes/du_1')
})
