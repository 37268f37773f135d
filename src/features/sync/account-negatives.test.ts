import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import { negativeLookup } from '#engine/account/matches.ts'
import { campaigns, negativeKeywords } from '#platform/db/schema/entities.ts'
import { adsApp } from '../../../tests/ads-app.ts'
import { ledgerWorld } from '../../../tests/ledger-world.ts'
import { pullEntities } from './actions/pull-entities.ts'
import { openRun } from './actions/sync-run.ts'

const SHOP = '1000000001'
const ledger = ledgerWorld([{ customerId: SHOP, descriptiveName: 'Zapatería Ñandú' }], {
  'ana@gmail.test': [SHOP],
})
const it = adsApp(ledger.world)
const noLease = { id: 'test', attempt: 1, isLast: false, keepLease: async () => {} }
let customerId = 0

const campaign = (id: number, status = 'ENABLED') => ({
  'campaign.resource_name': `customers/${SHOP}/campaigns/${id}`,
  'campaign.id': BigInt(id),
  'campaign.name': `Campaña ${id}`,
  'campaign.status': status,
})

const negative = (list: number, text: string, type = 'ACCOUNT_LEVEL_NEGATIVE_KEYWORDS') => ({
  'shared_set.id': BigInt(list),
  'shared_set.type': type,
  'shared_set.status': 'ENABLED',
  'shared_criterion.criterion_id': BigInt(list * 10),
  'shared_criterion.keyword.text': text,
  'shared_criterion.keyword.match_type': 'BROAD',
})

beforeAll(async () => {
  const ana = await it.signIn()
  await ana.connect('ana@gmail.test')
  const accounts = (await ana.ask('GET', '/api/google-accounts')).body as { id: string }[]
  customerId = Number(accounts[0]?.id)
})

beforeEach(async () => {
  await it.ctx.db.delete(negativeKeywords)
  await it.ctx.db.delete(campaigns)
  ledger.entities.set('campaign', [campaign(11), campaign(12, 'PAUSED'), campaign(13, 'REMOVED')])
  ledger.entities.set('shared_criterion', [
    negative(5, 'gratis'),
    negative(6, 'empleo'),
    negative(7, 'curso', 'NEGATIVE_KEYWORDS'),
  ])
  ledger.entities.set('customer_negative_criterion', [
    {
      'customer_negative_criterion.type': 'NEGATIVE_KEYWORD_LIST',
      'customer_negative_criterion.negative_keyword_list.shared_set': `customers/${SHOP}/sharedSets/5`,
    },
  ])
})

test('negatives of the whole account act in each campaign; a list that nothing uses acts nowhere', async () => {
  const run = (await openRun(it.ctx, customerId, noLease))!
  await pullEntities(it.ctx, run)
  await pullEntities(it.ctx, run)
  const rows = await it.ctx.db.select().from(negativeKeywords)
  const used = rows.map(({ text, campaignIds }) => [text, campaignIds])
  expect(Object.fromEntries(used)).toEqual({ gratis: [11, 12], empleo: [], curso: [] })
  const { negatives } = (await loadSnapshot(it.ctx, customerId))!
  const isNegated = negativeLookup(negatives)
  const at = (query: string) => isNegated(query, { campaignId: '11', adGroupId: '111' })
  expect(['zapatos gratis', 'empleo zapatero', 'curso gratis'].map(at)).toEqual([true, false, true])
})
