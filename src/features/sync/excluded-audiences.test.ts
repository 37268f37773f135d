import { beforeAll, expect, test } from 'vitest'
import { audiences } from '#platform/db/schema/entities.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { pullEntities } from './actions/pull-entities.ts'
import { openRun } from './actions/sync-run.ts'

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

function criterion(level: 'ad_group' | 'campaign', id: number, negative: boolean) {
  return {
    [`${level}_audience_view.resource_name`]: `customers/${SHOP}/${level}AudienceViews/${id}`,
    [`${level}_criterion.criterion_id`]: BigInt(id),
    [`${level}_criterion.type`]: 'USER_LIST',
    [`${level}_criterion.display_name`]: `Lista ${id}`,
    [`${level}_criterion.status`]: 'ENABLED',
    [`${level}_criterion.negative`]: negative,
    'campaign.id': 11n,
    'ad_group.id': 110n,
  }
}

test('a list that is excluded is no audience: an ad group that excludes one is not narrowed to it', async () => {
  ledger.entities.set('ad_group_audience_view', [
    criterion('ad_group', 1, false),
    criterion('ad_group', 2, true),
  ])
  ledger.entities.set('campaign_audience_view', [
    criterion('campaign', 3, true),
    criterion('campaign', 4, false),
  ])
  await pullEntities(
    it.ctx,
    (await openRun(it.ctx, customerId, {
      id: 'test',
      attempt: 1,
      isLast: false,
      keepLease: async () => {},
    }))!,
  )
  const stored = await it.ctx.db.select({ name: audiences.name }).from(audiences)
  expect(stored.map(({ name }) => name).sort()).toEqual(['Lista 1', 'Lista 4'])
})
