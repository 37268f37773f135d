import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../tests/harness.ts'
import { CUSTOMER, openShop, type Shop } from '../../tests/recommendation-shop.ts'
import { changeEvents } from '../platform/db/schema/changes.ts'
import { recommendationApplications } from '../platform/db/schema/recommendations.ts'
import { addDays } from '../shared/dates.ts'
import { readEffectEvidence } from './effect-evidence.ts'

// Who others are held against where cards changed parts of them: two ad groups of two keywords each, one click a day of each keyword
// at 1 €; the other campaigns have one click and one search a day more.
const it = testApp()
const [CHANGED, OTHER, CALM] = [11, 12, 13]
const FROM = '2026-07-01'
const day = (n: number) => addDays(FROM, n)
const windows = {
  before: { from: day(0), to: day(27) },
  after: { from: day(35), to: day(62) },
}
let shop: Shop

beforeEach(async () => {
  shop ??= await openShop(it)
  await shop.reset()
  for (const table of [
    'campaigns',
    'ad_groups',
    'keywords',
    'search_terms',
    'campaign_day',
    'ad_group_day',
    'keyword_day',
    'search_term_day',
    'change_events',
  ])
    await it.ctx.db.execute(
      sql`delete from ${sql.identifier(table)} where customer_id = ${CUSTOMER}`,
    )
  for (const id of [CHANGED, OTHER, CALM]) await fillCampaign(id)
})

async function fillCampaign(id: number) {
  const days = sql`generate_series(${day(0)}::date, ${day(62)}::date, '1 day') d`
  const [groups, words] = [sql`generate_series(1, 2) g`, sql`generate_series(1, 2) k`]
  const share = sql.raw('eligible_impressions, lost_budget_impressions, lost_rank_impressions')
  const figures = sql.raw('impressions, clicks, cost_micros, conversions_micros, value_micros')
  const run = (statement: ReturnType<typeof sql>) => it.ctx.db.execute(statement)
  await run(sql`insert into campaigns (customer_id, campaign_id, name, status, channel_type, budget_id)
    values (${CUSTOMER}, ${id}, ${`Campaña ${id}`}, 'ENABLED', 'SEARCH', ${900 + id})`)
  await run(sql`insert into ad_groups (customer_id, ad_group_id, campaign_id, name, status)
    select ${CUSTOMER}, ${id * 10} + g, ${id}, 'Grupo', 'ENABLED' from ${groups}`)
  await run(sql`insert into keywords (customer_id, ad_group_id, criterion_id, campaign_id, text, match_type, status, final_urls)
    select ${CUSTOMER}, ${id * 10} + g, k, ${id}, 'zapatos', 'BROAD', 'ENABLED', '[]' from ${groups}, ${words}`)
  await run(sql`insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
    values (${CUSTOMER}, ${id * 10 + 1}, ${id * 10 + 1}, ${id}, 'zapatos gratis', 'NONE'), (${CUSTOMER}, ${id * 10 + 2}, ${id * 10 + 2}, ${id}, 'zapatos rojos', 'NONE')`)
  await run(sql`insert into campaign_day (customer_id, day, campaign_id, ${figures}, ${share})
    select ${CUSTOMER}, d::date, ${id}, 80, 4, 4000000, 400000, 0, 0, 0, 0 from ${days}`)
  await run(sql`insert into ad_group_day (customer_id, day, campaign_id, ad_group_id, ${figures}, ${share})
    select ${CUSTOMER}, d::date, ${id}, ${id * 10} + g, 40, 2, 2000000, 200000, 0, 0, 0, 0 from ${days}, ${groups}`)
  await run(sql`insert into keyword_day (customer_id, day, campaign_id, ad_group_id, criterion_id, ${figures}, ${share})
    select ${CUSTOMER}, d::date, ${id}, ${id * 10} + g, k, 20, 1, 1000000, 100000, 0, 0, 0, 0 from ${days}, ${groups}, ${words}`)
  // Half of the clicks are named.
  await run(sql`insert into search_term_day (customer_id, day, campaign_id, ad_group_id, criterion_id, term_id, ${figures})
    select ${CUSTOMER}, d::date, ${id}, ${id * 10} + t, 1, ${id * 10} + t, 20, 1, 1000000, 0, 0 from ${days}, generate_series(1, 2) t`)
}

