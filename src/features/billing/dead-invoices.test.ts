import { expect, test } from 'vitest'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { deliverEvents, payAtStripe } from '../../../tests/pay-at-stripe.ts'
import { addCard, passDays, subscribedPerson } from '../../../tests/subscribed-person.ts'
import type { Invoice } from './contract/payments.ts'

const t = testApp({ simulators: { stripe: { webhookRetryMs: 20, dunningOutcome: 'canceled' } } })

test('what a subscription owed that Stripe ended for it can be paid no more, for nothing would open', async () => {
  deliverEvents(t)
  const person = await subscribedPerson(t)
  const { stripe } = t.simulators
  const open = async () =>
    await stripeOf(t.ctx.config).invoices.list({ customer: person.customerId, status: 'open' })
  const listed = async () => (await person.get('/api/billing/invoices')).body as Invoice[]
  await addCard(t, person, 'pm_card_chargeCustomerFail', true)
  await passDays(t, 22)
  expect((await listed())[0]).toMatchObject({ status: 'open', payUrl: expect.any(String) })
  stripe.faults.arm('500', 1000, '/void')
  for (let day = 0; day < 8; day++) await passDays(t, 1)
  expect((await open()).data).toHaveLength(1)
  const { body } = await person.send('POST', '/api/stripe/create-checkout-session', {})
  expect(body, 'Stripe is away, and no invoice is led to').not.toHaveProperty('url')
  stripe.faults.clear()
  const again = await person.send('POST', '/api/stripe/create-checkout-session', {})
  await payAtStripe((again.body as { url: string }).url)
  await passDays(t, 0.1)
  expect(await person.access()).toEqual({ isActive: true, plan: 'premium' })
  expect((await open()).data).toEqual([])
  expect((await listed()).map(({ status, payUrl }) => [status, payUrl])).toEqual([
    ['paid', null],
    ['void', null],
    ['paid', null],
  ])
})
