import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openAssistantShop, SHOP } from '../../../tests/assistant-shop.ts'
import { type Person, testApp } from '../../../tests/harness.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import { campaigns, searchTerms } from '../../platform/db/schema/entities.ts'
import type { NegativeThemes } from './contract/endpoints.ts'

const t = testApp()
let owner: Person

beforeEach(async () => {
  owner ??= await openAssistantShop(t)
})

test('a word that sells in any campaign is no theme, however many are dearer', async () => {
  const { db } = t.ctx
  const dear = Array.from({ length: 9 }, (_, i) => 200 + i)
  for (const campaignId of dear) {
    await db.insert(campaigns).values({
      customerId: 81,
      campaignId,
      name: `C${campaignId}`,
      status: 'ENABLED',
      channelType: 'SEARCH',
    })
    await db.execute(sql`
      insert into campaign_day (customer_id, day, campaign_id, impressions, clicks, cost_micros, conversions_micros, value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
      values (81, '2026-11-18', ${campaignId}, 10, 1, 9000000000, 0, 0, 0, 0, 0)`)
  }
  expect((await themes()).themes).toMatchObject([{ word: 'gratis' }])
  await db.insert(searchTerms).values({
    customerId: 81,
    campaignId: 21,
    adGroupId: 31,
    termId: 9,
    text: 'bolsos gratis',
    status: 'NONE',
  })
  await db.execute(sql`
    insert into search_term_day (customer_id, day, campaign_id, ad_group_id, criterion_id, term_id, impressions, clicks, cost_micros, conversions_micros, value_micros)
    values (81, '2026-11-18', 21, 31, 41, 9, 10, 1, 1000000, 1000000, 0)`)
  expect((await themes()).themes).toEqual([])
})

test('an account in which nothing converts has no themes, and it is said why', async () => {
  for (const table of ['account_day', 'campaign_day', 'search_term_day'])
    await t.ctx.db.execute(
      sql.raw(`update ${table} set conversions_micros = 0 where customer_id = 81`),
    )
  await t.ctx.db.update(adAccounts).set({ syncVersion: 2 })
  expect(await themes()).toMatchObject({
    themes: [],
    whyNone: expect.stringContaining('no consta ninguna conversión'),
  })
})

test('a report without conversions tells of none', async () => {
  const level = { from: '2026-11-01', to: '2026-11-19', step: 'day' as const }
  const columns = ['clicks', 'costMicros'] as const
  await t.ctx.db
    .update(adAccounts)
    .set({ fileFacts: { search_term: { ...level, columns: [...columns] } } })
  expect(await themes()).toMatchObject({
    themes: [],
    whyNone: expect.stringContaining('no traen'),
  })
})

async function themes(): Promise<NegativeThemes> {
  const { status, body, text } = await owner.get(`/api/assistant/${SHOP}/negative-themes`)
  expect(status, text).toBe(200)
  return body as NegativeThemes
}
