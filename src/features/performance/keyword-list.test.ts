import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { CallerContext } from '#platform/context.ts'
import { openResultCache } from '#platform/result-cache.ts'
import { testContext } from '../../../tests/database.ts'
import type { KeywordRow } from './contract/entity-lists.ts'
import { listAdGroupKeywords, listCampaignKeywords } from './queries/keywords.ts'

const t = testContext()
const range = { from: '2026-11-01', to: '2026-11-19' }
let ctx: CallerContext

/** Two ad groups whose keywords have the same number, and negatives of every scope, some of them elsewhere. */
beforeAll(async () => {
  const userId = randomUUID()
  const caller = { userId, role: 'user', isActive: true } as CallerContext['caller']
  ctx = { ...t.ctx, caller }
  for (const statement of [
    sql`insert into users (id, email, name, password_hash, role, is_active, created_at)
      values (${userId}, 'duena@prueba.test', 'Dueña', '-', 'user', true, now())`,
    sql`insert into ad_accounts (customer_id, user_id, google_customer_id, name, is_manager, currency_code, time_zone,
        source, granularity, connected, sync_version, created_at)
      values (1, ${userId}, '1234567890', 'Tienda', false, 'EUR', 'Europe/Madrid', 'google', 'day', true, 1, now())`,
    sql`insert into campaigns (customer_id, campaign_id, name, status, channel_type)
      values (1, 2, 'Botas', 'ENABLED', 'SEARCH'), (1, 9, 'Otra', 'ENABLED', 'SEARCH'), (1, 8, 'Vacía', 'ENABLED', 'SEARCH')`,
    sql`insert into ad_groups (customer_id, ad_group_id, campaign_id, name, status)
      values (1, 3, 2, 'Con «comillas» y "otras"', 'ENABLED'), (1, 4, 2, 'Niño', 'ENABLED'), (1, 90, 9, 'Ajeno', 'ENABLED')`,
    sql`insert into keywords (customer_id, ad_group_id, criterion_id, campaign_id, text, match_type, status,
        quality_score, final_urls)
      values (1, 4, 7, 2, 'botas\\niño', 'PHRASE', 'PAUSED', null, '[]'), (1, 3, 7, 2, 'botas 🥾', 'EXACT', 'ENABLED', 9, '[]'),
        (1, 3, 6, 2, 'sin tráfico', 'BROAD', 'ENABLED', null, '[]')`,
    sql`insert into keyword_day (customer_id, day, campaign_id, ad_group_id, criterion_id, impressions, clicks,
        cost_micros, conversions_micros, value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
      values (1, '2026-11-10', 2, 3, 7, 100, 10, 5000000, 2000000, 0, 0, 0, 0),
        (1, '2026-11-11', 2, 4, 7, 40, 1, 300000, 0, 0, 0, 0, 0)`,
    sql`insert into negative_keywords (customer_id, scope, scope_id, criterion_id, text, match_type, campaign_ids)
      values (1, 'ad_group', 3, 20, 'del grupo', 'EXACT', '[]'), (1, 'ad_group', 90, 21, 'de otro grupo', 'EXACT', '[]'),
        (1, 'campaign', 2, 22, 'de la campaña', 'BROAD', '[]'), (1, 'campaign', 9, 23, 'de otra campaña', 'BROAD', '[]'),
        (1, 'shared_set', 5, 24, 'de la lista', 'PHRASE', '[2, 9]'), (1, 'shared_set', 6, 25, 'de otra lista', 'PHRASE', '[9]')`,
  ])
    await t.ctx.db.execute(statement)
})

const said = (rows: KeywordRow[]) =>
  rows.map((row) => [row.adGroupName, row.keywordText, row.impressions, row.isNegative])

test('each keyword has its own sums and group, whatever shares its number; negatives of the place come last', async () => {
  const rows = await listCampaignKeywords(ctx, openResultCache(), { campaignId: '2', ...range })
  expect(said(rows)).toEqual([
    ['Con «comillas» y "otras"', 'sin tráfico', 0, false],
    ['Con «comillas» y "otras"', 'botas 🥾', 100, false],
    ['Niño', 'botas\\niño', 40, false],
    ['Con «comillas» y "otras"', 'del grupo', 0, true],
    [null, 'de la campaña', 0, true],
    [null, 'de la lista', 0, true],
  ])
  expect(rows[1]).toMatchObject({
    matchType: 2,
    costEuros: 5,
    ctr: 10,
    conversions: 2,
    qualityScore: 9,
  })
  expect(rows[2]).toMatchObject({ adGroupId: '4', keywordId: '7', status: 3, qualityScore: null })
})

test('an ad group has its own keywords, and the negatives that act in it', async () => {
  const rows = await listAdGroupKeywords(ctx, openResultCache(), { adGroupId: '4', ...range })
  expect(said(rows)).toEqual([
    ['Niño', 'botas\\niño', 40, false],
    [null, 'de la campaña', 0, true],
    [null, 'de la lista', 0, true],
  ])
})

test('a campaign without keywords has an empty list', async () => {
  const rows = await listCampaignKeywords(ctx, openResultCache(), { campaignId: '8', ...range })
  expect(rows).toEqual([])
})
