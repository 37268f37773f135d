import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { adAccounts, googleConnections } from '#platform/db/schema/access.ts'
import { syncStates } from '#platform/db/schema/work.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'

const [AGENCY, SHOP, OTHER] = ['1000000051', '1000000052', '1000000053'] as const
const ledger = ledgerWorld(
  [
    { customerId: AGENCY, descriptiveName: 'Agencia', manager: true, childIds: [SHOP, OTHER] },
    { customerId: SHOP },
    { customerId: OTHER },
  ],
  { 'agencia@gmail.test': [AGENCY], 'tienda@gmail.test': [SHOP], 'dos@gmail.test': [SHOP, OTHER] },
)
const it = adsApp(ledger.world)

const agency = ledger.world.account(AGENCY)!
beforeEach(() => {
  agency.childIds = [SHOP, OTHER]
})

/** Whose shop is read through the agency. */
async function whoHasShop(): Promise<AdsPerson> {
  const user = await it.signIn()
  const id = (await user.connect('agencia@gmail.test')).split('/').at(-1)
  await user.ask('POST', `/api/google-ads/connections/${id}/accounts`, { accountIds: [SHOP] })
  return user
}

const placesOf = async ({ caller: { caller } }: AdsPerson) =>
  await it.ctx.db
    .select({
      id: adAccounts.googleCustomerId,
      email: googleConnections.googleEmail,
      login: adAccounts.loginCustomerId,
      connected: adAccounts.connected,
      sync: syncStates.status,
    })
    .from(adAccounts)
    .innerJoin(googleConnections, eq(googleConnections.id, adAccounts.connectionId))
    .leftJoin(syncStates, eq(syncStates.customerId, adAccounts.customerId))
    .where(eq(adAccounts.userId, caller.userId))
    .orderBy(adAccounts.googleCustomerId)
const agencys = { email: 'agencia@gmail.test', connected: true }

test('an account that Google refuses to one person is read through another who reaches it', async () => {
  const user = await whoHasShop()
  agency.childIds = [OTHER]
  await it.runJobs()
  expect(await placesOf(user)).toMatchObject([agencys, { ...agencys, sync: 'failed' }])
  expect(await user.connect('tienda@gmail.test')).toBe('/dashboard?connected=true')
  expect(await placesOf(user)).toEqual([
    { id: AGENCY, email: 'agencia@gmail.test', login: null, connected: false, sync: null },
    { id: SHOP, email: 'tienda@gmail.test', login: null, connected: true, sync: 'queued' },
  ])
})

test('one that is asked for again after a refusal keeps the grant of another who reaches it', async () => {
  const user = await whoHasShop()
  agency.childIds = [OTHER]
  await it.runJobs()
  await user.ask('POST', `/api/google-accounts/${SHOP}/sync`)
  expect(await placesOf(user)).toMatchObject([agencys, { ...agencys, sync: 'queued' }])
  const choose = await user.connect('tienda@gmail.test')
  expect(choose).toMatch(/^\/dashboard\/connect\//)
  await it.runJobs()
  const id = choose.split('/').at(-1)
  await user.ask('POST', `/api/google-ads/connections/${id}/accounts`, { accountIds: [SHOP] })
  expect((await placesOf(user))[1]).toMatchObject({ id: SHOP, email: 'tienda@gmail.test' })
})

test('one that is read stays where it is, and nothing is said to have been connected', async () => {
  const user = await whoHasShop()
  await it.runJobs()
  const before = await placesOf(user)
  expect(await user.connect('tienda@gmail.test')).toBe('/dashboard?connect_error=nothing_new')
  expect(await placesOf(user)).toEqual(before)
  const { userId } = googleConnections
  const grants = await it.ctx.db
    .select({ email: googleConnections.googleEmail })
    .from(googleConnections)
    .where(eq(userId, user.caller.caller.userId))
  expect(grants).toEqual([{ email: 'agencia@gmail.test' }])
})

test('one account that Google refuses for a reason of its own stops nobody else', async () => {
  const user = await it.signIn()
  it.google.faults.arm('signup_incomplete', 1, SHOP)
  expect(await user.connect('dos@gmail.test')).toBe(
    '/dashboard?connected=true&left_out=1000000052-unfinished',
  )
  expect((await placesOf(user)).map(({ id }) => id)).toEqual([OTHER])
})
