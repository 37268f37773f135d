import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { adGroups, campaigns, searchTerms } from '#platform/db/schema/entities.ts'
import { openResultCache } from '#platform/result-cache.ts'
import { testContext } from '../../../tests/database.ts'
import { getAccountMetrics } from './queries/account.ts'
import { getSearchTermCoverage, listSearchTerms } from './queries/search-terms.ts'

const t = testContext()
const cache = openResultCache()
const TERMS = 50_000
const ODD = ['🥾 botas', 'حذاء جلد', '=SUM(1)', '<b>botas</b>', '%_\\', 'botas de montaña marrón']
const range = { from: '2026-11-01', to: '2026-11-19' }
let ctx: CallerContext

beforeAll(async () => {
  ctx = await newOwner(t.ctx)
  await t.ctx.db.execute(sql`
    insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
    select 1, 3, n, 2, 'botas ' || n, 'NONE' from generate_series(1, ${TERMS}::int) n`)
  await t.ctx.db.execute(sql`
    insert into search_term_day (customer_id, day, campaign_id, ad_group_id, criterion_id, term_id,
      impressions, clicks, cost_micros, conversions_micros, value_micros)
    select 1, '2026-11-10', 2, 3, 0, n, n, 1, 7000000, 0, 0 from generate_series(1, ${TERMS}::int) n`)
  const odd = ODD.map((text, i) => ({
    customerId: 1,
    adGroupId: 3,
    termId: TERMS + 1 + i,
    campaignId: 2,
    text,
    status: 'NONE',
  }))
  await t.ctx.db.insert(searchTerms).values(odd)
  await t.ctx.db.execute(sql`
    insert into search_term_day (customer_id, day, campaign_id, ad_group_id, criterion_id, term_id,
      impressions, clicks, cost_micros, conversions_micros, value_micros)
    select 1, '2026-11-10', 2, 3, 0, term_id, 0, 0, 0, 1000000, 0 from search_terms where term_id > ${TERMS}`)
})

test('the list stops at 5,000, most impressions first, and says how many there are', async () => {
  const rows = await listSearchTerms(ctx, cache, { campaignId: '2', ...range })
  expect(rows).toHaveLength(5_000)
  expect(rows[0]).toMatchObject({ search_term: `botas ${TERMS}`, impressions: TERMS, cost: 7 })
  expect(rows.at(-1)?.impressions).toBe(TERMS - 4_999)
  const coverage = await getSearchTermCoverage(ctx, cache, { campaignId: '2', ...range })
  expect(coverage).toMatchObject({ total: TERMS + ODD.length, listed: 5_000 })
  expect(coverage.hiddenClicks).toBeNull()
})

test.each(ODD)('a search reaches what the list does not carry: %s', async (text) => {
  const q = text.toUpperCase()
  const rows = await listSearchTerms(ctx, cache, { campaignId: '2', ...range, q })
  expect(rows.map((row) => row.search_term)).toEqual([text])
})

test.each([
  ['MONTANA', 'botas de montaña marrón'],
  ['Montaña marron', 'botas de montaña marrón'],
  ['bótas 49999', 'botas 49999'],
])('a search beyond what the list carries minds no accents: %s', async (q, text) => {
  const rows = await listSearchTerms(ctx, cache, { campaignId: '2', ...range, q })
  expect(rows.map((row) => row.search_term)).toEqual([text])
  const coverage = await getSearchTermCoverage(ctx, cache, { campaignId: '2', ...range, q })
  expect(coverage).toMatchObject({ total: 1 })
})

test('an account without any day, in a currency without decimals, has zeros and no invented changes', async () => {
  const asked = { customerId: '1234567890', ...range, compare: 'year' as const }
  expect(await getAccountMetrics(ctx, cache, asked)).toMatchObject({
    currencyCode: 'JPY',
    spend: 0,
    costPerConversion: 0,
    changes: { spend: '—' },
    comparison: { from: '2025-11-01', to: '2025-11-19', complete: false },
  })
})

async function newOwner(ctx: Context): Promise<CallerContext> {
  const userId = randomUUID()
  const now = ctx.clock.now()
  await ctx.db.insert(users).values({
    id: userId,
    email: 'duena@prueba.test',
    name: 'Dueña',
    passwordHash: '-',
    role: 'user',
    isActive: true,
    createdAt: now,
  })
  await ctx.db.insert(adAccounts).values({
    customerId: 1,
    userId,
    googleCustomerId: '1234567890',
    name: 'Botas',
    isManager: false,
    currencyCode: 'JPY',
    timeZone: 'Asia/Tokyo',
    source: 'google',
    granularity: 'day',
    connected: true,
    syncVersion: 1,
    createdAt: now,
  })
  const named = { customerId: 1, campaignId: 2, name: 'Botas', status: 'ENABLED' }
  await ctx.db.insert(campaigns).values({ ...named, channelType: 'SEARCH' })
  await ctx.db.insert(adGroups).values({ ...named, adGroupId: 3 })
  const caller = {
    userId,
    role: 'user' as const,
    isActive: true,
    plan: null,
    sessionHash: '',
    readOnly: false,
  }
  return { ...ctx, caller }
}
