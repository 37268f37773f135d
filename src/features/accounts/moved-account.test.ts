import { beforeEach, expect, test, vi } from 'vitest'
import { runDueJobs } from '#platform/jobs.ts'
import { type AdsPerson, adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { enqueueDueWalks } from './actions/enqueue-due-walks.ts'
import { accountJobs } from './jobs.ts'
import { listAccounts } from './queries.ts'

const DAY_MS = 86_400_000
const [ROOT, NORTH, SOUTH] = ['1000000061', '1000000062', '1000000063'] as const
const [SHOP, STAYS] = ['1000000064', '1000000065'] as const
const ledger = ledgerWorld(
  [
    { customerId: ROOT, descriptiveName: 'Agencia', manager: true, childIds: [NORTH, SOUTH] },
    { customerId: NORTH, descriptiveName: 'Norte', manager: true, childIds: [SHOP, STAYS] },
    { customerId: SOUTH, descriptiveName: 'Sur', manager: true },
    { customerId: SHOP, descriptiveName: 'Tienda' },
    { customerId: STAYS, descriptiveName: 'Otra' },
  ],
  { 'agencia@gmail.test': [ROOT], 'norte@gmail.test': [NORTH] },
)
const it = adsApp(ledger.world)

const [north, south] = [ledger.world.account(NORTH)!, ledger.world.account(SOUTH)!]
beforeEach(() => {
  north.childIds = [SHOP, STAYS]
  Object.assign(south, { childIds: [], descriptiveName: 'Sur' })
  it.google.faults.clear()
})

/** Whose shop moves to the other manager in Google. */
async function whoseShopMoves(): Promise<AdsPerson> {
  const user = await it.signIn()
  const id = (await user.connect('agencia@gmail.test')).split('/').at(-1)
  const accountIds = [SHOP, STAYS]
  await user.ask('POST', `/api/google-ads/connections/${id}/accounts`, { accountIds })
  expect(await placesOf(user)).toEqual([
    'Otra < Norte',
    'Tienda < Norte',
    'Agencia',
    'Norte < Agencia',
  ])
  north.childIds = [STAYS]
  south.childIds = [SHOP]
  return user
}

/** Connected ones, with the manager that they stand under. */
async function placesOf(person: AdsPerson): Promise<string[]> {
  const all = await listAccounts(person.caller)
  const nameOf = (id: string) => all.find(({ accountId }) => accountId === id)?.accountName
  return all.flatMap(({ connected, accountName, parentAccountId }) => {
    if (!connected) return []
    return parentAccountId ? `${accountName} < ${nameOf(parentAccountId)}` : accountName
  })
}

const walks = () =>
  it.google.requests().filter(({ path }) => path.endsWith('listAccessibleCustomers')).length

test('once a week an account comes below the manager that holds it, which goes by its name', async () => {
  const user = await whoseShopMoves()
  const look = async () => {
    await enqueueDueWalks(it.ctx)
    await runDueJobs(it.ctx, accountJobs)
  }
  it.clock.advance(6 * DAY_MS)
  await look()
  expect(await placesOf(user)).toContain('Tienda < Norte')
  it.clock.advance(1 * DAY_MS)
  await look()
  const moved = ['Otra < Norte', 'Tienda < Sur', 'Agencia', 'Norte < Agencia', 'Sur < Agencia']
  expect(await placesOf(user)).toEqual(moved)
  const before = walks()
  Object.assign(south, { descriptiveName: 'Sur y Canarias' })
  await look()
  expect(walks()).toBe(before)
  it.clock.advance(7 * DAY_MS)
  await look()
  expect(walks()).toBe(before + 1)
  expect(await placesOf(user)).toContain('Tienda < Sur y Canarias')
})

test('a manager takes along only what it still holds', async () => {
  const user = await whoseShopMoves()
  expect((await user.ask('DELETE', `/api/google-accounts/${NORTH}`)).status).toBe(200)
  expect(await placesOf(user)).toHaveLength(3)
  expect((await placesOf(user))[0]).toMatch('Tienda < Sur')
})

test('where Google does not answer it goes with what is known', async () => {
  const user = await whoseShopMoves()
  it.google.faults.arm('500', 50)
  expect((await user.ask('DELETE', `/api/google-accounts/${NORTH}`)).status).toBe(200)
  expect(await placesOf(user)).toEqual([])
})

test('of several consents below it Google is waited for once, and they are asked at once', async () => {
  const user = await it.signIn()
  for (const [mail, accountId] of [
    ['agencia@gmail.test', SHOP],
    ['norte@gmail.test', STAYS],
  ] as const) {
    const id = (await user.connect(mail)).split('/').at(-1)
    await user.ask('POST', `/api/google-ads/connections/${id}/accounts`, {
      accountIds: [accountId],
    })
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  it.google.faults.arm('timeout', 2)
  const asked = user.ask('DELETE', `/api/google-accounts/${NORTH}`)
  await vi.waitFor(() => expect(it.google.faults.armed()).toEqual([]), 10_000)
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
  expect((await asked).status).toBe(200)
  expect(await placesOf(user)).toEqual([])
})
