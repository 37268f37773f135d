import { expect, test } from 'vitest'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { holdEvents } from '../../../tests/pay-at-stripe.ts'
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
