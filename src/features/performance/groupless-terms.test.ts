import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { reportShop } from '../../../tests/report-shop.ts'

const it = testApp()

// Of Performance Max a search has no ad group: campaigns share its row, whose campaign and status say nothing of the others.
test('a search is excluded in the campaign whose negative or list stops it, and in no other', async () => {
  const person = await it.signIn()
  const { customerId } = await reportShop(it, person, 'Zapatería')
  const run = (statement: ReturnType<typeof sql>) => it.ctx.db.execute(statement)
  await run(sql`
    insert into campaigns (customer_id, campaign_id, name, status, channel_type)
    select ${customerId}, c, 'Máximo ' || c, 'ENABLED', 'PERFORMANCE_MAX' from generate_series(71, 72) c`)
  await run(sql`
    insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
    values (${customerId}, 0, 5, 72, 'zapatillas ñandú', 'UNKNOWN'), (${customerId}, 0, 6, 72, 'botas', 'UNKNOWN')`)
  await run(sql`
    insert into search_term_day (customer_id, day, campaign_id, ad_group_id, criterion_id, term_id,
      impressions, clicks, cost_micros, conversions_micros, value_micros)
    select ${customerId}, '2026-11-10', c, 0, 0, t, 10, 1, 1000000, 0, 0
    from generate_series(71, 72) c, generate_series(5, 6) t`)
  await run(sql`
    insert into negative_keywords (customer_id, scope, scope_id, criterion_id, text, match_type, campaign_ids)
    values (${customerId}, 'campaign', 71, 7, 'Zapatillas ñandú', 'EXACT', '[]'),
      (${customerId}, 'shared_set', 9, 7, 'botas', 'EXACT', '[72]')`)
  const excludedIn = async (campaign: number) => {
    const { body } = await person.get(
      `/api/campaigns/${campaign}/search-terms?from=2026-11-01&to=2026-11-19`,
    )
    const rows = body as { search_term: string; status: string }[]
    expect(rows).toHaveLength(2)
    return rows.flatMap(({ search_term, status }) => (status === 'EXCLUDED' ? [search_term] : []))
  }
  expect(await excludedIn(71)).toEqual(['zapatillas ñandú'])
  expect(await excludedIn(72)).toEqual(['botas'])
})
