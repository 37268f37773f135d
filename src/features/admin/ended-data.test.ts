import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { adAccounts } from '#platform/db/schema/access.ts'
import { stripeOf } from '#platform/stripe.ts'
import { connectAccount } from '../../../tests/connected-account.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { deliverEvents } from '../../../tests/pay-at-stripe.ts'
import {
  passDays,
  retireEarlier,
  type Subscriber,
  subscribedPerson,
} from '../../../tests/subscribed-person.ts'

const t = testApp({ simulators: { stripe: { webhookRetryMs: 20 } } })
let admin: Person

beforeEach(async () => {
  await retireEarlier(t)
  deliverEvents(t)
  admin = await t.signIn({ role: 'admin' })
})

const DAY_MS = 86_400_000
const ENDED = 'Tu suscripción a Pujante ha terminado'
const NEEDED = 'Tu acceso a Pujante necesita una suscripción'
const WEEK = 'En 7 días borraremos los datos de tus cuentas'
const TOMORROW = 'Mañana borraremos los datos de tus cuentas'

async function set({ userId }: Person, status: boolean): Promise<void> {
  await admin.send('PUT', `/api/admin/users/${userId}/status`, { status })
  await t.runJobs()
}

const accountsOf = async ({ userId }: Subscriber) =>
  (await t.ctx.db.select().from(adAccounts).where(eq(adAccounts.userId, userId))).length

const goneAt = async (person: Subscriber) =>
  ((await person.get('/api/billing/subscription')).body as { dataDeletedAt: string | null })
    .dataDeletedAt

/** With an account, a day after the end of the subscription. */
async function endedPerson(): Promise<Subscriber> {
  const person = await subscribedPerson(t)
  await connectAccount(t, {
    userId: person.userId,
    customerId: randomInt(2 ** 40),
    googleCustomerId: '1234567890',
    name: 'Zapatería',
    lastSyncedAt: new Date('2100-01-01'),
  })
  await stripeOf(t.ctx.config).subscriptions.cancel(person.subscriptionId)
  await passDays(t, 1)
  return person
}

/** From the day on which an administrator's word ended: announced twice, and gone after thirty. */
async function goesThirtyDaysLater(person: Subscriber): Promise<void> {
  const since = t.clock.now().getTime()
  expect(person.mails().slice(1)).toEqual([NEEDED])
  expect(new Date((await goneAt(person)) ?? 0).getTime()).toBeCloseTo(since + 30 * DAY_MS, -6)
  await passDays(t, 22)
  expect(person.mails().slice(2)).toEqual([])
  await passDays(t, 1.1)
  expect(person.mails().slice(2)).toEqual([WEEK])
  await passDays(t, 6)
  expect(person.mails().slice(3)).toEqual([TOMORROW])
  expect(await accountsOf(person)).toBe(1)
  await passDays(t, 1)
  await passDays(t, 1)
  expect(await accountsOf(person)).toBe(0)
}

describe('after the end of a subscription the data', () => {
  test('stay as long as an administrator lets their owner in, and for thirty days more', async () => {
    const person = await endedPerson()
    await set(person, true)
    for (let month = 0; month < 2; month++) await passDays(t, 30)
    expect([await goneAt(person), person.mails()]).toEqual([null, [ENDED]])
    await set(person, false)
    await goesThirtyDaysLater(person)
  })

  test('stay as long as an administrator shuts their owner out, who is told to buy nothing', async () => {
    const person = await endedPerson()
    await set(person, false)
    for (let month = 0; month < 2; month++) await passDays(t, 30)
    expect([await goneAt(person), person.mails(), await accountsOf(person)]).toEqual([
      null,
      [ENDED],
      1,
    ])
    await set(person, true)
    await goesThirtyDaysLater(person)
  })

  test('that came during a gift go as those before, though these are gone already', async () => {
    const person = await endedPerson()
    for (const days of [29.5, 2]) await passDays(t, days)
    expect(await accountsOf(person)).toBe(0)
    await set(person, true)
    await connectAccount(t, {
      userId: person.userId,
      customerId: randomInt(2 ** 40),
      googleCustomerId: '1234567890',
      name: 'Otra',
      lastSyncedAt: new Date('2100-01-01'),
    })
    await set(person, false)
    for (const days of [23.1, 6, 1, 1]) await passDays(t, days)
    expect(await accountsOf(person)).toBe(0)
  })
})
