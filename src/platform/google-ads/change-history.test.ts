import { expect, test } from 'vitest'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { ownedAccount } from '../../account-data/owned-account.ts'
import { adsOfAccount } from './account-ads.ts'

const SHOP = '1000000001'
const PREFIX = `customers/${SHOP}`
const ledger = ledgerWorld([{ customerId: SHOP }], { 'ana@gmail.test': [SHOP] })
const it = adsApp(ledger.world, { GOOGLE_ADS_HISTORY_DAYS: '30' })

/** More than Google puts in one answer, a second apart. */
const CHANGES = 10_001

const wallTime = (day: string, second: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + second * 1_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')

test('who changed a thing last is found behind ten thousand other changes', async () => {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const yesterday = new Date(it.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10)
  ledger.entities.set(
    'change_event',
    Array.from({ length: CHANGES }, (_, i) => ({
      'change_event.resource_name': `${PREFIX}/changeEvents/${i}`,
      'change_event.change_date_time': `${wallTime(yesterday, i)}.000000`,
      'change_event.change_resource_name': `${PREFIX}/campaigns/${i === CHANGES - 1 ? 7 : 1}`,
      'change_event.user_email': i === CHANGES - 1 ? 'eva@agencia.test' : 'bot@agencia.test',
      'change_event.changed_fields': 'status',
    })),
  )
  const ads = await adsOfAccount(it.ctx, await ownedAccount(ana.caller, SHOP))
  const since = new Date(it.clock.now().getTime() - 3 * 86_400_000)
  const touches = await ads.touches({ names: new Set([`${PREFIX}/campaigns/7`]), since })
  const at = wallTime(yesterday, CHANGES - 1)
  const wanted = { resourceName: `${PREFIX}/campaigns/7`, at, who: 'eva@agencia.test' }
  expect(touches).toEqual([{ ...wanted, fields: ['status'] }])
})
