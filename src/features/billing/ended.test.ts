import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { adAccounts } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { stripeOf } from '#platform/stripe.ts'
import { connectAccount } from '../../../tests/connected-account.ts'
import { testApp } from '../../../tests/harness.ts'
import { holdEvents, payAtStripe } from '../../../tests/pay-at-stripe.ts'
import {
  passDays,
  retireEarlier,
  type Subscriber,
  subscribedPerson,
} from '../../../tests/subscribed-person.ts'

const t = testApp({ simulators: { stripe: { webhookRetryMs: 20 } } })
beforeEach(() => retireEarlier(t))
afterEach(() => t.simulators.stripe.faults.clear())

const stripe = () => stripeOf(t.ctx.config)
const OPEN = { isActive: true, plan: 'premium' }

const accountsOf = async ({ userId }: Subscriber) =>
  (await t.ctx.db.select().from(adAccounts).where(eq(adAccounts.userId, userId))).length

async function buy(person: Subscriber): Promise<void> {
  const { body } = await person.send('POST', '/api/stripe/create-checkout-session', {})
  await payAtStripe((body as { url: string }).url)
}

/** With an account, twenty days after the end; from then on no event arrives. */
async function endedPerson(): Promise<Subscriber> {
  const person = await subscribedPerson(t)
  await connectAccount(t, {
    userId: person.userId,
    customerId: randomInt(2 ** 40),
    googleCustomerId: '1234567890',
    name: 'Zapatería',
    lastSyncedAt: new Date('2100-01-01'),
  })
  await stripe().subscriptions.cancel(person.subscriptionId)
  await passDays(t, 1)
  expect(await person.access()).toEqual({ isActive: false, plan: null })
  await passDays(t, 19)
  holdEvents(t)
  return person
}

describe('who comes back after the end while events are lost', () => {
  test('is found by the nightly question, once for all', async () => {
    const person = await endedPerson()
    await buy(person)
    await passDays(t, 1.1)
    expect(await person.access()).toEqual(OPEN)
    const [row] = await t.ctx.db
      .select()
      .from(billingAccounts)
      .where(eq(billingAccounts.userId, person.userId))
    expect(row?.checkoutSessionId).toBeNull()
  })

  test('loses no data: Stripe is asked before they go', async () => {
    const person = await endedPerson()
    await buy(person)
    // As one that the operator makes at Stripe: no page of ours is known.
    await t.ctx.db.update(billingAccounts).set({ checkoutSessionId: null })
    await passDays(t, 9.5)
    await passDays(t, 3)
    expect([await person.access(), await accountsOf(person)]).toEqual([OPEN, 1])
  })

  test('keeps them while Stripe cannot be asked, and else they go', async () => {
    const person = await endedPerson()
    await passDays(t, 9.5)
    t.simulators.stripe.faults.arm('500', 1000)
    await passDays(t, 3)
    expect(await accountsOf(person)).toBe(1)
    t.simulators.stripe.faults.clear()
    await passDays(t, 1)
    expect(await accountsOf(person)).toBe(0)
  })
})
