import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testContext } from '../../tests/database.ts'
import { joinExclusions, TERM_STATUS } from './term-status.ts'

const it = testContext()
const [NEGATIVES, CAMPAIGNS] = [300, 20]

// A list of many negatives that many search campaigns use.
beforeAll(async () => {
  await it.ctx.db.execute(sql`
    insert into campaigns (customer_id, campaign_id, name, status, channel_type)
    select 5, c, 'Campaña ' || c, 'ENABLED', 'SEARCH' from generate_series(1, ${CAMPAIGNS}::int) c`)
  await it.ctx.db.execute(sql`
    insert into negative_keywords (customer_id, scope, scope_id, criterion_id, text, match_type, campaign_ids)
    select 5, 'shared_set', 9, k, 'zapatos ' || k, 'EXACT', (select jsonb_agg(c) from generate_series(1, ${CAMPAIGNS}::int) c)
    from generate_series(1, ${NEGATIVES}::int) k`)
  await it.ctx.db.execute(sql`
    insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
    select 5, g, 7, 1, 'Zapatos 7', 'NONE' from generate_series(0, 1) g`)
  await it.ctx.db.execute(sql`
    insert into search_term_day (customer_id, day, campaign_id, ad_group_id, criterion_id, term_id,
      impressions, clicks, cost_micros, conversions_micros, value_micros)
    select 5, '2026-11-02', c, case when c = 3 then 0 else 1 end, 0, 7, 10, 5, 1000, 0, 0
    from generate_series(1, ${CAMPAIGNS}::int) c`)
  await it.ctx.db.execute(sql`analyze`)
})

const statement = sql`
  select f.campaign_id, ${TERM_STATUS} as status from search_term_day f
  join search_terms t on t.customer_id = 5 and t.ad_group_id = f.ad_group_id and t.term_id = f.term_id
  ${joinExclusions(5)}
  where f.customer_id = 5`

type Node = { 'Actual Rows': number; 'Actual Loops': number; Plans?: Node[] }

/** The most rows that any step of it makes. */
async function mostRows(): Promise<number> {
  const { rows } = await it.ctx.db.execute<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    sql`explain (analyze, format json) ${statement}`,
  )
  const most = ({ Plans = [], ...node }: Node): number =>
    Math.max(node['Actual Rows'] * node['Actual Loops'], ...Plans.map(most))
  return most(rows[0]!['QUERY PLAN'][0].Plan)
}

test('a list of negatives is not unfolded for the search campaigns that use it', async () => {
  expect(await mostRows()).toBeLessThanOrEqual(NEGATIVES)
})

test('nor for them beside one of Performance Max, which has its own words', async () => {
  await it.ctx.db.execute(sql`
    update campaigns set channel_type = 'PERFORMANCE_MAX' where customer_id = 5 and campaign_id = 3`)
  expect(await mostRows()).toBeLessThanOrEqual(NEGATIVES)
  const { rows } = await it.ctx.db.execute(sql`${statement}`)
  expect(rows.filter(({ status }) => status === 'EXCLUDED')).toEqual([
    { campaign_id: 3, status: 'EXCLUDED' },
  ])
})
