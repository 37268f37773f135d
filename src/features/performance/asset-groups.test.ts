import { expect, test } from 'vitest'
import type { AssetGroup } from '#engine/account/inventory.ts'
import { accountInventory, campaigns } from '#platform/db/schema/entities.ts'
import { testApp } from '../../../tests/harness.ts'
import { reportShop } from '../../../tests/report-shop.ts'

const it = testApp()

test('a Performance Max campaign has its asset groups, which are those of no other', async () => {
  const person = await it.signIn()
  const { customerId } = await reportShop(it, person, 'Zapatería')
  const campaign = { customerId, status: 'ENABLED', channelType: 'PERFORMANCE_MAX' }
  await it.ctx.db.insert(campaigns).values([
    { ...campaign, campaignId: 71, name: 'Máximo 71' },
    { ...campaign, campaignId: 72, name: 'Máximo 72' },
  ])
  expect((await person.get('/api/campaigns/71/asset-groups')).body).toBeNull()
  const group = (id: string, campaignId: string, more: Partial<AssetGroup>): AssetGroup => {
    const counts = { assetCounts: {}, searchThemes: 0, audienceSignals: 0 }
    return { id, campaignId, name: `Grupo ${id}`, status: 'ENABLED', ...counts, ...more }
  }
  await it.ctx.db.insert(accountInventory).values({
    customerId,
    part: 'assetGroups',
    rows: [
      group('1', '71', { strength: 'POOR' }),
      group('2', '72', { strength: 'GOOD' }),
      group('3', '71', { status: 'PAUSED' }),
    ],
    fetchedAt: it.ctx.clock.now(),
  })
  expect((await person.get('/api/campaigns/71/asset-groups')).body).toEqual([
    { asset_group_id: '1', asset_group_name: 'Grupo 1', status: 2, ad_strength: 'POOR' },
    { asset_group_id: '3', asset_group_name: 'Grupo 3', status: 3, ad_strength: null },
  ])
  await it.ctx.db.insert(campaigns).values({ ...campaign, campaignId: 73, name: 'Máximo 73' })
  expect((await person.get('/api/campaigns/73/asset-groups')).body).toEqual([])
  const stranger = await it.signIn()
  expect((await stranger.get('/api/campaigns/71/asset-groups')).status).toBe(404)
})
