import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { adGroups, campaigns, keywords } from '#platform/db/schema/entities.ts'
import { openResultCache } from '#platform/result-cache.ts'
import { money } from '#shared/spanish-numbers.ts'
import { testContext } from '../../../tests/database.ts'
import { getAccountMetrics, getAccountTrend } from './queries/account.ts'
import { listAdGroups } from './queries/ad-groups.ts'
import { listAds } from './queries/ads.ts'
import { listCampaignMetrics } from './queries/campaigns.ts'
import { listAdGroupKeywords, listCampaignKeywords } from './queries/keywords.ts'
import { getSearchTermCoverage, listSearchTerms } from './queries/search-terms.ts'
import { getHeatmap, listDevices, listPlaces } from './queries/splits.ts'

// What strange questions get: a clear refusal or honest zeros, never another account's rows.
const t = testContext()
const cache = openResultCache()
const DINAR_SHOP = '1111111111'
const OTHER_SHOP = '3333333333'
const HOUR_CHANGE = '2026-10-25'
let owner: CallerContext
let stranger: CallerContext

beforeAll(async () => {
  owner = await personWith(1, DINAR_SHOP, 'KWD')
  stranger = await personWith(2, '2222222222', 'CLP')
  await t.ctx.db.insert(campaigns).values([
    { customerId: 1, campaignId: 10, name: 'Sin grupos', status: 'ENABLED', channelType: 'SEARCH' },
    { customerId: 1, campaignId: 11, name: 'Retirada', status: 'REMOVED', channelType: 'SEARCH' },
  ])
  await t.ctx.db
    .insert(adGroups)
    .values({ customerId: 1, adGroupId: 111, campaignId: 11, name: 'Retirado', status: 'REMOVED' })
  await t.ctx.db.insert(keywords).values({
    customerId: 1,
    adGroupId: 111,
    criterionId: 1111,
    campaignId: 11,
    text: 'botas',
    matchType: 'EXACT',
    status: 'REMOVED',
    finalUrls: [],
  })
  await t.ctx.db.execute(sql`
    insert into account_day (customer_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros)
    values (1, ${HOUR_CHANGE}::date, 100, 10, 1234500, 1000000, 0)`)
  await t.ctx.db.execute(sql`
    insert into keyword_day (customer_id, day, campaign_id, ad_group_id, criterion_id, impressions, clicks,
      cost_micros, conversions_micros, value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    values (1, ${HOUR_CHANGE}::date, 11, 111, 1111, 100, 10, 1234500, 1000000, 0, 0, 0, 0)`)
})

test.each([
  ['reversed', '2026-11-02', '2026-11-01', /posterior/],
  ['of ten years', '2016-11-01', '2026-11-01', /demasiado largo/],
])('a range %s is refused in words', async (_name, from, to, words) => {
  const asked = { customerId: DINAR_SHOP, compare: 'previous' as const, from, to }
  await expect(getAccountMetrics(owner, cache, asked)).rejects.toMatchObject({
    code: 'invalid',
    message: expect.stringMatching(words),
  })
})

test('a range in the future has zeros and no change', async () => {
  const range = { from: '2031-01-01', to: '2031-01-31' }
  const metrics = await getAccountMetrics(owner, cache, {
    customerId: DINAR_SHOP,
    compare: 'previous' as const,
    ...range,
  })
  expect(metrics).toMatchObject({ spend: 0, ctr: 0, changes: { clicks: '—' } })
})

test('the day the clock changes is one day, with its own figures, in a currency of three decimals', async () => {
  const range = { from: HOUR_CHANGE, to: HOUR_CHANGE }
  const asked = {
    customerId: DINAR_SHOP,
    compare: 'previous' as const,
    level: 'account' as const,
    ...range,
  }
  const metrics = await getAccountMetrics(owner, cache, asked)
  expect(metrics).toMatchObject({ currencyCode: 'KWD', spend: 1.2345, clicks: 10 })
  const { current } = await getAccountTrend(owner, cache, asked)
  expect(current.map(({ day }) => day)).toEqual([HOUR_CHANGE])
  expect(money(1_234_500, 'KWD').replace(/\s/g, ' ')).toBe('1,235 KWD')
})

