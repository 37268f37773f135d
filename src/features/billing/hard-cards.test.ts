import { beforeEach, describe, expect, test } from 'vitest'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { confirmAtStripe, deliverEvents } from '../../../tests/pay-at-stripe.ts'
import {
  addCard,
  passDays,
  retireEarlier,
  type Subscriber,
  subscribedPerson,
} from '../../../tests/subscribed-person.ts'
import type { Subscription } from './contract/subscription.ts'

const t = testApp({ simulators: { stripe: { webhookRetryMs: 20 } } })
beforeEach(async () => {
  await retireEarlier(t)
  deliverEvents(t)
})

const stripe = () => stripeOf(t.ctx.config)
const ALWAYS_ASKS = 'pm_card_authenticationRequired'
const ENTERPRISE = { plan: 'enterprise' }

const show = async (person: Subscriber) =>
  (await person.get('/api/billing/subscription')).body as Subscription

const upgrade = (person: Subscriber) => person.send('POST', '/api/billing/plan', ENTERPRISE)

async function waitingUpgrade(): Promise<Subscriber> {
  const person = await subscribedPerson(t)
  await addCard(t, person, ALWAYS_ASKS, true)
  const answer = await upgrade(person)
  expect(answer.status, answer.text).toBe(200)
  return person
}

describe('an upgrade whose payment the bank wants confirmed', () => {
  test('waits, says where and until when, and begins once it is confirmed', async () => {
    const person = await subscribedPerson(t)
    await addCard(t, person, ALWAYS_ASKS, true)
    const preview = await person.send('POST', '/api/billing/plan/preview', ENTERPRISE)
    const { dueNow, prorationDate } = preview.body as { dueNow: number; prorationDate: number }
    const answer = await person.send('POST', '/api/billing/plan', { ...ENTERPRISE, prorationDate })
    expect(answer.body).toMatchObject({
      message: expect.stringMatching(/^Falta confirmar el pago/),
      subscription: {
        plan: 'premium',
        pendingConfirmation: { plan: 'enterprise', planName: 'Enterprise', amount: dueNow },
      },
    })
    expect(await person.access()).toEqual({ isActive: true, plan: 'premium' })
    const { pendingConfirmation } = await show(person)
    const hours =
      (new Date(pendingConfirmation!.until).getTime() - t.clock.now().getTime()) / 3_600_000
    expect(hours).toBeGreaterThan(22)
    expect(hours).toBeLessThan(23.1)
    await confirmAtStripe(t, pendingConfirmation!.confirmUrl)
    expect(await person.access()).toEqual({ isActive: true, plan: 'enterprise' })
    expect(await show(person)).toMatchObject({ plan: 'enterprise', pendingConfirmation: null })
    const { metadata } = await stripe().subscriptions.retrieve(person.subscriptionId)
    expect(metadata.plan).toBe('enterprise')
    const [invoice] = (await person.get('/api/billing/invoices')).body as object[]
    expect(invoice).toMatchObject({ amount: dueNow, status: 'paid' })
  })

  test('refused at the bank it still waits, and can be tried again', async () => {
    const person = await waitingUpgrade()
    const { confirmUrl } = (await show(person)).pendingConfirmation!
    await confirmAtStripe(t, confirmUrl, 'fail')
    expect(await show(person)).toMatchObject({ plan: 'premium' })
    await confirmAtStripe(t, confirmUrl)
    expect(await show(person)).toMatchObject({ plan: 'enterprise' })
  })

  test('no second change meanwhile, here or at Stripe', async () => {
    const person = await waitingUpgrade()
    for (const plan of ['enterprise', 'basic']) {
      const answer = await person.send('POST', '/api/billing/plan', { plan })
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ message: expect.stringMatching(/Confírmalo o déjalo/) })
    }
    const { items } = await stripe().subscriptions.retrieve(person.subscriptionId)
    await expect(
      stripe().subscriptions.update(person.subscriptionId, {
        items: [{ id: items.data[0]!.id, price: t.ctx.config.stripe.prices.basic }],
      }),
    ).rejects.toThrow(/pending update/)
  })

  test('given up: nothing is owed, and the next try is a new one', async () => {
    const person = await waitingUpgrade()
    const answer = await person.send('DELETE', '/api/billing/plan/pending')
    expect(answer.body).toMatchObject({ subscription: { pendingConfirmation: null } })
    const [invoice] = (await person.get('/api/billing/invoices')).body as object[]
    expect(invoice).toMatchObject({ status: 'void' })
    await addCard(t, person, 'pm_card_visa', true)
    expect((await upgrade(person)).body).toMatchObject({ subscription: { plan: 'enterprise' } })
  })

  test('left alone it is dropped after a day', async () => {
    const person = await waitingUpgrade()
    await passDays(t, 1)
    expect(await show(person)).toMatchObject({ plan: 'premium', pendingConfirmation: null })
    expect(t.simulators.stripe.events().map(({ type }) => type)).toContain(
      'customer.subscription.pending_update_expired',
    )
  })

  test('who cancels meanwhile gives it up', async () => {
    const person = await waitingUpgrade()
    const answer = await person.send('POST', '/api/billing/cancel', {})
    expect(answer.body).toMatchObject({
      subscription: { cancelAtPeriodEnd: true, pendingConfirmation: null, plan: 'premium' },
    })
  })
})

test('Stripe’s pages offer cards only', async () => {
  const buyer = await t.signIn({ isActive: false, plan: null })
  const paying = await buyer.send('POST', '/api/stripe/create-checkout-session', {})
  const storing = await buyer.send('POST', '/api/billing/payment-methods')
  for (const { body } of [paying, storing]) {
    const id = (body as { url: string }).url.split('/').at(-1) ?? ''
    expect(await stripe().checkout.sessions.retrieve(id)).toMatchObject({
      allowed_payment_method_types: ['card'],
      wallet_options: { link: { display: 'never' } },
    })
  }
})

test('a cancellation made in Stripe’s portal is taken back here', async () => {
  const person = await subscribedPerson(t)
  const { body } = await person.send('POST', '/api/billing/portal')
  await fetch((body as { url: string }).url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'cancel', subscription: person.subscriptionId }),
    redirect: 'manual',
  })
  await t.simulators.stripe.settled()
  await t.runJobs()
  const cancelled = await stripe().subscriptions.retrieve(person.subscriptionId)
  expect(cancelled).toMatchObject({ cancel_at_period_end: false, cancel_at: expect.any(Number) })
  expect(await show(person)).toMatchObject({ cancelAtPeriodEnd: true, nextBillingAt: null })
  const answer = await person.send('POST', '/api/billing/resume')
  expect(answer.body).toMatchObject({ subscription: { cancelAtPeriodEnd: false } })
  expect(await stripe().subscriptions.retrieve(person.subscriptionId)).toMatchObject({
    cancel_at: null,
  })
  await expect(
    stripe().subscriptions.update(person.subscriptionId, {
      cancel_at: '',
      cancel_at_period_end: false,
    }),
  ).rejects.toThrow(/only one/)
})
