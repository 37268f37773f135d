import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/harness.ts'
import { CUSTOMER, openShop, SHOP, type Shop } from '../../../tests/recommendation-shop.ts'
import { campaigns } from '../../platform/db/schema/entities.ts'
import {
  recommendationApplications,
  recommendations,
} from '../../platform/db/schema/recommendations.ts'
import { addDays, type Day, dayInZone, eachDay } from '../../shared/dates.ts'
import type { Measured } from '../../shared/measured.ts'
import { MICROS } from '../../shared/metrics.ts'
import { measureApplications } from './actions/measure-applications.ts'
import { calibrationFactors } from './queries/calibration.ts'
import { measureAfter } from './rules/outlook.ts'

// What an applied recommendation did, from its windows in the tables to the verdict in the history.
const it = testApp()
let shop: Shop
let applied: Day

beforeAll(async () => {
  shop = await openShop(it)
}, 120_000)

beforeEach(async () => {
  await shop.reset()
  await it.ctx.db.execute(sql`delete from campaign_day where customer_id = ${CUSTOMER}`)
  await it.ctx.db.execute(sql`delete from change_events where customer_id = ${CUSTOMER}`)
})

test('a budget that brought conversions at a good price has improved, and says by how much', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  const measured = await judge()
  expect(measured).toMatchObject({ verdict: 'mejorado', confounders: [], note: null })
  const { estimate, low, high } = measured!.kpi.change
  expect(low).toBeLessThan(0.4)
  expect(high).toBeGreaterThan(0.4)
  expect(estimate).toBeCloseTo(0.4, 1)
  // 28.8 conversions a day more at 30 €, for 400 clicks a day more at 1 €.
  expect(measured!.monthlyMicros!.estimate / MICROS).toBeGreaterThan(8_000)
  const [shown] = await shop.history()
  expect(shown!.resultado).toMatchObject({ status: 'improved', isForecast: false })
  expect(shown!.daysToMeasure).toBe(0)

  const ledger = await shop.owner.get(`/api/recomendaciones-calibracion/${SHOP}`)
  expect(ledger.status, ledger.text).toBe(200)
  expect(ledger.body).toMatchObject({
    rules: [{ rule: 'limited-budgets', cases: 1, predictedMicros: 10 * MICROS, casesOfAll: 1 }],
  })
  const factors = await calibrationFactors(it.ctx)
  expect(factors['limited-budgets']).toBeGreaterThan(1)
})

test('the same rise everywhere is not its doing', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 }, { clicks: 1.4, conversions: 1.4 })
  const measured = await judge()
  expect(measured!.verdict).not.toBe('mejorado')
  expect(Math.abs(measured!.kpi.change.estimate)).toBeLessThan(0.1)
})

test('before its day, or while days are missing, nothing is said', async () => {
  await applyOne({ daysAgo: 42 })
  await fill({ clicks: 1.4, conversions: 1.4 })
  expect(await judge()).toBeNull()
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  await it.ctx.db.execute(
    sql`update ad_accounts set data_to = ${addDays(applied, 20)} where customer_id = ${CUSTOMER}`,
  )
  expect(await judge()).toBeNull()
})

test('what others changed in the campaign meanwhile is listed and widens the interval', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  await changedByOthers(2)
  const measured = await judge()
  expect(measured!.confounders).toHaveLength(2)
  expect(measured!.confounders[0]).toContain('ana@agencia.test')
  const { low, high } = measured!.kpi.change
  expect(high - low).toBeGreaterThan(0.5)
})

test('with too many other changes it is inconclusive, and says why', async () => {
  await applyOne()
  await fill({ clicks: 1.4, conversions: 1.4 })
  await changedByOthers(6)
  expect(await judge()).toMatchObject({
    verdict: 'no_concluyente',
    note: expect.stringContaining('demasiados cambios'),
  })
})

test('a change to the whole account is never judged: nothing is left to compare with', async () => {
  await applyOne({ isOfAccount: true })
  await fill({ clicks: 1, conversions: 1 })
  expect(await judge()).toMatchObject({
    verdict: 'no_concluyente',
    monthlyMicros: null,
    note: expect.stringContaining('toda la cuenta'),
  })
})

