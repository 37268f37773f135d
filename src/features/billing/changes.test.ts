import { randomInt, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { adAccounts, googleConnections } from '#platform/db/schema/access.ts'
import { stripeOf } from '#platform/stripe.ts'
import { customerIdText } from '#shared/customer-id-text.ts'
import { testApp } from '../../../tests/harness.ts'
import { deliverEvents } from '../../../tests/pay-at-stripe.ts'
import {
  addCard,
  passDays,
  retireEarlier,
  type Subscriber,
  subscribedPerson,
} from '../../../tests/subscribed-person.ts'

const t = testApp({ simulators: { stripe: { webhookRetryMs: 20 } } })

beforeEach(async () => {
  await retireEarlier(t)
  deliverEvents(t)
})
afterEach(() => t.simulators.stripe.faults.clear())

const stripe = () => stripeOf(t.ctx.config)
const subscriptionOf = async (person: Subscriber) =>
  (await person.get('/api/billing/subscription')).body as Record<string, unknown>

/** Accounts with data, connected one after the other; answers Google's ids. */
async function connectAccounts(person: Subscriber, count: number): Promise<string[]> {
  const connectionId = randomUUID()
  await t.ctx.db.insert(googleConnections).values({
    id: connectionId,
    userId: person.userId,
    googleEmail: null,
    refreshTokenSealed: t.ctx.vault.seal('nobody'),
    status: 'active',
    createdAt: t.clock.now(),
  })
  const ids = Array.from({ length: count }, () => String(randomInt(10 ** 9, 10 ** 10)))
  for (const [index, googleCustomerId] of ids.entries())
    await t.ctx.db.insert(adAccounts).values({
      customerId: randomInt(2 ** 40),
      userId: person.userId,
      connectionId,
      googleCustomerId,
      name: `Cuenta ${index}`,
      isManager: false,
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      source: 'google',
      granularity: 'day',
      connected: true,
      lastSyncedAt: new Date('2100-01-01'),
      syncVersion: 0,
      createdAt: new Date(t.clock.now().getTime() + index),
    })
  return ids
}

async function connectedOf(person: Subscriber): Promise<string[]> {
  const rows = await t.ctx.db
    .select({ id: adAccounts.googleCustomerId })
    .from(adAccounts)
    .where(and(eq(adAccounts.userId, person.userId), eq(adAccounts.connected, true)))
  return rows.map(({ id }) => id)
}

describe('what the settings show', () => {
  test('no annual price where none is configured, and none can be had', async () => {
    const person = await subscribedPerson(t)
    const { plans } = (await subscriptionOf(person)) as { plans: { yearPrice: unknown }[] }
    expect(plans.map(({ yearPrice }) => yearPrice)).toEqual([null, null, null])
    const asked = { plan: 'premium', interval: 'year' }
    const refused = await person.send('POST', '/api/billing/plan', asked)
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('por años') },
    })
  })

  test('plan, price and the next charge as Stripe has them', async () => {
    const person = await subscribedPerson(t)
    await connectAccounts(person, 2)
    const { items } = await stripe().subscriptions.retrieve(person.subscriptionId)
    const end = new Date(items.data[0]!.current_period_end * 1000).toISOString()
    expect(await subscriptionOf(person)).toMatchObject({
      plan: 'premium',
      planName: 'Premium',
      status: 'active',
      isActive: true,
      isManual: false,
      price: { amount: 29, taxIncluded: true, withoutTax: 23.97 },
      nextBillingAt: end,
      paidUntil: end,
      pendingChange: null,
      graceUntil: null,
      accounts: { used: 2, limit: 20 },
      cardExpiry: { last4: '4242', state: 'ok' },
    })
  })

  test('nothing invented for who never subscribed', async () => {
    const person = await t.signIn({ isActive: false, plan: null })
    const { body } = await person.get('/api/billing/subscription')
    expect(body).toMatchObject({ plan: null, status: 'none', price: null, nextBillingAt: null })
    for (const path of ['payment-methods', 'invoices'])
      expect((await person.get(`/api/billing/${path}`)).body).toEqual([])
    expect((await person.send('POST', '/api/billing/portal')).status).toBe(409)
  })
})

