import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testContext } from '../../../tests/database.ts'
import { adAccounts, users } from '../db/schema/access.ts'
import { OperationsSpent } from './errors.ts'
import { countOperations, type Use } from './usage.ts'

const t = testContext()

async function ownerOf(...accounts: number[]) {
  const [userId, createdAt] = [randomUUID(), t.clock.now()]
  await t.ctx.db.insert(users).values({
    id: userId,
    email: `${userId}@prueba.test`,
    name: 'Prueba',
    passwordHash: '-',
    role: 'user',
    isActive: true,
    plan: 'premium',
    createdAt,
  })
  for (const customerId of accounts)
    await t.ctx.db.insert(adAccounts).values({
      customerId,
      userId,
      googleCustomerId: String(customerId),
      name: 'Tienda',
      isManager: false,
      currencyCode: 'EUR',
      timeZone: 'Europe/Madrid',
      source: 'google',
      granularity: 'day',
      connected: true,
      syncVersion: 1,
      createdAt,
    })
}

const count = (customerId: number, operations: number, use: Partial<Use> = {}) =>
  countOperations(t.ctx, { customerId, operations, priority: 'background', ...use })

test('a user who has had a share of the day leaves another to the rest, before the screen too', async () => {
  t.ctx.config.googleAds.dailyOperations = 1_000
  await ownerOf(71, 72, 73, 74)
  await ownerOf(81)
  const asking = { priority: 'interactive' } as const
  for (const customerId of [71, 72, 73]) await count(customerId, 215)
  await expect(count(74, 10)).rejects.toThrow(OperationsSpent)
  await count(81, 240)
  await count(71, 60, asking)
  await expect(count(71, 10, asking)).rejects.toThrow(OperationsSpent)
  await count(71, 10, { ...asking, owed: true })
  await count(81, 10, asking)
  await expect(count(81, 1, asking)).rejects.toThrow(OperationsSpent)
})
