import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { adAccounts } from '#platform/db/schema/access.ts'
import { runDueJobs } from '#platform/jobs.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { syncJobs } from '../sync/jobs.ts'
import type { GoogleAccount } from './contract.ts'
import { accountJobs } from './jobs.ts'

const [FIRST, SECOND, SHARED] = ['1000000011', '1000000012', '1000000013'] as const
const ledger = ledgerWorld(
  [
    { customerId: FIRST, descriptiveName: 'Primera', manager: true, childIds: [SHARED] },
    { customerId: SECOND, descriptiveName: 'Segunda', manager: true, childIds: [SHARED] },
    { customerId: SHARED, descriptiveName: 'Compartida' },
  ],
  { 'dos@gmail.test': [FIRST, SECOND] },
)
const it = adsApp(ledger.world)

const first = ledger.world.account(FIRST)!
beforeEach(() => {
  first.childIds = [SHARED]
})
const placeOf = async (person: AdsPerson) => {
  const [shared] = await it.ctx.db
    .select({ login: adAccounts.loginCustomerId, parent: adAccounts.parentGoogleCustomerId })
    .from(adAccounts)
    .where(
      and(
        eq(adAccounts.userId, person.caller.caller.userId),
        eq(adAccounts.googleCustomerId, SHARED),
      ),
    )
  const all = (await person.ask('GET', '/api/google-accounts')).body as GoogleAccount[]
  const connected = all.flatMap((one) => (one.connected ? one.accountId : []))
  return { ...shared, connected: connected.toSorted() }
}
const throughFirst = { login: FIRST, parent: FIRST, connected: [FIRST, SHARED] }
const throughSecond = { login: SECOND, parent: SECOND, connected: [SECOND, SHARED] }

test('an account is read through another manager once the first has let it go', async () => {
  const user = await it.signIn()
  expect(await user.connect('dos@gmail.test')).toBe('/dashboard?connected=true')
  expect(await placeOf(user)).toEqual(throughFirst)
  first.childIds = []
  const mine = eq(adAccounts.userId, user.caller.caller.userId)
  for (let i = 0; i < 3; i++) await runDueJobs(it.ctx, [...syncJobs, ...accountJobs])
  expect(await placeOf(user)).toEqual(throughSecond)
  const synced = await it.ctx.db
    .select()
    .from(adAccounts)
    .where(and(mine, eq(adAccounts.isManager, false)))
  expect(synced.map(({ lastSyncedAt }) => lastSyncedAt !== null)).toEqual([true])
})

test('connecting again finds the manager that leads to it now', async () => {
  const user = await it.signIn()
  await user.connect('dos@gmail.test')
  first.childIds = []
  await user.connect('dos@gmail.test')
  expect(await placeOf(user)).toEqual(throughSecond)
})