describe('upgrade', () => {
  test('the preview is what is charged, and it begins at once', async () => {
    const person = await subscribedPerson(t)
    const preview = (await person.send('POST', '/api/billing/plan/preview', { plan: 'enterprise' }))
      .body as { dueNow: number; prorationDate: number }
    expect(preview).toMatchObject({ kind: 'upgrade', price: { amount: 99 } })
    expect(preview.dueNow).toBeGreaterThan(40)
    expect(preview.dueNow).toBeLessThan(70)
    const { prorationDate } = preview
    const answer = await person.send('POST', '/api/billing/plan', {
      plan: 'enterprise',
      prorationDate,
    })
    expect(answer.body).toMatchObject({
      message: 'Tu plan es ahora Enterprise.',
      subscription: { plan: 'enterprise', price: { amount: 99 } },
    })
    expect(await person.access()).toEqual({ isActive: true, plan: 'enterprise' })
    const [invoice] = (await person.get('/api/billing/invoices')).body as { amount: number }[]
    expect(invoice).toMatchObject({ amount: preview.dueNow, status: 'paid' })
  })

  test('a refused card changes nothing, and says why', async () => {
    const person = await subscribedPerson(t)
    await addCard(t, person, 'pm_card_chargeCustomerFail', true)
    const answer = await person.send('POST', '/api/billing/plan', { plan: 'enterprise' })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/rechazado el pago/) })
    expect(await person.access()).toEqual({ isActive: true, plan: 'premium' })
    await addCard(t, person, 'pm_card_visa', true)
    const second = await person.send('POST', '/api/billing/plan', { plan: 'enterprise' })
    expect(second.status, second.text).toBe(200)
  })

  test('an answer that never came: the job finds what became of it', async () => {
    const person = await subscribedPerson(t, { plan: 'basic' })
    t.simulators.stripe.faults.arm('500', 100, `/v1/subscriptions/${person.subscriptionId}`)
    const answer = await person.send('POST', '/api/billing/plan', { plan: 'premium' })
    expect(answer.status).toBe(502)
    expect(await person.access()).toMatchObject({ plan: 'basic' })
    t.simulators.stripe.faults.clear()
    await stripe().subscriptions.update(person.subscriptionId, {
      items: [
        {
          id: (await stripe().subscriptions.retrieve(person.subscriptionId)).items.data[0]!.id,
          price: t.ctx.config.stripe.prices.premium,
        },
      ],
    })
    t.clock.advance(60_000)
    await t.runJobs()
    expect(await person.access()).toMatchObject({ plan: 'premium' })
  })
})

describe('downgrade', () => {
  test('waits for the end of the period and costs nothing now', async () => {
    const person = await subscribedPerson(t)
    const preview = await person.send('POST', '/api/billing/plan/preview', { plan: 'basic' })
    expect(preview.body).toMatchObject({ kind: 'downgrade', dueNow: 0, prorationDate: null })
    await person.send('POST', '/api/billing/plan', { plan: 'basic' })
    expect(await subscriptionOf(person)).toMatchObject({
      plan: 'premium',
      price: { amount: 29 },
      pendingChange: { plan: 'basic', price: { amount: 9 }, disconnects: [] },
    })
    const other = await person.send('POST', '/api/billing/plan', { plan: 'enterprise' })
    expect(other.body).toMatchObject({ message: expect.stringMatching(/Anula ese cambio/) })
    await passDays(t, 31)
    expect(await person.access()).toEqual({ isActive: true, plan: 'basic' })
    const [invoice] = (await person.get('/api/billing/invoices')).body as { amount: number }[]
    expect(invoice).toMatchObject({ amount: 9, status: 'paid' })
    expect(await subscriptionOf(person)).toMatchObject({ pendingChange: null })
  })

  test('can be taken back', async () => {
    const person = await subscribedPerson(t)
    await person.send('POST', '/api/billing/plan', { plan: 'basic' })
    const answer = await person.send('DELETE', '/api/billing/plan/pending')
    expect(answer.body).toMatchObject({ subscription: { pendingChange: null, plan: 'premium' } })
    await passDays(t, 31)
    expect(await person.access()).toEqual({ isActive: true, plan: 'premium' })
    expect((await person.send('DELETE', '/api/billing/plan/pending')).status).toBe(409)
  })

  test('the user chooses which accounts stay; the others are disconnected when it begins', async () => {
    const person = await subscribedPerson(t)
    const ids = await connectAccounts(person, 7)
    const refused = await person.send('POST', '/api/billing/plan', { plan: 'basic' })
    expect(refused.body).toMatchObject({ code: 'plan_limit' })
    const six = await person.send('POST', '/api/billing/plan', {
      plan: 'basic',
      keepAccountIds: ids.slice(0, 6),
    })
    expect(six.status).toBe(403)
    const foreign = await person.send('POST', '/api/billing/plan', {
      plan: 'basic',
      keepAccountIds: ['1234567890'],
    })
    expect(foreign.status).toBe(403)
    const keepAccountIds = ids.slice(2)
    const answer = await person.send('POST', '/api/billing/plan', { plan: 'basic', keepAccountIds })
    expect(answer.body).toMatchObject({
      subscription: {
        pendingChange: { disconnects: [{ accountId: ids[0] }, { accountId: ids[1] }] },
      },
    })
    expect(await connectedOf(person)).toHaveLength(7)
    await passDays(t, 31)
    expect((await connectedOf(person)).toSorted()).toEqual(keepAccountIds.toSorted())
    await passDays(t, 1)
    const [stays, goes] = [ids[2]!, ids[0]!].map(customerIdText)
    const planned = t.simulators.smtp
      .outbox()
      .find(({ subject }) => subject === 'Tu plan de Pujante pasará a Básico')
    expect(planned?.text).toMatch(new RegExp(`Se quedan[^]*${stays}[^]*Se desconectan[^]*${goes}`))
    expect(person.mails()).toEqual([
      'Tu plan de Pujante pasará a Básico',
      'Hemos desconectado 2 cuentas por tu cambio de plan',
    ])
  })
})

