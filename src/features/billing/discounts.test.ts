import { desc } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { invoiceOutbox } from '#platform/db/schema/billing.ts'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { deliverEvents, payAtStripe } from '../../../tests/pay-at-stripe.ts'
import { passDays, retireEarlier, subscribedPerson } from '../../../tests/subscribed-person.ts'
import type { PlanPreview, Subscription } from './contract/subscription.ts'

const t = testApp({
  environment: {
    STRIPE_PROMOTION_CODES: '1',
    STRIPE_PRICE_PREMIUM_YEAR: 'price_premium_year',
    INVOICE_SERIES: 'P',
  },
  simulators: { stripe: { webhookRetryMs: 20 } },
})
beforeEach(async () => {
  await retireEarlier(t)
  deliverEvents(t)
})

const stripe = () => stripeOf(t.ctx.config)
type Asker = Pick<Awaited<ReturnType<typeof t.signIn>>, 'get' | 'send'>
const subscriptionOf = async (person: Asker) =>
  (await person.get('/api/billing/subscription')).body as Subscription
const chargesOf = async (person: Asker) =>
  ((await person.get('/api/billing/invoices')).body as { amount: number }[]).map(
    ({ amount }) => amount,
  )

/** Who has typed the code on Stripe's page. */
async function buyerWith(code: string, wish: object = { plan: 'premium' }) {
  const person = await t.signIn({ isActive: false, plan: null })
  const { body } = await person.send('POST', '/api/stripe/create-checkout-session', wish)
  await payAtStripe((body as { url: string }).url, { promotion_code: code })
  await person.send('POST', '/api/auth/activate-subscription')
  const mails = () => t.simulators.smtp.outbox().filter(({ to }) => to === person.email)
  return { ...person, mails }
}

async function change(person: Asker, wanted: object): Promise<PlanPreview> {
  const shown = (await person.send('POST', '/api/billing/plan/preview', wanted)).body as PlanPreview
  const { prorationDate } = shown
  const done = await person.send('POST', '/api/billing/plan', { ...wanted, prorationDate })
  expect(done.status, JSON.stringify(done.body)).toBe(200)
  await t.simulators.stripe.settled()
  await t.runJobs()
  return shown
}

/** The amount that the settings name for the next charge, and that it was charged. */
async function expectCharged(person: Asker, amounts: number[]) {
  for (const amount of amounts) {
    const { discounted, price } = await subscriptionOf(person)
    expect(discounted?.price.amount ?? price?.amount).toBe(amount)
    await passDays(t, 31)
    expect((await chargesOf(person))[0]).toBe(amount)
  }
}

describe('the settings name what is charged next', () => {
  test('half of it for three months, then the whole', async () => {
    const person = await buyerWith('BIENVENIDA')
    expect(await chargesOf(person)).toEqual([14.5])
    const bought = await subscriptionOf(person)
    expect(bought.discounted).toMatchObject({
      price: { amount: 14.5, withoutTax: 11.98, withTax: 14.5 },
      label: '50 %',
      code: 'BIENVENIDA',
      lasts: 'until',
      after: { amount: 29 },
    })
    await expectCharged(person, [14.5])
    expect((await subscriptionOf(person)).discounted).toMatchObject({ lasts: 'once', until: null })
    await expectCharged(person, [14.5, 29, 29])
  })

  test('an amount off the first charge alone is no longer named after it', async () => {
    const person = await buyerWith('PRIMERA5')
    expect(await chargesOf(person)).toEqual([24])
    expect(await subscriptionOf(person)).toMatchObject({ discounted: null, price: { amount: 29 } })
    await expectCharged(person, [29])
  })

  test('a share for ever, of every plan and of a year as well', async () => {
    const person = await buyerWith('SIEMPRE20')
    const { plans, discounted } = await subscriptionOf(person)
    expect(discounted).toMatchObject({ lasts: 'forever', after: null })
    expect(plans.map((plan) => plan.discounted?.price.amount)).toEqual([7.2, 23.2, 79.2])
    expect(plans[1]?.yearDiscounted?.price).toMatchObject({ amount: 232, interval: 'year' })
    await expectCharged(person, [23.2, 23.2])
  })

  test('what the operator gives to some products only is named for these', async () => {
    const { subscriptionId, ...person } = await subscribedPerson(t)
    await stripe().coupons.create({
      id: 'regalo-premium',
      amount_off: 1000,
      currency: 'eur',
      duration: 'forever',
      applies_to: { products: ['prod_premium'] },
    })
    await stripe().subscriptions.update(subscriptionId, {
      discounts: [{ coupon: 'regalo-premium' }],
    })
    await t.simulators.stripe.settled()
    await t.runJobs()
    const { plans, discounted } = await subscriptionOf(person)
    expect(discounted).toMatchObject({ label: '10,00\u00a0€', code: null, price: { amount: 19 } })
    expect(plans.map((plan) => plan.discounted?.price.amount ?? null)).toEqual([null, 19, null])
    await expectCharged(person, [19])
  })
})

