import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../tests/harness.ts'
import { CUSTOMER, openShop } from '../../tests/recommendation-shop.ts'
import { addDays } from '../shared/dates.ts'
import { readEffectEvidence } from './effect-evidence.ts'
import { loadSnapshot } from './snapshot/load-snapshot.ts'

// What Google puts beside a campaign to try something is the campaign itself, shown in another way.
const it = testApp()
const [BASE, COPY, OTHER, CHANGED] = [11, 12, 13, 14]
const FROM = '2026-09-01'
const day = (n: number) => addDays(FROM, n)

beforeAll(async () => {
  const shop = await openShop(it)
  await shop.reset()
  await it.ctx.db.execute(sql`delete from campaigns where customer_id = ${CUSTOMER}`)
  for (const id of [BASE, COPY, OTHER, CHANGED]) {
    const [type, base] = id === COPY ? ['EXPERIMENT', BASE] : ['BASE', null]
    await it.ctx.db.execute(sql`
      insert into campaigns (customer_id, campaign_id, name, status, channel_type, experiment_type, base_campaign_id)
      values (${CUSTOMER}, ${id}, ${`Campaña ${id}`}, 'ENABLED', 'SEARCH', ${type}, ${base})`)
    await it.ctx.db.execute(sql`
      insert into ad_groups (customer_id, ad_group_id, campaign_id, name, status)
      values (${CUSTOMER}, ${id * 10}, ${id}, 'Grupo', 'ENABLED')`)
    await it.ctx.db.execute(sql`
      insert into keywords (customer_id, ad_group_id, criterion_id, campaign_id, text, match_type, status, final_urls)
      values (${CUSTOMER}, ${id * 10}, 1, ${id}, 'zapatos', 'PHRASE', 'ENABLED', '{}')`)
    await it.ctx.db.execute(sql`
      insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
      values (${CUSTOMER}, ${id * 10}, ${id}, ${id}, ${`zapatos gratis ${id}`}, 'NONE')`)
    for (let n = 0; n < 80; n++) {
      const figures = sql`${day(n)}, 100, 10, 5000000, 1000000, 0`
      await it.ctx.db.execute(sql`
        insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros,
          value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
        values (${CUSTOMER}, ${id}, ${figures}, 100, 0, 0)`)
      await it.ctx.db.execute(sql`
        insert into search_term_day (customer_id, campaign_id, ad_group_id, criterion_id, term_id, day, impressions, clicks,
          cost_micros, conversions_micros, value_micros)
        values (${CUSTOMER}, ${id}, ${id * 10}, 1, ${id}, ${figures})`)
    }
  }
  await it.ctx.db.execute(
    sql`update ad_accounts set data_from = ${FROM}, data_to = ${day(79)} where customer_id = ${CUSTOMER}`,
  )
})

test('no rule sees the copy, its ad groups, keywords or searches', async () => {
  const snapshot = (await loadSnapshot(it.ctx, CUSTOMER))!
  const own = [BASE, OTHER, CHANGED].map(String)
  expect(snapshot.campaigns.map(({ id }) => id).sort()).toEqual(own)
  for (const parts of [snapshot.adGroups, snapshot.keywords, snapshot.searchTerms])
    expect([...new Set(parts.map(({ campaignId }) => campaignId))].sort()).toEqual(own)
})

test('what the copy shows and spends is its base’s, and nothing is counted twice', async () => {
  const snapshot = (await loadSnapshot(it.ctx, CUSTOMER))!
  const costOf = (id: number) =>
    snapshot.campaigns.find((one) => one.id === String(id))!.sums.costMicros!
  expect(costOf(OTHER)).toBeGreaterThan(0)
  expect(costOf(BASE)).toBe(2 * costOf(OTHER))
  const days = snapshot.campaignDays!.filter((one) => one.day === day(70))
  const clicks = days.map(({ campaignId, clicks }) => [Number(campaignId), clicks])
  expect(clicks.sort()).toEqual([
    [BASE, 20],
    [OTHER, 10],
    [CHANGED, 10],
  ])
  // All that they brought is named: none of it is hidden.
  expect(snapshot.hiddenSearchTerms!.clicks).toBe(0)
})

test('neither the copy nor the campaign that lent it its searches is a control', async () => {
  const windows = {
    before: { from: day(0), to: day(27) },
    after: { from: day(36), to: day(63) },
  }
  const place = { adGroupId: null, campaignIds: [String(CHANGED)] }
  const question = { place, windows, ownResources: [] }
  const account = {
    fileFacts: null,
    customerId: CUSTOMER,
    currencyCode: 'EUR',
    dataFrom: FROM,
  }
  expect((await readEffectEvidence(it.ctx, account, question)).untouched).toHaveLength(1)
  const base = { ...question, place: { ...place, campaignIds: [String(BASE)] } }
  const { changed } = await readEffectEvidence(it.ctx, account, base)
  expect(changed.after[0]!.clicks).toBe(20)
})
