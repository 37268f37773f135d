import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { grantJobs } from '#account-data/give-back-grant.ts'
import { googleConnections } from '#platform/db/schema/access.ts'
import { runDueJobs } from '#platform/jobs.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { endUnusedGrants } from './actions/end-unused-grants.ts'
import type { GoogleAccount } from './contract.ts'

const HOUR_MS = 3_600_000
const [FIRST, SECOND, ALONE] = ['1000000031', '1000000032', '1000000033'] as const
const [MANAGER, BELOW, BESIDE] = ['1000000034', '1000000035', '1000000036'] as const
const ledger = ledgerWorld(
  [
    ...[FIRST, SECOND, ALONE, BELOW, BESIDE].map((customerId) => ({ customerId })),
    { customerId: MANAGER, manager: true, childIds: [BELOW, BESIDE] },
  ],
  {
    'dos@gmail.test': [FIRST, SECOND],
    'una@gmail.test': [ALONE],
    'empleada@gmail.test': [MANAGER],
    'companera@gmail.test': [MANAGER],
  },
)
const it = adsApp(ledger.world)

beforeEach(() => it.google.faults.clear())

const revocations = () => it.google.requests().filter((c) => c.path.startsWith('/revoke')).length
const grantsOf = async ({ caller: { caller } }: AdsPerson) => {
  const { userId } = googleConnections
  const rows = await it.ctx.db.select().from(googleConnections).where(eq(userId, caller.userId))
  return rows.map(({ googleEmail, status }) => `${googleEmail?.split('@')[0]} ${status}`).toSorted()
}
const idIn = (location: string) => location.split('/').at(-1)
const offer = async (person: AdsPerson, location: string) =>
  (await person.ask('GET', `/api/google-ads/connections/${idIn(location)}`)).status
const add = (person: AdsPerson, location: string, accountIds: string[]) =>
  person.ask('POST', `/api/google-ads/connections/${idIn(location)}/accounts`, { accountIds })
const remove = (person: AdsPerson, id: string) => person.ask('DELETE', `/api/google-accounts/${id}`)
const connectedOf = async (person: AdsPerson) => {
  const { body } = await person.ask('GET', '/api/google-accounts')
  return (body as GoogleAccount[]).flatMap((one) => (one.connected ? one.accountId : [])).toSorted()
}

test('a grant of which no account was chosen is given back a day later', async () => {
  const [user, other] = [await it.signIn(), await it.signIn()]
  await other.connect('una@gmail.test')
  await user.connect('dos@gmail.test')
  it.clock.advance(23 * HOUR_MS)
  // Consenting again begins another day.
  const location = await user.connect('dos@gmail.test')
  const before = revocations()
  it.clock.advance(2 * HOUR_MS)
  await endUnusedGrants(it.ctx)
  expect(await offer(user, location)).toBe(200)
  it.clock.advance(23 * HOUR_MS)
  await endUnusedGrants(it.ctx)
  await runDueJobs(it.ctx, grantJobs)
  expect(revocations()).toBe(before + 1)
  expect(await grantsOf(user)).toEqual([])
  expect(await offer(user, location)).toBe(404)
  expect(await grantsOf(other)).toEqual(['una active'])
})

test('one that is used again and leads nowhere is given back at once, too', async () => {
  const user = await it.signIn()
  await user.connect('una@gmail.test')
  await remove(user, ALONE)
  it.google.faults.arm('500', 5)
  expect(await user.connect('una@gmail.test')).toBe('/dashboard?connect_error=vendor_failed')
  expect(await grantsOf(user)).toEqual([])
})

test('the page of a grant that was given back says so', async () => {
  const user = await it.signIn()
  const location = await user.connect('dos@gmail.test')
  await add(user, location, [FIRST])
  await remove(user, FIRST)
  expect(await offer(user, location)).toBe(404)
  expect((await add(user, location, [SECOND])).status).toBe(404)
})

/** Two identities that both see the manager, each with one of its accounts. */
async function whoHasColleague(): Promise<AdsPerson> {
  const user = await it.signIn()
  await add(user, await user.connect('empleada@gmail.test'), [BELOW])
  await user.connect('companera@gmail.test')
  expect(await connectedOf(user)).toEqual([MANAGER, BELOW, BESIDE])
  return user
}

test('a manager that goes gives back every grant below it', async () => {
  const user = await whoHasColleague()
  await remove(user, MANAGER)
  expect(await grantsOf(user)).toEqual(['companera revoked', 'empleada revoked'])
})

test('a lost grant leaves a manager whose other accounts are read as ever', async () => {
  const user = await whoHasColleague()
  const mine = eq(googleConnections.userId, user.caller.caller.userId)
  const [lost] = await it.ctx.db
    .select()
    .from(googleConnections)
    .where(and(mine, eq(googleConnections.googleEmail, 'companera@gmail.test')))
  it.google.faults.arm('invalid_grant', 1)
  expect(await offer(user, lost!.id)).toBe(409)
  expect(await connectedOf(user)).toEqual([MANAGER, BELOW])
})
