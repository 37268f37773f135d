import { randomInt, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { adAccounts } from '#platform/db/schema/access.ts'
import { connectAccount } from '../../../tests/connected-account.ts'
import { testApp } from '../../../tests/harness.ts'
import { deliverEvents } from '../../../tests/pay-at-stripe.ts'
import { passDays, retireEarlier, subscribedPerson } from '../../../tests/subscribed-person.ts'

const t = testApp({ simulators: { stripe: { webhookRetryMs: 20 } } })

beforeEach(async () => {
  await retireEarlier(t)
  deliverEvents(t)
})
afterEach(() => t.simulators.stripe.faults.clear())

/** As Google's withdrawal leaves them where `connected` is false; answers Google's ids. */
async function addAccounts(userId: string, count: number, connected: boolean): Promise<string[]> {
  const ids = Array.from({ length: count }, () => String(randomInt(10 ** 9, 10 ** 10)))
  for (const googleCustomerId of ids) {
    const customerId = randomInt(2 ** 40)
    const lastSyncedAt = new Date('2100-01-01')
    const named = { customerId, userId, googleCustomerId, name: googleCustomerId }
    await connectAccount(t, { ...named, connectionId: randomUUID(), connected, lastSyncedAt })
  }
  return ids
}

const stillOf = async (userId: string) => {
  const rows = await t.ctx.db.select().from(adAccounts).where(eq(adAccounts.userId, userId))
  return rows.flatMap((row) => (row.disconnectedAt ? [] : row.googleCustomerId)).toSorted()
}

test('accounts whose grant was lost are among those to choose from, and go where they are not chosen', async () => {
  const person = await subscribedPerson(t)
  const lost = await addAccounts(person.userId, 4, false)
  const live = await addAccounts(person.userId, 3, true)
  const preview = await person.send('POST', '/api/billing/plan/preview', { plan: 'basic' })
  expect(preview.body).toMatchObject({ accounts: { used: 7, limit: 5, mustChoose: true } })

  expect((await person.send('POST', '/api/billing/plan', { plan: 'basic' })).status).toBe(403)
  const kept = [...lost.slice(2), ...live]
  const chosen = { plan: 'basic', keepAccountIds: kept }
  expect((await person.send('POST', '/api/billing/plan', chosen)).status).toBe(200)
  await passDays(t, 31)
  expect(await stillOf(person.userId)).toEqual(kept.toSorted())
})
