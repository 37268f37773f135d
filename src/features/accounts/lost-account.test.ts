import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { googleConnections } from '#platform/db/schema/access.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { deleteExpiredAccounts } from './actions/delete-expired-accounts.ts'
import type { GoogleAccount } from './contract.ts'

const DAY_MS = 86_400_000
const [SHOP, OTHER] = ['1000000021', '1000000022'] as const
const FIVE = Array.from({ length: 5 }, (_, i) => `300000000${i}`)
const ledger = ledgerWorld(
  [
    { customerId: SHOP, descriptiveName: 'Tienda' },
    ...[OTHER, ...FIVE].map((customerId) => ({ customerId })),
  ],
  {
    'ana@gmail.test': [SHOP],
    'cinco@gmail.test': FIVE,
    'otra@gmail.test': [OTHER],
    'colega@gmail.test': [...FIVE, OTHER, SHOP],
  },
)
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
    it.google.faults.arm('invalid_grant', 1)
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

/** With the five accounts that the plan allows, to which Google gives no access any more. */
async function whoLostFive(): Promise<AdsPerson> {
  const user = await it.signIn({ plan: 'basic' })
  const connectionId = (await user.connect('cinco@gmail.test')).split('/').at(-1)
  const url = `/api/google-ads/connections/${connectionId}/accounts`
  expect((await user.ask('POST', url, { accountIds: FIVE })).body).toEqual({ added: 5 })
  await loseGrants(user)
  return user
}

const connectedOf = async (person: AdsPerson) =>
  (await accountsOf(person)).flatMap((one) => (one.connected ? one.accountId : [])).toSorted()

test('accounts whose grant was lost keep their place in the plan, until they are removed', async () => {
  const user = await whoLostFive()
  expect(await user.connect('otra@gmail.test')).toBe('/dashboard?connect_error=plan_limit')
  await user.ask('DELETE', `/api/google-accounts/${FIVE[0]}`)
  expect(await user.connect('otra@gmail.test')).toBe('/dashboard?connected=true')
  await user.connect('cinco@gmail.test')
  expect(await connectedOf(user)).toEqual([OTHER, ...FIVE.slice(1)].toSorted())
})

test('another identity that reaches them brings them back, and offers the rest', async () => {
  const user = await whoLostFive()
  const location = await user.connect('colega@gmail.test')
  expect(await connectedOf(user)).toEqual(FIVE)
  const offer = await user.ask('GET', `/api/google-ads/connections/${location.split('/').at(-1)}`)
  expect(offer.body).toMatchObject({ remainingInPlan: 0 })
})