type Card = { operations: object[]; campaignId?: number; on?: string; undone?: string }

/** A card on others, applied in the window unless said otherwise. */
async function applied({ operations, campaignId, on = day(30), undone }: Card) {
  await it.ctx.db.insert(recommendationApplications).values({
    customerId: CUSTOMER,
    id: crypto.randomUUID(),
    recommendationId: crypto.randomUUID(),
    rule: 'keyword-bids',
    state: undone ? 'undone' : 'applied',
    stateSince: new Date(`${on}T12:00:00Z`),
    appliedBy: crypto.randomUUID(),
    appliedAt: new Date(`${on}T12:00:00Z`),
    undoneAt: undone ? new Date(`${undone}T12:00:00Z`) : null,
    body: {
      campaignId: campaignId ? String(campaignId) : null,
      adGroupId: null,
      evidence: { change: { operations } },
    },
    assumed: { status: 'x', actualImprovement: null, comparisonPeriod: '', kpiVariation: null },
    problems: [],
  })
}

const name = (rest: string) => `customers/{customerId}/${rest}`
const pausing = (adGroup: number, criterion: number) => ({
  adGroupCriterionOperation: {
    updateMask: 'status',
    update: { resourceName: name(`adGroupCriteria/${adGroup}~${criterion}`), status: 'PAUSED' },
  },
})
const stopping = (text: string, matchType = 'PHRASE') => ({
  campaignCriterionOperation: {
    create: {
      campaign: name(`campaigns/${OTHER}`),
      negative: true,
      keyword: { text, matchType },
    },
  },
})
const raising = (id: number) => ({
  campaignBudgetOperation: {
    updateMask: 'amountMicros',
    update: { resourceName: name(`campaignBudgets/${900 + id}`), amountMicros: '11000000' },
  },
})

/** Of each that the changed one is held against: clicks a day, conversions a day, and what was changed of it over the rest. */
async function donors(adGroupId: string | null = null, ownResources: string[] = []) {
  const account = {
    fileFacts: null,
    customerId: CUSTOMER,
    currencyCode: 'EUR',
    dataFrom: null,
  }
  const place = { adGroupId, campaignIds: [String(CHANGED)] }
  const asked = { place, windows, ownResources }
  const { untouched } = await readEffectEvidence(it.ctx, account, asked)
  return untouched.map(({ before, after, edited }) => {
    for (const { clicks } of [...before, ...after]) expect(clicks).toBe(before[0]!.clicks)
    return [before[0]!.clicks, before[0]!.conversionsMicros / 1e6, edited]
  })
}

const ALONE = [4, 0.4, 0]

test('a keyword of four that a card paused is left out, and told', async () => {
  await applied({ operations: [pausing(OTHER * 10 + 1, 1)] })
  expect(await donors()).toEqual([[3, expect.closeTo(0.3, 9), 1 / 3], ALONE])
})

test('an ad group counts once, whatever of it other steps are about; more than half is no control', async () => {
  const group = {
    adGroupOperation: { update: { resourceName: name(`adGroups/${OTHER * 10 + 1}`) } },
  }
  await applied({ operations: [group, pausing(OTHER * 10 + 1, 1)] })
  expect(await donors()).toEqual([[2, 0.2, 1], ALONE])
  await applied({ operations: [pausing(OTHER * 10 + 2, 1)] })
  expect(await donors()).toEqual([ALONE])
})

test('excluded searches are left out, as many as their campaign hides besides', async () => {
  await applied({ operations: [stopping('gratis')] })
  // One click a day of four, of which two are named: it stands for two.
  expect(await donors()).toEqual([[2, expect.closeTo(0.4, 9), 1], ALONE])
})

