import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop, type Shop } from '../../../tests/recommendation-shop.ts'
import { campaigns, searchTerms } from '../../platform/db/schema/entities.ts'
import { campaignDay, searchTermDay } from '../../platform/db/schema/facts.ts'
import { recommendations } from '../../platform/db/schema/recommendations.ts'
import type { ReplyOf } from '../../shared/endpoint.ts'
import type { getTermDays } from './contract/term-days.ts'

// How what search terms cost piled up, day by day, for a card that lists them.
const it = testApp()
let shop: Shop
const AD_GROUP = 9
const OTHER_CAMPAIGN = 123

beforeAll(async () => {
  shop = await openShop(it)
})

beforeEach(async () => {
  await shop.reset()
  for (const table of [searchTerms, searchTermDay, campaignDay])
    await it.ctx.db.delete(table).where(eq(table.customerId, CUSTOMER))
})

test('the listed searches in their campaign and window, the most costly each by itself', async () => {
  await spend('gratis uno', 1, [
    ['2026-09-01', 2, 3_000_000],
    ['2026-09-03', 1, 1_000_000],
  ])
  await spend('gratis dos', 2, [['2026-09-03', 4, 6_000_000]])
  await spend('gratis tres', 3, [['2026-10-05', 1, 500_000]])
  await spend('gratis cuatro', 4, [['2026-10-06', 1, 400_000]])
  // Before the window, in another campaign, and not on the card.
  await spend('gratis uno', 1, [['2026-08-01', 9, 9_000_000]])
  await spend('gratis uno', 1, [['2026-09-01', 7, 7_000_000]], OTHER_CAMPAIGN)
  await spend('zapatos', 5, [['2026-09-01', 50, 50_000_000]])
  await campaignSold({ clicks: 90, conversions: 9 })

  const id = await cardOf(['gratis uno', 'gratis dos', 'gratis tres', 'gratis cuatro'])
  const { status, body, text } = await shop.owner.get(address(id))
  expect(status, text).toBe(200)
  expect(body as ReplyOf<typeof getTermDays>).toEqual({
    from: '2026-08-22',
    to: '2026-11-19',
    all: [
      { day: '2026-09-01', clicks: 2, costMicros: 3_000_000 },
      { day: '2026-09-03', clicks: 5, costMicros: 7_000_000 },
      { day: '2026-10-05', clicks: 1, costMicros: 500_000 },
      { day: '2026-10-06', clicks: 1, costMicros: 400_000 },
    ],
    top: [
      { term: 'gratis dos', days: [{ day: '2026-09-03', clicks: 4, costMicros: 6_000_000 }] },
      {
        term: 'gratis uno',
        days: [
          { day: '2026-09-01', clicks: 2, costMicros: 3_000_000 },
          { day: '2026-09-03', clicks: 1, costMicros: 1_000_000 },
        ],
      },
      { term: 'gratis tres', days: [{ day: '2026-10-05', clicks: 1, costMicros: 500_000 }] },
    ],
    // 9 clicks at 9 conversions in 90.
    expected: 0.9,
  })
})

test('each campaign’s searches by the rate of their own campaign', async () => {
  await spend('gratis uno', 1, [['2026-09-01', 50, 3_000_000]])
  await spend('gratis dos', 2, [['2026-09-02', 1, 6_000_000]], OTHER_CAMPAIGN)
  await campaignSold({ clicks: 1_000, conversions: 10 })
  await campaignSold({ clicks: 1_000, conversions: 500 }, OTHER_CAMPAIGN)
  await it.ctx.db.insert(campaigns).values({
    customerId: CUSTOMER,
    campaignId: OTHER_CAMPAIGN,
    name: 'Búsqueda',
    status: 'ENABLED',
    channelType: 'SEARCH',
  })
  const id = await cardOf(['gratis uno', 'gratis dos'])
  const { body } = await shop.owner.get(address(id))
  // 50 at one in a hundred and one at one in two, where both campaigns together sold to a quarter of the clicks.
  expect((body as ReplyOf<typeof getTermDays>).expected).toBeCloseTo(1, 10)
})

