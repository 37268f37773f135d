import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testContext } from '../../../tests/database.ts'
import type { Account } from '../owned-account.ts'
import { loadKeywords, loadSearchTerms } from './load-keywords.ts'

const it = testContext()
/** 90 days: the newest third begins on 1 September. */
const WINDOW = { from: '2026-07-03', to: '2026-09-30' }
const account = { customerId: 5, source: 'google', fileFacts: null } as unknown as Account

/** A keyword of two clicks a day whose conversions come from August on, one of seven clicks, one of 30 in July; each with a search. */
beforeAll(async () => {
  for (const id of [21, 22, 23]) {
    await it.ctx.db.execute(sql`
      insert into keywords (customer_id, ad_group_id, criterion_id, campaign_id, text, match_type, status, final_urls)
      values (5, 11, ${id}, 1, ${`zapatos ${id}`}, 'PHRASE', 'ENABLED', '{}')`)
    await it.ctx.db.execute(sql`
      insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
      values (5, 11, ${id}, 1, ${`zapatos rojos ${id}`}, 'NONE')`)
  }
  for (const [table, columns, ids] of [
    [
      sql`keyword_day`,
      sql`eligible_impressions, lost_budget_impressions, lost_rank_impressions`,
      sql`0, 0, 0`,
    ],
    [sql`search_term_day`, sql`term_id`, sql`k`],
  ] as const)
    await it.ctx.db.execute(sql`
      insert into ${table} (customer_id, day, campaign_id, ad_group_id, criterion_id, impressions, clicks, cost_micros,
        conversions_micros, value_micros, ${columns})
      select 5, day::date, 1, 11, k, 100, case when k = 21 then 2 when k = 22 and day >= '2026-09-24' then 1 when k = 23 and day <= '2026-08-01' then 1 else 0 end, 1000000,
        case when k = 21 and day >= '2026-08-01' then 500000 else 0 end, 0, ${ids}
      from generate_series('2026-06-01'::date, '2026-10-05', '1 day') day, generate_series(21, 23) k`)
})

test('keywords and searches come with the newest third of their window, those that hardly sold without, but for what has ended', async () => {
  const parts = [
    await loadKeywords(it.ctx, account, WINDOW),
    await loadSearchTerms(it.ctx, account, WINDOW),
  ]
  for (const rows of parts) {
    const [many, ended, few] = rows.toSorted((a, b) => b.sums.clicks! - a.sums.clicks!)
    expect(many!.sums).toMatchObject({ clicks: 180, conversionsMicros: 61 * 500_000 })
    expect(many!.recent).toEqual({ clicks: 60, conversionsMicros: 30 * 500_000 })
    expect(ended!.sums.clicks).toBe(30)
    expect(ended!.recent).toEqual({ clicks: 0, conversionsMicros: 0 })
    expect(few!.sums.clicks).toBe(7)
    expect(few).not.toHaveProperty('recent')
  }
})

test('rows of a file, which may be of more than a day, have no newest third', async () => {
  const file = { ...account, source: 'imported' } as Account
  const keywords = await loadKeywords(it.ctx, file, WINDOW)
  const terms = await loadSearchTerms(it.ctx, file, WINDOW)
  expect(keywords.map(({ sums }) => sums.clicks).toSorted()).toEqual([180, 30, 7])
  for (const row of [...keywords, ...terms]) expect(row).not.toHaveProperty('recent')
})

test('of a large account each campaign without ad groups has all searches that it was found by, and its own negatives', async () => {
  const shop = { ...account, customerId: 6 } as Account
  await it.ctx.db.execute(sql`
    insert into campaigns (customer_id, campaign_id, name, status, channel_type)
    select 6, c, 'Campaña ' || c, 'ENABLED', 'PERFORMANCE_MAX' from generate_series(1, 2) c`)
  // Two thousand searches of Performance Max, whose rows name the campaign that was read last.
  const ids = sql`generate_series(1, 2000) k`
  await it.ctx.db.execute(sql`
    insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
    select 6, 0, k, 2, 'zapatos ' || k, case when k < 3 then 'EXCLUDED' else 'UNKNOWN' end from ${ids}`)
  for (const table of [
    sql`search_term_day (customer_id, day`,
    sql`search_term_month (customer_id, month`,
  ])
    await it.ctx.db.execute(sql`
      insert into ${table}, campaign_id, ad_group_id, criterion_id, term_id, impressions, clicks, cost_micros, conversions_micros, value_micros)
      select 6, '2026-09-01', c, 0, 0, k, 10, 1, 1000000, 0, 0 from ${ids}, generate_series(1, 2) c`)
  await it.ctx.db.execute(sql`
    insert into negative_keywords (customer_id, scope, scope_id, criterion_id, text, match_type, campaign_ids)
    values (6, 'campaign', 1, 7, 'Zapatos 5', 'EXACT', '[]'), (6, 'shared_set', 9, 7, 'zapatos 6', 'EXACT', '[2]')`)
  const terms = await loadSearchTerms(it.ctx, shop, WINDOW)
  const of = (id: string) => terms.filter(({ campaignId }) => campaignId === id)
  const excluded = (id: string) =>
    of(id).flatMap(({ term, status }) => (status === 'EXCLUDED' ? [term] : []))
  expect([of('1').length, of('2').length]).toEqual([2_000, 2_000])
  // What an earlier version wrote of one campaign stays until the next sync.
  expect(excluded('1').toSorted()).toEqual(['zapatos 1', 'zapatos 2', 'zapatos 5'])
  expect(excluded('2').toSorted()).toEqual(['zapatos 1', 'zapatos 2', 'zapatos 6'])
})

test('a keyword whose match type is not known is of no known state: advice on it would name the wrong one', async () => {
  const shop = { ...account, customerId: 7 } as Account
  for (const [id, type] of [
    [21, 'BROAD'],
    [22, 'BRAND_NEW_VALUE'],
    [23, 'UNKNOWN'],
  ])
    await it.ctx.db.execute(sql`
      insert into keywords (customer_id, ad_group_id, criterion_id, campaign_id, text, match_type, status, final_urls)
      values (7, 11, ${id}, 1, 'zapatos', ${type}, 'ENABLED', '{}')`)
  const keywords = await loadKeywords(it.ctx, shop, WINDOW)
  const statusOf = Object.fromEntries(keywords.map((one) => [one.criterionId, one.status]))
  expect(statusOf).toEqual({ 21: 'ENABLED', 22: 'UNKNOWN', 23: 'UNKNOWN' })
})
