import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Alert } from '#engine/watch/alert.ts'
import { testApp } from '../../../../tests/harness.ts'
import { reportShop } from '../../../../tests/report-shop.ts'
import { accountInventory, campaigns } from '../../../platform/db/schema/entities.ts'
import { campaignNames, namesOf } from './campaign-names.ts'

const it = testApp()

/** Only its causes matter here. */
const movedBy = (customerId: number, ...ids: (string | null)[]) => ({
  customerId,
  alert: { causes: ids.map((campaignId) => ({ campaignId })) } as Alert,
})

test('the names of all accounts are one question, and settings are read only where a cause has ended', async () => {
  const person = await it.signIn()
  const shops = []
  for (const name of ['Zapatería', 'Bolsos', 'Abrigos'])
    shops.push((await reportShop(it, person, name)).customerId)
  const [first, second, third] = shops as [number, number, number]
  let asked = 0
  const select: typeof it.ctx.db.select = (...fields: []) => {
    asked++
    return it.ctx.db.select(...fields)
  }
  const db = new Proxy(it.ctx.db, {
    get: (db, name) => (name === 'select' ? select : Reflect.get(db, name)),
  })
  const ctx = { ...it.ctx, db }
  for (const campaignId of [1, 2])
    await it.ctx.db
      .update(campaigns)
      .set({ primaryStatus: 'ENDED' })
      .where(and(eq(campaigns.customerId, first), eq(campaigns.campaignId, campaignId)))
  await it.ctx.db.insert(accountInventory).values({
    ...{ customerId: first, part: 'campaignSettings', fetchedAt: it.clock.now() },
    rows: [{ campaignId: '1', endsOn: '2026-11-15' }],
  })
  const around = [movedBy(second, '1', '2'), movedBy(third, '2')]
  const names = await campaignNames(ctx, around)
  expect(asked).toBe(1)
  expect(namesOf(names, second)('1')).toEqual({
    ...{ name: 'Zapatos de piel', isPaused: false, endedOn: null },
  })
  expect([namesOf(names, first)('1'), namesOf(names, second)(null)]).toEqual([null, null])
  const ended = namesOf(
    await campaignNames(ctx, [...around, movedBy(first, '1', '2', null)]),
    first,
  )
  expect(asked).toBe(3)
  expect([ended('1')?.endedOn, ended('2')?.endedOn]).toEqual(['2026-11-15', 'unknown'])
  expect(await campaignNames(ctx, [movedBy(first, null)])).toEqual(new Map())
})
