import { beforeEach, describe, expect, test } from 'vitest'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { confirmAtStripe, deliverEvents, payAtStripe } from '../../../tests/pay-at-stripe.ts'
import {
  passDays,
  retireEarlier,
  type Subscriber,
  subscribedPerson,
} from '../../../tests/subscribed-person.ts'
import { canCancel, type PlanPreview, type Subscription } from './contract/subscription.ts'

const t = testApp({
  environment: {
    STRIPE_PRICE_BASIC_YEAR: 'price_basic_year',
    STRIPE_PRICE_PREMIUM_YEAR: 'price_premium_year',
  },
  simulators: { stripe: { webhookRetryMs: 20 } },
})
beforeEach(async () => {
  await retireEarlier(t)
  deliverEvents(t)
})

const stripe = () => stripeOf(t.ctx.config)
type Asker = Pick<Subscriber, 'get' | 'send'>
const subscriptionOf = async (person: Asker) =>
  (await person.get('/api/billing/subscription')).body as Subscription
const invoicesOf = async (person: Asker) =>
  ((await person.get('/api/billing/invoices')).body as { amount: number; status: string }[]).map(
    ({ amount }) => amount,
  )
/** In a year, to the day. */
function inAYear(): string {
  const day = t.clock.now()
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  return day.toISOString().slice(0, 10)
}

async function preview(person: Asker, wanted: object): Promise<PlanPreview> {
  const { status, body } = await person.send('POST', '/api/billing/plan/preview', wanted)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as PlanPreview
}

async function change(person: Asker, wanted: object): Promise<Subscription> {
  const { status, body } = await person.send('POST', '/api/billing/plan', wanted)
  expect(status, JSON.stringify(body)).toBe(200)
  await t.simulators.stripe.settled()
  await t.runJobs()
  return (body as { subscription: Subscription }).subscription
}

/** Premium by the year, since today. */
async function yearlyPerson(): Promise<Asker & { email: string; customer: () => Promise<string> }> {
  const person = await t.signIn({ isActive: false, plan: null })
  const wish = { plan: 'premium', interval: 'year' }
  const { body } = await person.send('POST', '/api/stripe/create-checkout-session', wish)
  await payAtStripe((body as { url: string }).url)
  await person.send('POST', '/api/auth/activate-subscription')
  const customer = async () =>
    (await stripe().customers.list({ email: person.email })).data[0]?.id ?? ''
  return { ...person, customer }
}

describe('paid by the year', () => {
  test('is offered where it is configured, bought at its price and renewed after a year', async () => {
    const person = await yearlyPerson()
    const bought = await subscriptionOf(person)
    expect(bought).toMatchObject({
      plan: 'premium',
      interval: 'year',
      takesCodes: false,
      discounted: null,
      price: { amount: 290, interval: 'year', withoutTax: 239.67 },
    })
    expect(bought.plans.map(({ yearPrice }) => yearPrice?.amount ?? null)).toEqual([90, 290, null])
    expect(bought.nextBillingAt?.slice(0, 10)).toBe(inAYear())
    expect(await invoicesOf(person)).toEqual([290])
    await passDays(t, 367)
    expect(await invoicesOf(person)).toEqual([290, 290])
    expect(await subscriptionOf(person)).toMatchObject({ interval: 'year', isActive: true })
  })

  test('from the month on: what is shown is charged, and the year begins at once', async () => {
    const person = await subscribedPerson(t, { daysAgo: 10 })
    const before = await invoicesOf(person)
    const shown = await preview(person, { plan: 'premium', interval: 'year' })
    expect(shown).toMatchObject({ kind: 'upgrade', changesInterval: true, price: { amount: 290 } })
    expect(shown.dueNow).toBeGreaterThan(260)
    expect(shown.dueNow).toBeLessThan(290)
    expect(shown.nextBillingAt.slice(0, 10)).toBe(inAYear())
    const { prorationDate } = shown
    const after = await change(person, { plan: 'premium', interval: 'year', prorationDate })
    expect(after).toMatchObject({ plan: 'premium', interval: 'year', price: { amount: 290 } })
    expect(after.nextBillingAt?.slice(0, 10)).toBe(shown.nextBillingAt.slice(0, 10))
    expect(await invoicesOf(person)).toEqual([shown.dueNow, ...before])
    expect(person.mails()).toContain('Tu plan de Pujante es ahora Premium anual')
    await passDays(t, 40)
    expect(await invoicesOf(person), 'no month is charged besides').toHaveLength(before.length + 1)
  })

  test('with a card that asks the bank, the year waits for its owner', async () => {
    const person = await subscribedPerson(t)
    const asks = await stripe().paymentMethods.attach('pm_card_authenticationRequired', {
      customer: person.customerId,
    })
    await stripe().subscriptions.update(person.subscriptionId, { default_payment_method: asks.id })
    const waiting = await change(person, { plan: 'premium', interval: 'year' })
    expect(waiting).toMatchObject({
      interval: 'month',
      pendingConfirmation: { planName: 'Premium anual' },
    })
    await confirmAtStripe(t, waiting.pendingConfirmation!.confirmUrl)
    const after = await subscriptionOf(person)
    expect(after).toMatchObject({ interval: 'year', pendingConfirmation: null })
    expect(after.nextBillingAt?.slice(0, 10)).toBe(inAYear())
  })
})