test('a campaign without ad groups is empty, not an error', async () => {
  const campaignId = '10'
  const range = { from: '2026-10-01', to: '2026-10-31' }
  expect(await listAdGroups(owner, cache, { campaignId, ...range })).toEqual([])
  expect(await listCampaignKeywords(owner, cache, { campaignId, ...range })).toEqual([])
  expect(await listSearchTerms(owner, cache, { campaignId, ...range })).toEqual([])
  expect(await getSearchTermCoverage(owner, cache, { campaignId, ...range })).toMatchObject({
    total: 0,
    hiddenCost: null,
  })
})

test('what was removed keeps its history', async () => {
  const range = { from: '2026-10-20', to: '2026-10-31' }
  const [keyword] = await listAdGroupKeywords(owner, cache, { adGroupId: '111', ...range })
  expect(keyword).toMatchObject({ keywordText: 'botas', status: 4, clicks: 10 })
  const all = await listCampaignMetrics(owner, cache, { customerId: DINAR_SHOP, ...range })
  expect(all.find(({ campaign_id }) => campaign_id === '11')?.campaign_status).toBe(4)
})

test.each(['10', '999', '9999999999999999999', '0'])(
  'id %s is nothing to a stranger',
  async (id) => {
    const missing = { code: 'not_found' }
    await expect(listAdGroups(stranger, cache, { campaignId: id })).rejects.toMatchObject(missing)
    await expect(listAds(stranger, cache, { adGroupId: id })).rejects.toMatchObject(missing)
    const asked = { customerId: DINAR_SHOP, compare: 'previous' as const }
    await expect(getAccountMetrics(stranger, cache, asked)).rejects.toMatchObject(missing)
    await expect(listPlaces(stranger, cache, asked)).rejects.toMatchObject(missing)
  },
)

test('a campaign of another account of the same person is not found under this one', async () => {
  await personWith(3, OTHER_SHOP, 'EUR', owner.caller.userId)
  const range = { from: '2026-10-01', to: '2026-10-31' }
  const missing = { code: 'not_found' }
  for (const [level, id] of [
    ['campaign', '11'],
    ['ad_group', '111'],
  ] as const) {
    const trendOf = (customerId: string) =>
      getAccountTrend(owner, cache, { customerId, compare: 'previous', level, id, ...range })
    await expect(trendOf(OTHER_SHOP)).rejects.toMatchObject(missing)
    expect((await trendOf(DINAR_SHOP)).currencyCode).toBe('KWD')
  }
  const devicesOf = (customerId: string) =>
    listDevices(owner, cache, { customerId, campaignId: '11', ...range })
  await expect(devicesOf(OTHER_SHOP)).rejects.toMatchObject(missing)
  await expect(devicesOf(DINAR_SHOP)).resolves.toBeDefined()
  const placesOf = (customerId: string) =>
    listPlaces(owner, cache, { customerId, campaignId: '11', ...range })
  await expect(placesOf(OTHER_SHOP)).rejects.toMatchObject(missing)
  await expect(placesOf(DINAR_SHOP)).resolves.toEqual([])
  const heatmapOf = (customerId: string) =>
    getHeatmap(owner, cache, { customerId, campaignId: '11', ...range })
  await expect(heatmapOf(OTHER_SHOP)).rejects.toMatchObject(missing)
})

async function personWith(
  customerId: number,
  googleCustomerId: string,
  currencyCode: string,
  known?: string,
) {
  const { ctx } = t
  const [userId, createdAt] = [known ?? randomUUID(), ctx.clock.now()]
  const email = `${userId}@prueba.test`
  const person = { name: 'Prueba', passwordHash: '-', role: 'user' as const, isActive: true }
  if (!known) await ctx.db.insert(users).values({ id: userId, email, ...person, createdAt })
  await ctx.db.insert(adAccounts).values({
    customerId,
    userId,
    googleCustomerId,
    currencyCode,
    createdAt,
    name: 'Tienda',
    isManager: false,
    timeZone: 'Europe/Madrid',
    source: 'google',
    granularity: 'day',
    connected: true,
    syncVersion: 1,
  })
  const rights = { role: 'user' as const, isActive: true, plan: null, readOnly: false }
  return { ...ctx, caller: { userId, sessionHash: '', ...rights } }
}
