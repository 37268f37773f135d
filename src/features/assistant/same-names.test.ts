import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ASKED_SHOP, openAskedShop, sumOfDays } from '../../../tests/asked-shop.ts'
import { testApp } from '../../../tests/harness.ts'
import { adGroups } from '../../platform/db/schema/entities.ts'
import type { TracedText } from './contract/endpoints.ts'

const t = testApp()

test('ad groups of one name in two campaigns are told apart', async () => {
  const owner = await openAskedShop(t)
  t.clock.now = () => new Date('2026-11-20T10:00:00Z')
  const { db } = t.ctx
  await db.update(adGroups).set({ name: 'Piel', campaignId: 72 }).where(eq(adGroups.adGroupId, 711))
  await db.execute(
    sql`insert into ad_group_day (customer_id, day, campaign_id, ad_group_id, impressions, clicks, cost_micros, conversions_micros, value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
        values (91, '2026-11-19', 72, 711, 100, 10, 5000000, 1000000, 0, 200, 10, 10)`,
  )
  const query = new URLSearchParams({ question: '¿Qué grupos de anuncios gastaron más ayer?' })
  const { body } = await owner.get(`/api/assistant/${ASKED_SHOP}/answer?${query}`)
  const day = ['2026-11-19', '2026-11-19'] as const
  const inBoots = (await sumOfDays(t, 'cost_micros', day, [71])) / 1e6
  expect(
    (body as TracedText).tables[0]?.rows.map(({ key, label, cells }) => [
      key,
      label,
      cells.spend?.value,
    ]),
  ).toEqual([
    ['710', 'Piel (Botas 24)', inBoots],
    ['711', 'Piel (Botas niño)', 5],
  ])
})