describe('back to the month', () => {
  test('waits for the end of the year that is paid, and is charged by the month from then on', async () => {
    const person = await yearlyPerson()
    const shown = await preview(person, { plan: 'premium', interval: 'month' })
    expect(shown).toMatchObject({ kind: 'downgrade', dueNow: 0, price: { amount: 29 } })
    const waiting = await change(person, { plan: 'premium', interval: 'month' })
    expect(waiting).toMatchObject({
      interval: 'year',
      price: { amount: 290 },
      pendingChange: { planName: 'Premium', price: { amount: 29, interval: 'month' } },
    })
    expect(waiting.pendingChange!.at.slice(0, 10)).toBe(inAYear())
    await passDays(t, 367)
    expect(await invoicesOf(person)).toEqual([29, 290])
    const after = await subscriptionOf(person)
    expect(after).toMatchObject({ interval: 'month', price: { amount: 29 }, pendingChange: null })
    await passDays(t, 31)
    expect(await invoicesOf(person)).toEqual([29, 29, 290])
  })

  test('is taken back, and does not stand in the way of a cancellation', async () => {
    const person = await yearlyPerson()
    await change(person, { plan: 'basic', interval: 'month' })
    expect((await subscriptionOf(person)).pendingChange).toMatchObject({ planName: 'Básico' })
    await person.send('DELETE', '/api/billing/plan/pending')
    expect(await subscriptionOf(person)).toMatchObject({ pendingChange: null, interval: 'year' })
    await change(person, { plan: 'basic', interval: 'month' })
    expect((await person.send('POST', '/api/billing/cancel', {})).status).toBe(200)
    expect(await subscriptionOf(person)).toMatchObject({ cancelAtPeriodEnd: true })
    await passDays(t, 367)
    expect(await subscriptionOf(person)).toMatchObject({ status: 'canceled', isActive: false })
    expect(await invoicesOf(person)).toEqual([290])
  })

  test('goes on where a change broke off between its two calls', async () => {
    const person = await yearlyPerson()
    const { data } = await stripe().subscriptions.list({ customer: await person.customer() })
    await stripe().subscriptionSchedules.create({ from_subscription: data[0]!.id })
    await t.runJobs()
    const waiting = await change(person, { plan: 'premium', interval: 'month' })
    expect(waiting.pendingChange).toMatchObject({ planName: 'Premium' })
  })
})

test('less by the year is charged with the next year', async () => {
  const person = await yearlyPerson()
  const waiting = await change(person, { plan: 'basic', interval: 'year' })
  expect(waiting).toMatchObject({
    plan: 'premium',
    price: { amount: 290 },
    pendingChange: { planName: 'Básico anual', price: { amount: 90 } },
  })
  await passDays(t, 367)
  expect(await invoicesOf(person)).toEqual([90, 290])
  expect(await subscriptionOf(person)).toMatchObject({ plan: 'basic', interval: 'year' })
})

describe('what is told beforehand', () => {
  const mailOf = (person: { email: string }, subject: RegExp) =>
    t.simulators.smtp
      .outbox()
      .filter((mail) => mail.to === person.email && subject.test(mail.subject))

  test('another year, with its amount and the way out, three weeks before it is charged', async () => {
    const person = await yearlyPerson()
    await passDays(t, 340)
    expect(mailOf(person, /se renueva/)).toEqual([])
    await passDays(t, 6)
    await passDays(t, 1)
    const told = mailOf(person, /Tu suscripción anual a Pujante se renueva el/)
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toMatch(/Premium anual y se cobra: 290,00\s€, IVA incluido\./)
    expect(told[0]?.text).toContain('cancela antes de ese día')
  })

  test('no other year to who pays by the month and has a first one waiting', async () => {
    const person = await subscribedPerson(t)
    const waiting = await change(person, { plan: 'basic', interval: 'year' })
    expect(waiting).toMatchObject({
      interval: 'month',
      pendingChange: { planName: 'Básico anual' },
    })
    await passDays(t, 1)
    await passDays(t, 1)
    expect(mailOf(person, /pasará a Básico anual/)).toHaveLength(1)
    expect(mailOf(person, /se renueva/)).toEqual([])
  })

  test('an end set in Stripe’s dashboard is shown and told as that day, and what is charged until then', async () => {
    const person = await subscribedPerson(t)
    const inDays = (days: number) => Math.floor(t.clock.now().getTime() / 1000) + days * 86_400
    const end = async (days: number) => {
      await stripe().subscriptions.update(person.subscriptionId, { cancel_at: inDays(days) })
      await t.simulators.stripe.settled()
      await t.runJobs()
      return await subscriptionOf(person)
    }
    const early = new Date(inDays(5) * 1000).toISOString().slice(0, 10)
    const soon = await end(5)
    expect(soon).toMatchObject({ cancelAtPeriodEnd: true, nextBillingAt: null })
    expect([soon.endsAt?.slice(0, 10), soon.paidUntil?.slice(0, 10)]).toEqual([early, early])
    const [mail] = mailOf(person, /está cancelada/)
    expect(mail?.text).toContain('no se cobrará nada más')
    expect(mail?.text).toContain(`terminará el ${Number(early.slice(8))} `)
    const late = await end(100)
    expect(late.endsAt?.slice(0, 10)).toBe(new Date(inDays(100) * 1000).toISOString().slice(0, 10))
    expect(late.nextBillingAt).not.toBeNull()
    expect(late.paidUntil).toBe(late.nextBillingAt)
    expect(mailOf(person, /está cancelada/)[0]?.text).toContain('se sigue cobrando')
    expect([canCancel(soon), canCancel(late)]).toEqual([false, true])
    expect((await person.send('POST', '/api/billing/cancel', {})).status).toBe(200)
    const now = await subscriptionOf(person)
    expect(now).toMatchObject({ nextBillingAt: null, endsAt: late.nextBillingAt })
    await t.simulators.stripe.settled()
    await t.runJobs()
    const mails = mailOf(person, /está cancelada/)
    expect(mails).toHaveLength(3)
    expect(mails[0]?.text).toContain('no se cobrará nada más')
  })
})