describe('a change of plan', () => {
  test('card and dialog name the same, also of a discount that the change itself uses up', async () => {
    const { subscriptionId, ...person } = await subscribedPerson(t, { plan: 'basic' })
    const coupon = 'una-vez'
    await stripe().coupons.create({
      id: coupon,
      amount_off: 500,
      currency: 'eur',
      duration: 'once',
    })
    await stripe().subscriptions.update(subscriptionId, { discounts: [{ coupon }] })
    await t.simulators.stripe.settled()
    await t.runJobs()
    const { plans } = await subscriptionOf(person)
    expect(plans.map((plan) => plan.discounted?.price.amount ?? null)).toEqual([4, null, null])
    expect(await change(person, { plan: 'premium' })).toMatchObject({
      price: { amount: 29 },
      discounted: null,
    })
    await expectCharged(person, [29])
  })

  test('upgrade: what is shown is charged today, and later', async () => {
    const person = await buyerWith('BIENVENIDA')
    await passDays(t, 10)
    const shown = await change(person, { plan: 'enterprise' })
    expect(shown).toMatchObject({ price: { amount: 99 }, discounted: { price: { amount: 49.5 } } })
    expect(shown.dueNow).toBeLessThan(35)
    expect(await chargesOf(person)).toEqual([shown.dueNow, 14.5])
    await expectCharged(person, [49.5])
  })

  test('to the year: half of the first is charged, and the second is named whole', async () => {
    const person = await buyerWith('BIENVENIDA')
    const { plans } = await subscriptionOf(person)
    expect(plans[1]?.yearDiscounted).toMatchObject({ lasts: 'once', price: { amount: 145 } })
    const shown = await change(person, { plan: 'premium', interval: 'year' })
    expect(shown).toMatchObject({ dueNow: 130.5, discounted: null, price: { amount: 290 } })
    expect(await chargesOf(person)).toEqual([130.5, 14.5])
    expect(await subscriptionOf(person)).toMatchObject({ interval: 'year', discounted: null })
  })

  test.each([
    ['a smaller plan', { plan: 'basic' }, {}, 7.2, 31],
    ['months again', { plan: 'premium', interval: 'month' }, { interval: 'year' }, 23.2, 367],
  ])(
    '%s keeps the discount when it begins',
    async (_what, wanted, bought, amount, days) => {
      const person = await buyerWith('SIEMPRE20', { plan: 'premium', ...bought })
      const shown = await change(person, wanted)
      expect(shown.discounted).toMatchObject({ price: { amount } })
      const { pendingChange } = await subscriptionOf(person)
      expect(pendingChange).toMatchObject({ discounted: { price: { amount }, lasts: 'forever' } })
      await passDays(t, days)
      expect((await chargesOf(person))[0]).toBe(amount)
      expect(await subscriptionOf(person)).toMatchObject({ discounted: { price: { amount } } })
      // A year goes by, on a machine that may be busy.
    },
    60_000,
  )
})

test('receipt and invoice of our own say what the discount took off', async () => {
  const person = await buyerWith('BIENVENIDA')
  await t.simulators.stripe.settled()
  await t.runJobs()
  const receipt = person.mails().find(({ subject }) => subject.includes('Recibo'))
  expect(receipt?.text).toMatch(/hemos cobrado 14,50\s€/)
  expect(receipt?.text).toMatch(/Antes del descuento eran 29,00\s€/)
  expect(receipt?.text).toMatch(/Base imponible 11,98\s€, IVA 21 % 2,52\s€, total 14,50\s€/)
  const [row] = await t.ctx.db
    .select()
    .from(invoiceOutbox)
    .orderBy(desc(invoiceOutbox.number))
    .limit(1)
  expect(row).toMatchObject({ baseCents: 1198, quotaCents: 252, totalCents: 1450 })
  expect(row?.description).toMatch(/descuento de 14,50\s€/)
})
