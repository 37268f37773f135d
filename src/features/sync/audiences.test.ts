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
  expect(await namesRead()).toEqual(['Lista 1', 'Lista 4'])
})

test('an interest is called as Google calls it, not by the key that its criterion tells', async () => {
  const interest = (level: 'ad_group' | 'campaign', id: number, interestId: number) => ({
    ...criterion(level, id, false),
    [`${level}_criterion.type`]: 'USER_INTEREST',
    [`${level}_criterion.display_name`]: `uservertical::${interestId}`,
    [`${level}_criterion.user_interest.user_interest_category`]: `customers/${SHOP}/userInterests/${interestId}`,
  })
  ledger.entities.set('ad_group_audience_view', [
    criterion('ad_group', 1, false),
    interest('ad_group', 5, 80432),
    interest('ad_group', 6, 80999),
  ])
  ledger.entities.set('campaign_audience_view', [
    interest('campaign', 7, 80412),
    interest('campaign', 8, 80999),
  ])
  ledger.entities.set(
    'user_interest',
    [80412, 80432, 80500].map((id) => ({
      'user_interest.resource_name': `customers/${SHOP}/userInterests/${id}`,
      'user_interest.user_interest_id': BigInt(id),
      'user_interest.name': `Interés ${id}`,
    })),
  )
  const before = it.google.requests().length
  expect(await namesRead()).toEqual(
    expect.arrayContaining(['Interés 80412', 'Interés 80432', 'Lista 1', 'uservertical::80999']),
  )
  // Each once, the one without a name too.
  const asked = it.google.requests().slice(before)
  const ids = asked.flatMap(({ query = '' }) =>
    query.includes('FROM user_interest') ? (query.match(/\b80\d{3}\b/g) ?? []) : [],
  )
  expect(ids.toSorted()).toEqual(['80412', '80432', '80999'])
})

async function namesRead(): Promise<string[]> {
  const job = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
  await pullEntities(it.ctx, (await openRun(it.ctx, customerId, job))!)
  const stored = await it.ctx.db.select({ name: audiences.name }).from(audiences)
  return stored.map(({ name }) => name).sort()
}
