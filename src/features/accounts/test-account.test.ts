import { expect, test } from 'vitest'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import type { OfferedAccount } from './contract.ts'

const [MANAGER, BELOW, DIRECT, REAL] = ['1000000071', '1000000072', '1000000073', '1000000074']
const ledger = ledgerWorld(
  [
    { customerId: MANAGER!, manager: true, testAccount: true, childIds: [BELOW!] },
    { customerId: BELOW!, testAccount: true },
    { customerId: DIRECT!, testAccount: true },
    { customerId: REAL! },
  ],
  { 'prueba@gmail.test': [MANAGER!, DIRECT!, REAL!] },
)
const it = adsApp(ledger.world)

test('a test account is named as one among the choices, below a manager or not', async () => {
  const user = await it.signIn()
  const id = (await user.connect('prueba@gmail.test')).split('/').at(-1)
  const { body } = await user.ask('GET', `/api/google-ads/connections/${id}`)
  const { accounts } = body as { accounts: OfferedAccount[] }
  const tests = accounts.flatMap(({ accountId, isTest }) => (isTest ? accountId : []))
  expect(tests.toSorted()).toEqual([MANAGER, BELOW, DIRECT])
})
