import { beforeEach, expect, test } from 'vitest'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { deliverEvents } from '../../../tests/pay-at-stripe.ts'
import { passDays, subscribedPerson } from '../../../tests/subscribed-person.ts'

const t = testApp({ simulators: { stripe: { webhookRetryMs: 20 } } })
beforeEach(() => deliverEvents(t))

const stripe = () => stripeOf(t.ctx.config)

/** As a person of ours would at Stripe's dashboard, past the product. */
async function movePrice(subscriptionId: string, price: string) {
  const { items } = await stripe().subscriptions.retrieve(subscriptionId)
  await stripe().subscriptions.update(subscriptionId, {
    items: [{ id: items.data[0]!.id, price }],
    proration_behavior: 'none',
  })
}

test('another plan given at Stripe’s dashboard holds here, is told once and charged as there', async () => {
  const person = await subscribedPerson(t, { plan: 'premium' })
  await movePrice(person.subscriptionId, 'price_basic')
  await t.simulators.stripe.settled()
  await t.runJobs()
  expect(await person.access()).toEqual({ isActive: true, plan: 'basic' })
  const shown = (await person.get('/api/billing/subscription')).body
  expect(shown).toMatchObject({ plan: 'basic', price: { amount: 9 }, pendingChange: null })
  await t.runJobs()
  const changed = person
    .mails()
    .filter((subject) => subject === 'Tu plan de Pujante es ahora Básico')
  expect(changed).toHaveLength(1)
})

test('a price that is none of ours keeps the plan that was bought, and shows what Stripe charges', async () => {
  const person = await subscribedPerson(t, { plan: 'premium' })
  // No price of a plan here, since no years are sold: as one made at the dashboard.
  await movePrice(person.subscriptionId, 'price_enterprise_year')
  await t.simulators.stripe.settled()
  await t.runJobs()
  expect(await person.access()).toEqual({ isActive: true, plan: 'premium' })
  const shown = (await person.get('/api/billing/subscription')).body
  expect(shown).toMatchObject({ plan: 'premium', price: { amount: 990, interval: 'year' } })
  await passDays(t, 1)
  expect(await person.access()).toEqual({ isActive: true, plan: 'premium' })
})
