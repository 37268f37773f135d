import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testContext } from '../../../tests/database.ts'
import { adAccounts, users } from '../db/schema/access.ts'
import { GoogleAdsError, OperationsSpent } from './errors.ts'
import { changeFailure } from './refusals.ts'
import { countOperations, heedQuota, type Use } from './usage.ts'

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

test('Google counts the last 24 hours: what was sent before midnight is spent after it too', async () => {
  t.ctx.config.googleAds.dailyOperations = 1_000
  const HOUR_MS = 3_600_000
  const now = t.clock.now().getTime()
  const evening = (Math.floor(now / (24 * HOUR_MS)) + 3) * 24 * HOUR_MS - HOUR_MS / 2
  t.clock.advance(evening - now)
  for (const customerId of [101, 102, 103, 104]) {
    await ownerOf(customerId)
    await count(customerId, 225)
  }
  await ownerOf(105)
  t.clock.advance(HOUR_MS)
  const { retryAfterMs } = await count(105, 1).catch((error) => error)
  expect(retryAfterMs / HOUR_MS).toBeCloseTo(23.5, 1)
  await count(105, 100, { priority: 'interactive' })
  await expect(count(105, 1, { priority: 'interactive' })).rejects.toThrow(OperationsSpent)
  t.clock.advance(retryAfterMs)
  await count(105, 200)
})

const refused = (retryDelay: string, rateScope = 'DEVELOPER') =>
  new GoogleAdsError('x', {
    httpStatus: 429,
    details: [
      {
        errorCode: { quotaError: 'RESOURCE_EXHAUSTED' },
        message: 'x',
        details: { quotaErrorDetails: { rateScope, rateName: 'operations', retryDelay } },
      },
    ],
  })

test('what Google says of its own count is heard: until then only people ask, and an answer ends it', async () => {
  t.clock.advance(26 * 3_600_000)
  await ownerOf(91, 92)
  heedQuota(t.ctx, refused('18000s', 'ACCOUNT'))
  await count(91, 1)
  heedQuota(t.ctx, refused('18000s'))
  t.clock.advance(3_600_000)
  const { retryAfterMs } = await count(92, 1).catch((error) => error)
  expect(retryAfterMs / 3_600_000).toBeCloseTo(4, 1)
  await count(92, 1, { priority: 'interactive' })
  await expect(count(92, 1)).rejects.toThrow(OperationsSpent)
  heedQuota(t.ctx, null)
  await count(92, 1)
  heedQuota(t.ctx, refused('18000s'))
  t.clock.advance(5 * 3_600_000)
  await count(92, 1)
})

test('who waits is told when Google takes more', () => {
  const said = (error: unknown) => (changeFailure(error) as Error).message
  expect(said(refused('18000s'))).toContain('dentro de 5 horas')
  expect(said(refused('40s'))).toContain('dentro de 1 hora.')
  expect(said(refused(''))).toContain('mañana')
  expect(said(new OperationsSpent(90 * 60_000))).toContain('dentro de 2 horas')
})