/** Applied in Google's simulator now, and dated back. */
async function applyOne({ daysAgo = 45, isOfAccount = false } = {}) {
  await it.ctx.db.execute(sql`delete from campaign_day where customer_id = ${CUSTOMER}`)
  await shop.reset()
  const id = await shop.recommend([shop.raise(1.2)])
  const target = { key: 'target', label: 'Coste de referencia', unit: 'money', value: 30 * MICROS }
  const place = JSON.stringify(isOfAccount ? null : String(shop.campaignId))
  await it.ctx.db.update(recommendations).set({
    body: sql`jsonb_set(jsonb_set(${recommendations.body}, '{campaignId}', ${place}::jsonb),
      '{evidence,figures,0}', ${JSON.stringify(target)}::jsonb)`,
  })
  const made = await shop.apply(id)
  expect(made.status, made.text).toBe(200)
  const appliedAt = new Date(it.clock.now().getTime() - daysAgo * 86_400_000)
  applied = dayInZone(appliedAt, 'Europe/Madrid')
  await it.ctx.db
    .update(recommendationApplications)
    .set({ appliedAt, measureAfter: measureAfter(appliedAt, 'Europe/Madrid') })
}

type Factor = { clicks: number; conversions: number }

/** 1,000 clicks at 1 € and 72 conversions a day, of the changed campaign and of 24 others. */
async function fill(change: Factor, ofOthers: Factor = { clicks: 1, conversions: 1 }) {
  const others = Array.from({ length: 24 }, (_, i) => 900_000 + i)
  await it.ctx.db
    .insert(campaigns)
    .values(
      others.map((campaignId) => ({
        customerId: CUSTOMER,
        campaignId,
        name: `Otra ${campaignId}`,
        status: 'ENABLED',
        channelType: 'SEARCH',
        budgetId: campaignId,
        budgetMicros: 1,
      })),
    )
    .onConflictDoNothing()
  const days = eachDay(addDays(applied, -28), addDays(applied, 40))
  const rows = [shop.campaignId, ...others].flatMap((id) =>
    days.map((day, i) => {
      const factor =
        day > applied ? (id === shop.campaignId ? change : ofOthers) : { clicks: 1, conversions: 1 }
      const wave = 1 + 0.03 * Math.sin(i * 7 + id)
      const clicks = Math.round(1_000 * factor.clicks * wave)
      const conversions = Math.round(72 * factor.conversions * wave * MICROS)
      return sql`(${CUSTOMER}, ${id}, ${day}, ${clicks * 20}, ${clicks}, ${clicks * MICROS}, ${conversions}, 0, 0, 0, 0)`
    }),
  )
  await it.ctx.db.execute(sql`
    insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros,
      eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    values ${sql.join(rows, sql`, `)}`)
  await it.ctx.db.execute(
    sql`update ad_accounts set data_to = ${addDays(applied, 40)} where customer_id = ${CUSTOMER}`,
  )
}

async function changedByOthers(times: number) {
  await it.ctx.db.execute(sql`delete from change_events where customer_id = ${CUSTOMER}`)
  for (let i = 0; i < times; i++)
    await it.ctx.db.execute(sql`
      insert into change_events (customer_id, event_id, at, user_email, client_type, resource_type, resource_name,
        operation, changed_fields, old_resource, new_resource, campaign_id)
      values (${CUSTOMER}, ${`e${i}`}, ${`${addDays(applied, 10 + i)} 10:00:00`}, 'ana@agencia.test', 'GOOGLE_ADS_WEB_CLIENT',
        'CAMPAIGN_CRITERION', ${`customers/1/campaignCriteria/${i}`}, 'CREATE', '[]', '{}', '{}', ${shop.campaignId})`)
}

/** Judges, and reads the newest of the history. */
async function judge(): Promise<Measured | null> {
  await measureApplications(it.ctx, CUSTOMER)
  const [shown] = await shop.history()
  return shown?.measured ?? null
}
