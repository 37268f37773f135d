import { beforeEach, expect, test } from 'vitest'
import { stripeOf } from '#platform/stripe.ts'
import { testApp } from '../../../tests/harness.ts'
import { deliverEvents, payAtStripe } from '../../../tests/pay-at-stripe.ts'
import { passDays } from '../../../tests/subscribed-person.ts'

const t = testApp({
  environment: {
    STRIPE_TRIAL_DAYS: '14',
    STRIPE_PROMOTION_CODES: '1',
    STRIPE_PRICE_PREMIUM_YEAR: 'price_premium_year',
  },
  simulators: { stripe: { webhookRetryMs: 20 } },
})
beforeEach(() => deliverEvents(t))

const stripe = () => stripeOf(t.ctx.config)

test('a trial is offered once, and promotion codes are asked for, where the operator says so', async () => {
  const person = await t.signIn({ isActive: false, plan: null })
  const offered = async () =>
    ((await person.get('/api/billing/subscription')).body as { trialDays: number }).trialDays
  expect(await offered()).toBe(14)
  const buy = async (code: string) => {
    const { body } = await person.send('POST', '/api/stripe/create-checkout-session', {})
    const { url } = body as { url: string }
    const session = await stripe().checkout.sessions.retrieve(url.split('/').at(-1) ?? '')
    expect(session.allow_promotion_codes).toBe(true)
    await payAtStripe(url, { promotion_code: code })
    await person.send('POST', '/api/auth/activate-subscription')
    return (await person.get('/api/billing/subscription')).body as { status: string }
  }
  expect(await buy('PRIMERA5')).toMatchObject({
    status: 'trialing',
    isActive: true,
    trialDays: 0,
    // The trial has charged nothing, so that the code is for the charge at its end.
    discounted: { price: { amount: 24 }, lasts: 'once', after: { amount: 29 } },
  })
  const { data } = await stripe().customers.list({ email: person.email })
  const [subscription] = (await stripe().subscriptions.list({ customer: data[0]!.id })).data
  await stripe().subscriptions.cancel(subscription!.id)
  await t.simulators.stripe.settled()
  await t.runJobs()
  expect(await buy('')).toMatchObject({ status: 'active', discounted: null })
})

test('what was bought past a closed door and given back was no trial', async () => {
  const person = await t.signIn({ isActive: false, plan: null })
  const admin = await t.signIn({ role: 'admin' })
  const letIn = (status: boolean) =>
    admin.send('PUT', `/api/admin/users/${person.userId}/status`, { status })
  const buy = async () => {
    const { body } = await person.send('POST', '/api/stripe/create-checkout-session', {})
    return (body as { url: string }).url
  }
  const url = await buy()
  await letIn(false)
  await payAtStripe(url)
  await passDays(t, 0.1)
  const customer = (await stripe().customers.list({ email: person.email })).data[0]!.id
  const { data } = await stripe().subscriptions.list({ customer, status: 'all' })
  expect(data.map(({ status }) => status)).toEqual(['canceled'])
  await letIn(true)
  await passDays(t, 1)
  const offer = (await person.get('/api/billing/subscription')).body
  expect(offer).toMatchObject({ status: 'none', trialDays: 14 })
  const told = t.simulators.smtp.outbox().filter(({ to }) => to === person.email)
  expect(told.map(({ text }) => text).join()).not.toContain('terminado')
  await payAtStripe(await buy())
  await person.send('POST', '/api/auth/activate-subscription')
  const bought = (await person.get('/api/billing/subscription')).body
  expect(bought).toMatchObject({ status: 'trialing', isActive: true })
})

test('from the year to the month within the trial, the trial goes on and the month is charged at its end', async () => {
  const person = await t.signIn({ isActive: false, plan: null })
  const wish = { plan: 'premium', interval: 'year' }
  const { body } = await person.send('POST', '/api/stripe/create-checkout-session', wish)
  await payAtStripe((body as { url: string }).url)
  await person.send('POST', '/api/auth/activate-subscription')
  await passDays(t, 2)
  const month = { plan: 'premium', interval: 'month' }
  expect((await person.send('POST', '/api/billing/plan', month)).status).toBe(200)
  const { data } = await stripe().customers.list({ email: person.email })
  const charged = async () => {
    const { data: invoices } = await stripe().invoices.list({ customer: data[0]!.id })
    return invoices.map(({ amount_paid }) => amount_paid).filter((cents) => cents > 0)
  }
  await passDays(t, 1)
  expect((await person.get('/api/billing/subscription')).body).toMatchObject({ status: 'trialing' })
  expect(await charged()).toEqual([])
  await passDays(t, 12)
  expect((await person.get('/api/billing/subscription')).body).toMatchObject({ status: 'active' })
  expect(await charged()).toEqual([2900])
})