test('a search of two campaigns without ad groups is found in each, whichever its row names', async () => {
  await spend('gratis uno', 1, [['2026-09-01', 7, 7_000_000]], OTHER_CAMPAIGN, 0)
  await spend('gratis uno', 1, [['2026-09-01', 2, 3_000_000]], shop.campaignId, 0)
  const id = await cardOf(['gratis uno'])
  const { body } = await shop.owner.get(address(id))
  expect(body).toMatchObject({ all: [{ day: '2026-09-01', clicks: 2, costMicros: 3_000_000 }] })
})

test('nothing where one has sold since: the card’s claim no longer holds', async () => {
  await spend('gratis uno', 1, [['2026-09-01', 50, 3_000_000]])
  await campaignSold({ clicks: 1_000, conversions: 10 })
  const id = await cardOf(['gratis uno'])
  await it.ctx.db
    .update(searchTermDay)
    .set({ conversions_micros: 1_000_000 })
    .where(eq(searchTermDay.customerId, CUSTOMER))
  const { body } = await shop.owner.get(address(id))
  expect(body).toMatchObject({ all: [], top: [], expected: null })
})

test('nothing for a card that lists no searches, and 404 for a stranger', async () => {
  const id = await shop.recommend([])
  const { body } = await shop.owner.get(address(id))
  expect(body).toMatchObject({ all: [], top: [], expected: null })
  const stranger = await it.signIn()
  expect((await stranger.get(address(id))).status).toBe(404)
})

const address = (id: string) => `/api/recomendaciones/${id}/busquedas-por-dia`

async function cardOf(terms: readonly string[]): Promise<string> {
  const id = await shop.recommend([])
  const { db } = it.ctx
  const [row] = await db.select().from(recommendations).where(eq(recommendations.id, id))
  const { evidence, ...card } = (row?.body ?? {}) as { evidence: Record<string, unknown> }
  const rows = terms.map((term) => ({ term, campaign: 'Búsqueda', conversions: 0 }))
  const body = { ...card, evidence: { ...evidence, table: { columns: [], rows } } }
  await db.update(recommendations).set({ body }).where(eq(recommendations.id, id))
  return id
}

async function spend(
  text: string,
  termId: number,
  days: readonly [day: string, clicks: number, costMicros: number][],
  campaignId = shop.campaignId,
  adGroupId = campaignId === shop.campaignId ? AD_GROUP : AD_GROUP + 1,
) {
  const { db } = it.ctx
  const term = { customerId: CUSTOMER, adGroupId, campaignId, termId, text, status: 'NONE' }
  await db.insert(searchTerms).values(term).onConflictDoNothing()
  for (const [day, clicks, costMicros] of days)
    await db.insert(searchTermDay).values({
      ...sums({ clicks, costMicros, conversions: 0 }),
      day,
      campaign_id: campaignId,
      ad_group_id: adGroupId,
      criterion_id: 0,
      term_id: termId,
    } as never)
}

async function campaignSold(
  sold: { clicks: number; conversions: number },
  campaignId = shop.campaignId,
) {
  await it.ctx.db.insert(campaignDay).values({
    ...sums({ ...sold, costMicros: 1_000_000 }),
    // Of a month that is not wholly in the window, which the sums of months would answer.
    day: '2026-08-25',
    campaign_id: campaignId,
  } as never)
}

function sums(of: { clicks: number; costMicros: number; conversions: number }) {
  return {
    customerId: CUSTOMER,
    impressions: 100,
    clicks: of.clicks,
    cost_micros: of.costMicros,
    conversions_micros: of.conversions * 1_000_000,
    value_micros: 0,
    all_conversions_micros: of.conversions * 1_000_000,
    eligible_impressions: 100,
    lost_budget_impressions: 0,
    lost_rank_impressions: 0,
  }
}
