import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ReplyOf } from '#shared/endpoint.ts'
import { testApp } from '../../../tests/harness.ts'
import { reportShop } from '../../../tests/report-shop.ts'
import { adAccounts } from '../../platform/db/schema/access.ts'
import type { getAccountHeatmap } from './contract/account-views.ts'
import { metricsOfDays } from './contract/eight-metrics.ts'
import type { AccountMetrics, getAccountTrend } from './contract/metrics.ts'

const it = testApp()

/** 15 € a day up to the 19th, and 4 € on the 20th by now. */
async function shopOfGoogle(facts: Partial<typeof adAccounts.$inferInsert> = {}) {
  const person = await it.signIn()
  const { customerId, accountId } = await reportShop(it, person, 'Zapatería')
  await it.ctx.db
    .update(adAccounts)
    .set({ source: 'google', lastSyncedAt: it.clock.now(), ...facts })
    .where(eq(adAccounts.customerId, customerId))
  for (const level of ['account_day', 'campaign_day'] as const)
    await it.ctx.db.execute(sql`
      update ${sql.identifier(level)} set cost_micros = 15000000 where customer_id = ${customerId}`)
  await it.ctx.db.execute(sql`
    insert into account_day (customer_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros)
    values (${customerId}, '2026-11-20', 400, 13, 4000000, 0, 0)`)
  const figuresOf = async (range: string) =>
    (await person.get(`/api/account-metrics/${accountId}?${range}`)).body as AccountMetrics
  const ofCampaign = async (range: string) => {
    const trend = await person.get(`/api/account-trend/${accountId}?level=campaign&id=1&${range}`)
    return metricsOfDays(trend.body as ReplyOf<typeof getAccountTrend>)
  }
  const hoursOf = async (range: string) =>
    (await person.get(`/api/account-heatmap/${accountId}?${range}`)).body as ReplyOf<
      typeof getAccountHeatmap
    >
  return { customerId, figuresOf, ofCampaign, hoursOf }
}

const LEVEL = { spend: '0%', clicks: '0%', conversions: '0%' }
const TWO_DAYS = 'from=2026-11-19&to=2026-11-20'

test('a range up to today is held against as many whole days', async () => {
  const { figuresOf, ofCampaign } = await shopOfGoogle()
  expect(await figuresOf(TWO_DAYS)).toMatchObject({ spend: 19, changes: LEVEL })
  expect(await figuresOf(`${TWO_DAYS}&compare=year`)).toMatchObject({ changes: { spend: '—' } })
  expect(await figuresOf('from=2026-11-20&to=2026-11-20')).toMatchObject({
    spend: 4,
    changes: { spend: '—' },
  })
  expect(await ofCampaign(TWO_DAYS)).toMatchObject({ spend: 15, changes: LEVEL })
})

test('days that were not read are no fall', async () => {
  const lastSyncedAt = new Date('2026-11-06T09:00:00Z')
  const { customerId, figuresOf, ofCampaign } = await shopOfGoogle({ lastSyncedAt })
  for (const level of ['account_day', 'campaign_day'] as const)
    await it.ctx.db.execute(sql`
      delete from ${sql.identifier(level)} where customer_id = ${customerId} and day > '2026-11-05'`)
  const range = 'from=2026-10-22&to=2026-11-20'
  expect(await figuresOf(range)).toMatchObject({ spend: 225, changes: LEVEL })
  expect(await ofCampaign(range)).toMatchObject({ spend: 225, changes: LEVEL })
  const none = await figuresOf('from=2026-11-10&to=2026-11-20')
  expect(none).toMatchObject({ spend: 0, changes: { spend: '—' } })
})

test('hours of days that are not over, or were not read, are none without spend', async () => {
  const { customerId, hoursOf } = await shopOfGoogle()
  await it.ctx.db.execute(sql`
    insert into hour_day (customer_id, campaign_id, day, hour, impressions, clicks, cost_micros, conversions_micros, value_micros)
    select ${customerId}, 1, d::date, 9, 40, 2, 1000000, 0, 0
    from generate_series('2026-11-01'::date, '2026-11-20'::date, '1 day') d`)
  const friday = async (range: string) => (await hoursOf(range)).cells[4 * 24 + 9]
  expect(await hoursOf('from=2026-11-07&to=2026-11-20')).toMatchObject({ to: '2026-11-19' })
  expect(await friday('from=2026-11-07&to=2026-11-20')).toMatchObject({ days: 1, spend: 1 })
  expect(await friday('from=2026-11-20&to=2026-11-20')).toMatchObject({ days: 1, spend: 1 })
  await it.ctx.db
    .update(adAccounts)
    .set({ lastSyncedAt: new Date('2026-11-06T09:00:00Z') })
    .where(eq(adAccounts.customerId, customerId))
  expect(await friday('from=2026-10-30&to=2026-11-20')).toMatchObject({ days: 1, spend: 0 })
})