test('so are those of campaigns without ad groups, whose row may name another one', async () => {
  await applied({ operations: [stopping('gratis')] })
  await it.ctx.db.execute(sql`update search_terms set ad_group_id = 0, campaign_id = ${CALM}
    where customer_id = ${CUSTOMER} and campaign_id = ${OTHER}`)
  await it.ctx.db.execute(sql`update search_term_day set ad_group_id = 0, criterion_id = 0
    where customer_id = ${CUSTOMER} and campaign_id = ${OTHER}`)
  expect(await donors()).toEqual([[2, expect.closeTo(0.4, 9), 1], ALONE])
})

test('searches that others without ad groups were found by are none of a search campaign’s', async () => {
  await applied({ operations: [stopping('gratis')] })
  await it.ctx.db.execute(sql`
    insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
    select ${CUSTOMER}, 0, k, ${CALM}, 'gratis ' || k, 'UNKNOWN' from generate_series(1000, 6000) k`)
  expect(await donors()).toEqual([[2, expect.closeTo(0.4, 9), 1], ALONE])
})

test('what excludes nothing that came changes nothing', async () => {
  await applied({ operations: [stopping('gratis', 'EXACT')] })
  expect(await donors()).toEqual([ALONE, ALONE])
})

test('what is about all of it, or about nothing that shows, is no control', async () => {
  const whole = [
    { campaignOperation: { update: { resourceName: name(`campaigns/${OTHER}`) } } },
    { campaignCriterionOperation: { remove: name(`campaignCriteria/${OTHER}~5`) } },
    { campaignBudgetOperation: { remove: name(`campaignBudgets/${900 + OTHER}`) } },
  ]
  for (const step of whole) {
    await applied({ operations: [pausing(OTHER * 10 + 1, 1), step] })
    expect(await donors(), JSON.stringify(step)).toEqual([ALONE])
    await it.ctx.db.delete(recommendationApplications)
  }
  await applied({ operations: [], campaignId: OTHER })
  expect(await donors()).toEqual([ALONE])
  await it.ctx.db.delete(recommendationApplications)
  // Named by the card, but no step says what of it.
  await applied({ operations: [pausing(CALM * 10 + 1, 1)], campaignId: OTHER })
  expect(await donors()).toEqual([[3, expect.closeTo(0.3, 9), 1 / 3]])
  await it.ctx.db.delete(recommendationApplications)
  await it.ctx.db.execute(sql`delete from keyword_day where campaign_id = ${OTHER}`)
  await applied({ operations: [pausing(OTHER * 10 + 1, 1)] })
  expect(await donors()).toEqual([ALONE])
})

test('one applied before the weeks and taken back within them changed it within them', async () => {
  await applied({ operations: [pausing(OTHER * 10 + 1, 1)], on: day(-9) })
  expect(await donors()).toEqual([ALONE, ALONE])
  await applied({ operations: [pausing(OTHER * 10 + 1, 1)], on: day(-9), undone: day(40) })
  expect(await donors()).toEqual([[3, expect.closeTo(0.3, 9), 1 / 3], ALONE])
})

test('a budget that a card moved a tenth keeps the campaign a control, once Google’s history says that it was no more', async () => {
  await applied({ operations: [raising(OTHER)] })
  expect(await donors()).toEqual([ALONE])
  await it.ctx.db.execute(sql`
    insert into change_events (customer_id, event_id, at, user_email, client_type, resource_type, resource_name,
      operation, changed_fields, old_resource, new_resource, campaign_id)
    values (${CUSTOMER}, 'budget', ${`${day(30)} 12:00:00`}, 'ana@agencia.test', 'GOOGLE_ADS_API', 'CAMPAIGN_BUDGET',
      ${`customers/1/campaignBudgets/${900 + OTHER}`}, 'UPDATE', '["amount_micros"]',
      '{"campaignBudget":{"amountMicros":"10000000"}}', '{"campaignBudget":{"amountMicros":"11000000"}}', null)`)
  expect(await donors()).toEqual([[4, 0.4, expect.closeTo(Math.log(1.1), 9)], ALONE])
})

