import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testContext } from '../../tests/database.ts'
import { readSoldTerms } from './sold-terms.ts'

const it = testContext()

// Of Performance Max a search has no ad group: two campaigns share its row, which names the one that was read last.
beforeAll(async () => {
  await it.ctx.db.execute(sql`
    insert into campaigns (customer_id, campaign_id, name, status, channel_type)
    select 5, c, 'Campaña ' || c, 'ENABLED', 'PERFORMANCE_MAX' from generate_series(1, 2) c`)
  await it.ctx.db.execute(sql`
    insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
    values (5, 0, 70, 2, 'manual pdf', 'UNKNOWN')`)
  await it.ctx.db.execute(sql`
    insert into search_term_day (customer_id, day, campaign_id, ad_group_id, criterion_id, term_id,
      impressions, clicks, cost_micros, conversions_micros, value_micros)
    values (5, '2026-11-02', 1, 0, 0, 70, 10, 5, 1000, 2000000, 0),
      (5, '2026-11-02', 2, 0, 0, 70, 10, 5, 1000, 0, 0)`)
})

const soldIn = async (campaignId: number) => {
  const question = { customerId: 5, from: '2026-11-01', to: '2026-11-15' }
  const sold = await readSoldTerms(it.ctx, { ...question, where: { campaign_id: [campaignId] } })
  return sold.map((one) => [one.text, one.campaignId, one.conversionsMicros])
}

test('a search is told as sold by the campaign that sold it', async () => {
  expect(await soldIn(1)).toEqual([['manual pdf', 1, 2_000_000]])
  expect(await soldIn(2)).toEqual([])
})

test('a search is excluded in the campaign that has the negative', async () => {
  await it.ctx.db.execute(sql`
    insert into negative_keywords (customer_id, scope, scope_id, criterion_id, text, match_type, campaign_ids)
    values (5, 'campaign', 1, 7, 'Manual PDF', 'EXACT', '[]')`)
  await it.ctx.db.execute(sql`update search_term_day set conversions_micros = 1000000`)
  const question = { customerId: 5, from: '2026-11-01', to: '2026-11-15' }
  const sold = await readSoldTerms(it.ctx, { ...question, where: { campaign_id: [1, 2] } })
  expect(sold.map((one) => [one.campaignId, one.isExcluded])).toEqual([
    [1, true],
    [2, false],
  ])
})
