import { beforeEach, describe, expect, test } from 'vitest'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { confirmAtStripe, deliverEvents, payAtStripe } from '../../../tests/pay-at-stripe.ts'
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

const show = async (person: Subscriber) =>
  (await person.get('/api/billing/subscription')).body as Subscription

describe('a debt and another card', () => {
  const settle = async (person: Subscriber, card: string) =>
    await person.send('POST', `/api/billing/payment-methods/${card}/default`)

  async function owing(days: number): Promise<Subscriber> {
    const person = await subscribedPerson(t)
    await addCard(t, person, 'pm_card_chargeCustomerFail', true)
    const { items } = await stripe().subscriptions.retrieve(person.subscriptionId)
    const leftMs = items.data[0]!.current_period_end * 1000 - t.clock.now().getTime()
    await passDays(t, leftMs / 86_400_000 + days)
    return person
  }

  test.each([
    ['in grace', 1, 'past_due'],
    ['after grace', 9, 'unpaid'],
    ['after another period', 40, 'unpaid'],
  ])('%s a new default card pays it, and the next renewal', async (_when, days, status) => {
    const person = await owing(days)
    expect(await show(person)).toMatchObject({ status })
    const answer = await settle(person, await addCard(t, person, 'pm_card_visa'))
    expect(answer.body).toMatchObject({
      message: expect.stringMatching(/lo pendiente está pagado/),
      payUrl: null,
    })
    expect(await person.access()).toEqual({ isActive: true, plan: 'premium' })
    const open = await stripe().invoices.list({ customer: person.customerId, status: 'open' })
    expect(open.data).toEqual([])
    await passDays(t, 31)
    const closed = person.mails().filter((subject) => /está cerrado/.test(subject))
    expect(closed).toHaveLength(status === 'unpaid' ? 1 : 0)
    expect(await show(person)).toMatchObject({ status: 'active', payUrl: null })
  })

  test('pays what the subscription in force owes, and nothing of one that has ended', async () => {
    const person = await owing(1)
    await stripe().subscriptions.cancel(person.subscriptionId)
    await passDays(t, 1)
    const { body } = await person.send('POST', '/api/stripe/create-checkout-session', {})
    await payAtStripe((body as { url: string }).url)
    await t.runJobs()
    const { data } = await stripe().subscriptions.list({ customer: person.customerId })
    const again = { ...person, subscriptionId: data[0]!.id }
    await addCard(t, again, 'pm_card_chargeCustomerFail', true)
    await passDays(t, 32)
    expect(await show(person)).toMatchObject({ status: 'past_due' })
    await settle(person, await addCard(t, person, 'pm_card_visa'))
    const open = await stripe().invoices.list({ customer: person.customerId, status: 'open' })
    expect(open.data).toEqual([])
    const all = await stripe().invoices.list({ subscription: person.subscriptionId })
    expect(all.data.map(({ status }) => status)).toEqual(['void', 'paid'])
    expect(await show(person)).toMatchObject({ status: 'active' })
  })

  test('nothing is owed any more once the subscription is cancelled, as its dialog says', async () => {
    const person = await owing(1)
    expect((await person.send('POST', '/api/billing/cancel', {})).status).toBe(200)
    const { data } = await stripe().invoices.list({ customer: person.customerId })
    expect(data.map(({ status }) => status)).toEqual(['void', 'paid'])
  })

  test('nor where Stripe went away in the middle of it', async () => {
    const person = await owing(1)
    const { faults } = t.simulators.stripe
    faults.arm('500', 3, '/void')
    expect((await person.send('POST', '/api/billing/cancel', {})).status).toBe(200)
    faults.clear()
    await passDays(t, 1)
    const { data } = await stripe().invoices.list({ customer: person.customerId })
    expect(data.map(({ status }) => status)).toEqual(['void', 'paid'])
  })

  test('one that must be confirmed leads to the invoice, whose card is kept', async () => {
    const person = await owing(9)
    const answer = await settle(person, await addCard(t, person, ALWAYS_ASKS))
    const { payUrl, message } = answer.body as { payUrl: string; message: string }
    expect(message).toMatch(/sigue sin pagar\. Tu banco pide confirmar/)
    expect(await person.access()).toEqual({ isActive: false, plan: null })
    await confirmAtStripe(t, payUrl)
    expect(await person.access()).toEqual({ isActive: true, plan: 'premium' })
  })

  test('one that is refused as well says so and changes nothing of the debt', async () => {
    const person = await owing(1)
    const answer = await settle(person, await addCard(t, person, 'pm_card_chargeCustomerFail'))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      message: expect.stringMatching(/sigue sin pagar\. Tu banco ha rechazado/),
      payUrl: expect.stringContaining('/i/'),
    })
    expect(await show(person)).toMatchObject({ status: 'past_due' })
  })
})
