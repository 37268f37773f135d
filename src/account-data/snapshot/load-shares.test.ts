import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { presentShares, sharesOf } from '#engine/account/known-settings.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { testContext } from '../../../tests/database.ts'
import { loadSnapshot } from './load-snapshot.ts'

const it = testContext()

test('shares of a campaign are of the days that have one, those of its newest week too', async () => {
  const customerId = 7
  const [userId, createdAt] = [randomUUID(), it.clock.now()]
  await it.ctx.db.insert(users).values({
    ...{ id: userId, email: 'ana@x.es', name: 'Ana', passwordHash: '-', role: 'user' },
    ...{ isActive: true, plan: 'premium', createdAt },
  })
  await it.ctx.db.insert(adAccounts).values({
    ...{ customerId, userId, googleCustomerId: '1000000007', name: 'Tienda', isManager: false },
    ...{ currencyCode: 'EUR', timeZone: 'Europe/Madrid', source: 'google', granularity: 'day' },
    ...{ connected: true, dataFrom: '2026-09-01', dataTo: '2026-11-19', syncVersion: 1, createdAt },
  })
  await it.ctx.db.insert(campaigns).values({
    ...{ customerId, campaignId: 1, name: 'Botas', status: 'ENABLED', channelType: 'SEARCH' },
  })
  await it.ctx.db.execute(sql`
    insert into campaign_day (customer_id, day, campaign_id, impressions, clicks, cost_micros, conversions_micros,
      value_micros, eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    select ${customerId}, day::date, 1, 100, 5, 1000000, 0, 0, known * 200, known * 50, known * 50
    from (select day, (extract(day from day)::int % 3 = 0)::int as known
      from generate_series('2026-09-01'::date, '2026-11-19', '1 day') day) days`)
  const [campaign] = (await loadSnapshot(it.ctx, customerId))!.campaigns
  const half = { won: 0.5, lostToBudget: 0.25, lostToRank: 0.25 }
  expect(sharesOf(campaign!)).toEqual(half)
  expect(campaign!.newestShare).toMatchObject({ impressions: 200, eligible: 400 })
  expect(presentShares(campaign!)).toEqual(half)
})
