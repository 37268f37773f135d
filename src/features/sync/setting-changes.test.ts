import { beforeAll, expect, test } from 'vitest'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { addDays, dayInZone } from '#shared/dates.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { pullEntities } from './actions/pull-entities.ts'
import { openRun } from './actions/sync-run.ts'

// An action counts otherwise than at the last reading.
const SHOP = '1000000001'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world)
let customerId = 0

beforeAll(async () => {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  customerId = Number(accounts[0]?.id)
})

/** Read by a sync that succeeds. */
async function pullWith(fields: object): Promise<void> {
  ledger.entities.set('conversion_action', [
    {
      'conversion_action.resource_name': `customers/${SHOP}/conversionActions/7`,
      'conversion_action.id': 7n,
      'conversion_action.name': 'Contacto',
      'conversion_action.status': 'ENABLED',
      'conversion_action.type': 'WEBPAGE',
      'conversion_action.category': 'SUBMIT_LEAD_FORM',
      'conversion_action.primary_for_goal': true,
      ...fields,
    },
  ])
  const run = (await openRun(it.ctx, customerId, {
    id: '1',
    attempt: 1,
    isLast: false,
    keepLease: async () => {},
  }))!
  await pullEntities(it.ctx, run)
  await it.ctx.db.update(adAccounts).set({ lastSyncedAt: it.ctx.clock.now() })
}

const MANY = { 'conversion_action.counting_type': 'MANY_PER_CLICK' }
const ONE = { 'conversion_action.counting_type': 'ONE_PER_CLICK' }
const MODEL = 'conversion_action.attribution_model_settings.attribution_model'

test('is kept with the days between which it was changed; what became known is no change, nor is another name', async () => {
  await pullWith({})
  await pullWith(MANY)
  const first = dayInZone(it.ctx.clock.now(), 'Europe/Madrid')
  it.clock.advance(2 * 86_400_000)
  await pullWith({
    ...ONE,
    'conversion_action.name': 'Formulario',
    [MODEL]: 'GOOGLE_ADS_LAST_CLICK',
  })
  await pullWith({ ...ONE, [MODEL]: 'GOOGLE_ADS_LAST_CLICK' })
  const change = { actionId: '7', from: first, to: addDays(first, 2) }
  expect((await loadSnapshot(it.ctx, customerId))!.settingChanges).toEqual([
    { ...change, setting: 'counting_type', former: 'MANY_PER_CLICK', present: 'ONE_PER_CLICK' },
  ])
})

test('what was changed and changed back on one day is none', async () => {
  await it.ctx.db.execute('delete from conversion_setting_changes')
  await pullWith(MANY)
  await pullWith(ONE)
  expect((await loadSnapshot(it.ctx, customerId))!.settingChanges).toEqual([])
})
