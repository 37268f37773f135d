import { expect, test } from 'vitest'
import { assetLinks, campaigns } from '#platform/db/schema/entities.ts'
import { testApp } from '../../../../tests/harness.ts'
import { loadCounts } from './advice-surroundings.ts'

const it = testApp()

test('a campaign shows its own links together with those of its account, each once', async () => {
  const customerId = 77
  const campaign = { customerId, name: 'A', status: 'ENABLED' as const, channelType: 'SEARCH' }
  await it.ctx.db
    .insert(campaigns)
    .values([1, 2].map((campaignId) => ({ ...campaign, campaignId, budgetMicros: 1 })))
  const link = (scope: 'account' | 'campaign', scopeId: number, assetId: number) => ({
    ...{ customerId, scope, scopeId, assetId, fieldType: 'SITELINK' },
    ...{ text: '', descriptions: [], url: '' },
  })
  const ofAccount = [1, 2, 3, 4, 5, 6].map((assetId) => link('account', 0, assetId))
  const own = [link('campaign', 1, 6), link('campaign', 1, 7)]
  await it.ctx.db.insert(assetLinks).values([...ofAccount, ...own])
  const { sitelinks, callouts } = await loadCounts(it.ctx, customerId)
  expect([sitelinks?.get('1'), sitelinks?.get('2'), callouts?.get('1')]).toEqual([7, 6, 0])
})
