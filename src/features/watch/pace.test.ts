import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { reportShop } from '../../../tests/report-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { AccountPace, getPace } from './contract/pace.ts'

// A month's pace where days were not read.
const it = testApp()

/** 10 € a day in campaign 1 and 5 € in 2 up to 19 Nov 2026, read on the 20th unless `facts` say else. */
async function shopOfGoogle(facts: Partial<typeof adAccounts.$inferInsert> = {}) {
  const person = await it.signIn()
  const { customerId, accountId } = await reportShop(it, person, 'Zapatería')
  await it.ctx.db
    .update(adAccounts)
    .set({ source: 'google', lastSyncedAt: it.clock.now(), ...facts })
    .where(eq(adAccounts.customerId, customerId))
  const url = `/api/google-accounts/${accountId}/ritmo`
  const place = async (campaignId: string) => {
    const { body } = await person.get(url)
    return (body as ReplyOf<typeof getPace>).campaigns.find((one) => one.campaignId === campaignId)
  }
  const months = async () => (await person.get('/api/ritmo')).body as AccountPace[]
  return { place, months }
}

test('of days that were not read the month says how far it is known', async () => {
  const stale = await shopOfGoogle({ lastSyncedAt: new Date('2026-11-11T09:00:00Z') })
  const known = { spent: 150, forecast: null, knownTo: '2026-11-10' }
  expect(await stale.months()).toMatchObject([known])
  expect(await stale.place('1')).toMatchObject({ ...known, spent: 100 })
  const lastSyncedAt = new Date('2026-10-21T09:00:00Z')
  const long = await shopOfGoogle({ lastSyncedAt })
  expect(await long.months()).toMatchObject([{ spent: null, knownTo: '2026-10-20' }])
  const fresh = await shopOfGoogle()
  expect(await fresh.months()).toMatchObject([{ spent: 285, knownTo: null }])
})