describe('cancelling', () => {
  test('keeps the access until the end, then the data 30 days, announced twice', async () => {
    const person = await subscribedPerson(t)
    await connectAccounts(person, 2)
    const answer = await person.send('POST', '/api/billing/cancel', { reason: ' Muy caro ' })
    expect(answer.body).toMatchObject({
      message: 'Solicitud de cancelación enviada',
      subscription: { cancelAtPeriodEnd: true, nextBillingAt: null, isActive: true },
    })
    const { cancellation_details } = await stripe().subscriptions.retrieve(person.subscriptionId)
    expect(cancellation_details?.comment).toBe('Muy caro')
    await passDays(t, 21)
    expect(await person.access()).toEqual({ isActive: false, plan: null })
    expect(await subscriptionOf(person)).toMatchObject({ status: 'canceled', price: null })
    const { ended_at } = await stripe().subscriptions.retrieve(person.subscriptionId)
    const seen: [number, number][] = []
    for (const day of [22.9, 23.1, 28.9, 29.1, 29.9, 30.2]) {
      const nowDays = t.clock.now().getTime() / 86_400_000
      await passDays(t, ended_at! / 86_400 + day - nowDays)
      seen.push([person.mails().length, (await connectedOf(person)).length])
    }
    expect(person.mails()).toEqual([
      'Tu suscripción a Pujante está cancelada',
      'Tu suscripción a Pujante ha terminado',
      'En 7 días borraremos los datos de tus cuentas',
      'Mañana borraremos los datos de tus cuentas',
    ])
    expect(seen).toEqual([
      [2, 2],
      [3, 2],
      [3, 2],
      [4, 2],
      [4, 2],
      [4, 0],
    ])
    const left = await t.ctx.db
      .select()
      .from(adAccounts)
      .where(eq(adAccounts.userId, person.userId))
    expect(left).toEqual([])
  })

  test('data is never deleted within a day of its announcement, even after a long silence', async () => {
    const person = await subscribedPerson(t)
    await connectAccounts(person, 1)
    await stripe().subscriptions.cancel(person.subscriptionId)
    await passDays(t, 40)
    expect(person.mails()).toEqual(['Mañana borraremos los datos de tus cuentas'])
    expect(await connectedOf(person)).toHaveLength(1)
    await passDays(t, 1)
    expect(await connectedOf(person)).toHaveLength(0)
  })

  test('can be taken back', async () => {
    const person = await subscribedPerson(t)
    expect((await person.send('POST', '/api/billing/resume')).status).toBe(409)
    await person.send('POST', '/api/billing/plan', { plan: 'basic' })
    const left = await person.send('POST', '/api/billing/cancel', {})
    expect(left.body, 'nothing follows the end').toMatchObject({
      subscription: { pendingChange: null },
    })
    const barred = await person.send('POST', '/api/billing/plan', { plan: 'enterprise' })
    expect(barred.status).toBe(409)
    const answer = await person.send('POST', '/api/billing/resume')
    expect(answer.body).toMatchObject({
      subscription: { cancelAtPeriodEnd: false, pendingChange: { plan: 'basic' } },
    })
    await passDays(t, 31)
    expect(await person.access()).toEqual({ isActive: true, plan: 'basic' })
  })

  test('nothing to cancel', async () => {
    const person = await t.signIn()
    expect((await person.send('POST', '/api/billing/cancel', {})).status).toBe(409)
  })
})

