import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { adAccounts } from '#platform/db/schema/access.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'

// A holding of one account of its own and of an agency, which has a region below it.
const [HOLDING, OWN, AGENCY, CLINIC, REGION, HOTEL] = [
  '1000000001',
  '1000000002',
  '1000000003',
  '1000000004',
  '1000000005',
  '1000000006',
] as const
const ledger = ledgerWorld(
  [
    { customerId: HOLDING, manager: true, childIds: [OWN, AGENCY] },
    { customerId: OWN },
    { customerId: AGENCY, manager: true, childIds: [CLINIC, REGION] },
    { customerId: CLINIC },
    { customerId: REGION, manager: true, childIds: [HOTEL] },
    { customerId: HOTEL },
  ],
  { 'holding@gmail.test': [HOLDING] },
)
const it = adsApp(ledger.world)

test.each([
  [HOLDING, [OWN, CLINIC, HOTEL]],
  [AGENCY, [CLINIC, HOTEL]],
  [REGION, [HOTEL]],
])('syncing the manager %s syncs what is below it on every level', async (manager, below) => {
  const user = await it.signIn()
  const connection = (await user.connect('holding@gmail.test')).split('/').at(-1)
  const accountIds = [OWN, CLINIC, HOTEL]
  await user.ask('POST', `/api/google-ads/connections/${connection}/accounts`, { accountIds })
  await it.ctx.db.delete(jobs)
  expect((await user.ask('POST', `/api/google-accounts/${manager}/sync`)).status).toBe(200)
  expect(await waitingSyncs(user.caller.caller.userId)).toEqual(below)
})

async function waitingSyncs(userId: string): Promise<string[]> {
  const waiting = await it.ctx.db.select().from(jobs).where(eq(jobs.kind, 'sync-account'))
  const accounts = await it.ctx.db.select().from(adAccounts).where(eq(adAccounts.userId, userId))
  return accounts
    .filter(({ customerId }) => waiting.some((job) => job.uniqueKey === `sync:${customerId}`))
    .map(({ googleCustomerId }) => googleCustomerId)
    .toSorted()
}