test('ad groups are held against those of other campaigns: one beside a paused keyword may have its searches', async () => {
  await applied({ operations: [pausing(OTHER * 10 + 1, 1)] })
  expect(await donors(String(CHANGED * 10 + 1))).toEqual([
    [1, expect.closeTo(0.1, 9), 1],
    [2, 0.2, 1 / 3],
    [2, 0.2, 0],
    [2, 0.2, 0],
  ])
})

/** Changed straight in Google Ads. */
async function byHand(resourceType: string, more: Partial<typeof changeEvents.$inferInsert>) {
  await it.ctx.db.insert(changeEvents).values({
    customerId: CUSTOMER,
    eventId: crypto.randomUUID(),
    at: `${day(40)} 12:00:00`,
    userEmail: 'ana@agencia.test',
    clientType: 'GOOGLE_ADS_WEB_CLIENT',
    resourceType,
    resourceName: `customers/1/adGroupCriteria/${OTHER * 10 + 1}~1`,
    operation: 'UPDATE',
    changedFields: ['status'],
    oldResource: {},
    newResource: {},
    campaignId: OTHER,
    adGroupId: OTHER * 10 + 1,
    ...more,
  })
}

const bid = (from: number, to: number) => ({
  changedFields: ['cpc_bid_micros'],
  oldResource: { adGroupCriterion: { cpcBidMicros: from * 1e6 } },
  newResource: { adGroupCriterion: { cpcBidMicros: to * 1e6 } },
})

test('what a hand changed of a part is left out as a card’s is; a small step of a bid is not', async () => {
  await byHand('AD_GROUP_CRITERION', bid(1, 1.1))
  expect(await donors()).toEqual([ALONE, ALONE])
  await byHand('AD_GROUP_CRITERION', bid(1.1, 2))
  expect(await donors()).toEqual([[3, expect.closeTo(0.3, 9), 1 / 3], ALONE])
  await byHand('AD_GROUP_AD', { resourceName: `customers/1/adGroupAds/${OTHER * 10 + 1}~9` })
  expect(await donors()).toEqual([[2, 0.2, 1], ALONE])
})

test('a budget that one card moved a little with others is no control for them', async () => {
  const resourceName = `customers/1/campaignBudgets/${900 + OTHER}`
  const amount = (euros: number) => ({ campaignBudget: { amountMicros: euros * 1e6 } })
  await byHand('CAMPAIGN_BUDGET', {
    ...{ resourceName, changedFields: ['amount_micros'], campaignId: null, adGroupId: null },
    ...{ oldResource: amount(10), newResource: amount(11) },
  })
  expect(await donors()).toEqual([[4, 0.4, expect.closeTo(Math.log(1.1), 9)], ALONE])
  expect(await donors(null, [resourceName])).toEqual([ALONE])
})

test('searches excluded or let in again by hand are left out', async () => {
  const keyword = { text: 'gratis', matchType: 'PHRASE' }
  const oldResource = { campaignCriterion: { negative: true, keyword } }
  await byHand('CAMPAIGN_CRITERION', { operation: 'REMOVE', oldResource, adGroupId: null })
  expect(await donors()).toEqual([[2, expect.closeTo(0.4, 9), 1], ALONE])
})

test('what hands changed most of, or no part can be told of, is a control only where hardly any are left', async () => {
  const count = async () => (await donors()).length
  await byHand('CAMPAIGN_CRITERION', { resourceName: `customers/1/campaignCriteria/${OTHER}~5` })
  // As it is, for only the calm one is left besides.
  expect(await donors()).toEqual([ALONE, ALONE])
  for (let id = 20; id < 28; id++) await fillCampaign(id)
  expect(await count()).toBe(10)
  // Ten besides: it is dropped.
  await fillCampaign(28)
  expect(await count()).toBe(10)
})