describe('cards', () => {
  const cardsOf = async (person: Subscriber) =>
    (await person.get('/api/billing/payment-methods')).body as Record<string, unknown>[]

  test('the only one of a living subscription stays', async () => {
    const person = await subscribedPerson(t)
    const [card] = await cardsOf(person)
    expect(card).toMatchObject({ isDefault: true, canDelete: false, type: 'visa', last4: '4242' })
    const answer = await person.send('DELETE', `/api/billing/payment-methods/${card!.id}`)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/único método de pago/) })
    expect(await cardsOf(person)).toHaveLength(1)
  })

  test('exactly one is the default, and deleting it makes the other one that', async () => {
    const person = await subscribedPerson(t)
    const second = await addCard(t, person)
    const answer = await person.send('POST', `/api/billing/payment-methods/${second}/default`)
    const { paymentMethods } = answer.body as { paymentMethods: Record<string, unknown>[] }
    expect(paymentMethods.map(({ id, isDefault }) => [id === second, isDefault])).toEqual([
      [true, true],
      [false, false],
    ])
    const { status } = await person.send('DELETE', `/api/billing/payment-methods/${second}`)
    expect(status).toBe(200)
    expect(await cardsOf(person)).toMatchObject([{ type: 'visa', isDefault: true }])
    await passDays(t, 31)
    expect(await person.access()).toMatchObject({ isActive: true })
  })

  test('another’s card is not there', async () => {
    const person = await subscribedPerson(t)
    const [other] = await cardsOf(await subscribedPerson(t))
    const path = `/api/billing/payment-methods/${other!.id}`
    expect((await person.send('DELETE', path)).status).toBe(404)
    expect((await person.send('POST', `${path}/default`)).status).toBe(404)
    expect((await person.send('DELETE', '/api/billing/payment-methods/pm_none')).status).toBe(404)
  })

  test('Stripe away: 503, and no card from memory', async () => {
    const person = await subscribedPerson(t)
    t.simulators.stripe.faults.arm('429', 100)
    expect((await person.get('/api/billing/payment-methods')).status).toBe(503)
    expect((await person.send('POST', '/api/billing/payment-methods')).status).toBe(503)
  })
})

describe('papers', () => {
  test('an invoice’s PDF, for its owner alone', async () => {
    const person = await subscribedPerson(t)
    const [invoice] = (await person.get('/api/billing/invoices')).body as { pdfUrl: string }[]
    const answer = await person.get(invoice!.pdfUrl)
    expect(answer.status).toBe(302)
    const stranger = await subscribedPerson(t)
    expect((await stranger.get(invoice!.pdfUrl)).status).toBe(404)
    const visitor = await t.app.inject({ url: invoice!.pdfUrl })
    expect(visitor.statusCode).toBe(401)
  })

  test('a tax id is checked, replaced and removed', async () => {
    const person = await subscribedPerson(t)
    const put = (taxId: string | null) => person.send('PUT', '/api/billing/tax-details', { taxId })
    const wrong = await put('12345678A')
    expect(wrong.status).toBe(400)
    expect(wrong.body).toMatchObject({ fields: { taxId: expect.stringMatching(/no es válido/) } })
    expect((await put('a-58818501')).body).toMatchObject({ taxDetails: { taxId: 'A58818501' } })
    expect((await put('12345678Z')).body).toMatchObject({ taxDetails: { taxId: 'ES12345678Z' } })
    const { data } = await stripe().customers.listTaxIds(person.customerId)
    expect(data.map(({ value }) => value)).toEqual(['ES12345678Z'])
    expect((await put('')).body).toMatchObject({ taxDetails: { taxId: null } })
  })

  test('the portal', async () => {
    const person = await subscribedPerson(t)
    const { body } = await person.send('POST', '/api/billing/portal')
    expect((body as { url: string }).url).toContain(t.simulators.stripe.baseUrl)
  })
})

test('who is deleted is not charged any more', async () => {
  const person = await subscribedPerson(t)
  const admin = await t.signIn({ role: 'admin' })
  await admin.send('DELETE', `/api/admin/users/${person.userId}`)
  await t.runJobs()
  const { status } = await stripe().subscriptions.retrieve(person.subscriptionId)
  expect(status).toBe('canceled')
})
