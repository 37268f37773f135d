import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { googleConnections } from '#platform/db/schema/access.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { deleteExpiredAccounts } from './actions/delete-expired-accounts.ts'
import type { GoogleAccount } from './contract.ts'

const DAY_MS = 86_400_000
const SHOP = '1000000021'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Tienda' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world)

beforeEach(() => it.google.faults.clear())

const accountsOf = async (person: AdsPerson) =>
  (await person.ask('GET', '/api/google-accounts')).body as GoogleAccount[]

/** Google takes the grants of the person no more. */
async function loseGrants(person: AdsPerson): Promise<void> {
  const mine = await it.ctx.db
    .select({ id: googleConnections.id })
    .from(googleConnections)
    .where(eq(googleConnections.userId, person.caller.caller.userId))
  for (const { id } of mine) {
    it.google.faults.arm('token_refused', 2)
    const offer = await person.ask('GET', `/api/google-ads/connections/${id}`)
    expect(offer).toMatchObject({ status: 409, body: { code: 'needs_reauth' } })
  }
}

test('an account whose grant was lost is kept until it is removed, and then for thirty days', async () => {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  await loseGrants(ana)
  expect(await accountsOf(ana)).toMatchObject([{ connected: false, disconnectedAt: null }])
  expect((await ana.ask('DELETE', `/api/google-accounts/${SHOP}`)).status).toBe(200)
  const disconnectedAt = it.clock.now().toISOString().slice(0, 10)
  expect(await accountsOf(ana)).toMatchObject([
    { connected: false, disconnectedAt: expect.stringContaining(disconnectedAt) },
  ])
  it.clock.advance(31 * DAY_MS)
  await deleteExpiredAccounts(it.ctx)
  expect(await accountsOf(ana)).toEqual([])
})
