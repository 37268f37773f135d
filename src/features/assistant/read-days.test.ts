import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { openAssistantShop, SHOP } from '../../../tests/assistant-shop.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import type { TracedText } from './contract/endpoints.ts'

// The test's present is Friday 20 Nov 2026, 11:00 in Madrid; the shop has figures from 1 to 19 Nov.
const t = testApp()
let owner: Person

beforeAll(async () => {
  owner = await openAssistantShop(t)
})

async function textOf(path: string, read: Partial<typeof adAccounts.$inferInsert>) {
  const isShop = eq(adAccounts.googleCustomerId, SHOP)
  await t.ctx.db.update(adAccounts).set(read).where(isShop)
  const { body } = await owner.get(`/api/assistant/${SHOP}/${path}`)
  return (body as TracedText).text
}

test('the summary is of the last week that was read', async () => {
  const lastSyncedAt = new Date('2026-11-17T10:00:00Z')
  const text = await textOf('summary', { lastSyncedAt, dataTo: '2026-11-17' })
  expect(text).toContain('Semana del 10 nov 2026 al 16 nov 2026.')
  expect(await textOf('summary', { lastSyncedAt: null, dataTo: null })).toBe(
    'Todavía no hay datos de esta cuenta.',
  )
})

test('a day that was read and had no traffic is zero', async () => {
  const read = { lastSyncedAt: t.clock.now(), dataTo: '2026-11-19' }
  const question = new URLSearchParams({ question: '¿Cuánto he gastado hoy?' })
  expect(await textOf(`answer?${question}`, read)).toContain('Toda la cuenta no tiene impresiones')
})
