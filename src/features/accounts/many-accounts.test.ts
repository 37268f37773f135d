import { expect, test, vi } from 'vitest'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import type { OfferedAccount } from './contract.ts'

const DIRECT = Array.from({ length: 12 }, (_, i) => String(4_000_000_000 + i))
const MANAGERS = Array.from({ length: 10 }, (_, i) => String(4_100_000_000 + i))
const LEAVES = MANAGERS.map((id) => id.replace('41', '42'))
const TOP = '4300000000'
const ledger = ledgerWorld(
  [
    ...[...DIRECT, ...LEAVES].map((customerId) => ({ customerId })),
    ...MANAGERS.map((customerId, i) => ({ customerId, manager: true, childIds: [LEAVES[i]!] })),
    { customerId: TOP, manager: true, childIds: MANAGERS },
  ],
  {
    'muchas@gmail.test': DIRECT,
    'agencia@gmail.test': [TOP],
    'dos@gmail.test': MANAGERS.slice(0, 2),
  },
)
const it = adsApp(ledger.world)

test.each([
  ['accounts', 'muchas@gmail.test', DIRECT, '/customers/40'],
  ['managers', 'agencia@gmail.test', [...MANAGERS, ...LEAVES, TOP], '/customers/41'],
])('many %s are asked some at once, so that nobody waits in vain', async (_, email, all, slow) => {
  const user = await it.signIn()
  const id = (await user.connect(email)).split('/').at(-1)
  const read = () => user.ask('GET', `/api/google-ads/connections/${id}`)
  it.google.faults.arm('slow', 100, slow)
  const reading = read()
  const open = () => it.google.requests().filter(({ status }) => status === 0).length
  await vi.waitFor(() => expect(open()).toBe(8), { timeout: 10_000, interval: 5 })
  it.google.faults.clear()
  const { accounts } = (await reading).body as { accounts: OfferedAccount[] }
  expect(accounts.map(({ accountId }) => accountId).toSorted()).toEqual([...all].toSorted())
  const own = accounts.find(({ accountId }) => accountId === LEAVES[3])
  if (own) expect(own.parentAccountId).toBe(MANAGERS[3])
})

test('several managers at the top share the time that a person waits', async () => {
  const user = await it.signIn()
  const id = (await user.connect('dos@gmail.test')).split('/').at(-1)
  it.google.faults.arm('slow', 100, MANAGERS[0])
  const reading = user.ask('GET', `/api/google-ads/connections/${id}`)
  const open = () => it.google.requests().filter(({ status }) => status === 0).length
  await vi.waitFor(() => expect(open()).toBe(1), { timeout: 10_000, interval: 5 })
  it.clock.advance(100_000)
  it.google.faults.clear()
  // Their sub-accounts would be answered after the screen has given up.
  expect(await reading).toMatchObject({ status: 502 })
})
