import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect } from 'vitest'
import { effectWindows, LAG_DAYS } from '../src/engine/effect/effect-windows.ts'
import { measureApplications } from '../src/features/recommendations/actions/measure-applications.ts'
import { changeEvents } from '../src/platform/db/schema/changes.ts'
import { campaigns } from '../src/platform/db/schema/entities.ts'
import {
  recommendationApplications,
  recommendations,
} from '../src/platform/db/schema/recommendations.ts'
import { addDays, type Day, dayInZone, eachDay } from '../src/shared/dates.ts'
import type { MeasuredOnWire } from '../src/shared/measured-on-wire.ts'
import { MICROS } from '../src/shared/metrics.ts'
import { insertCampaignDays } from './campaign-days.ts'
import type { TestApp } from './harness.ts'
import { CUSTOMER, openShop, type Shop } from './recommendation-shop.ts'

/** Campaigns beside the shop's own, each on a budget of its own. */
export const OTHERS = Array.from({ length: 24 }, (_, i) => 900_000 + i)

/** How many times as much as before. */
export type Factor = { clicks: number; conversions: number }
export const SAME: Factor = { clicks: 1, conversions: 1 }

/** The shop of a file of tests; before each as it was, with no days and no changes. */
export function measuredShop(it: TestApp): Shop {
  const opened = {} as Shop
  beforeAll(async () => void Object.assign(opened, await openShop(it)))
  beforeEach(async () => {
    await opened.reset()
    await forgetDays(it)
  })
  return opened
}

/** A budget raised by a card, and what followed; the day on which it was. */
export async function raisedBefore(
  it: TestApp,
  shop: Shop,
  own: Factor,
  ofOthers: (campaignId: number) => Factor = () => SAME,
): Promise<Day> {
  const applied = await applyBefore(it, shop)
  await fillDays(it, shop, applied, (id) => (id === shop.campaignId ? own : ofOthers(id)))
  return applied
}

/** No days and no changes of any campaign. */
export async function forgetDays({ ctx }: TestApp): Promise<void> {
  await ctx.db.execute(sql`delete from campaign_day where customer_id = ${CUSTOMER}`)
  await ctx.db.execute(sql`delete from change_events where customer_id = ${CUSTOMER}`)
}

/** How a card says what it is about: one campaign, several, several before cards listed them, or the account's settings as well. */
export type About = 'campaign' | readonly string[] | 'unlisted' | 'account'

/** A recommendation applied in Google's simulator now, and dated back; the day on which it was. */
export async function applyBefore(
  { ctx, clock }: TestApp,
  shop: Shop,
  { daysAgo = 45, about = 'campaign' }: { daysAgo?: number; about?: About } = {},
): Promise<Day> {
  const id = await shop.recommend([shop.raise(1.2)])
  const target = { key: 'target', label: 'Coste de referencia', unit: 'money', value: 30 * MICROS }
  const campaignId = about === 'campaign' ? `"${shop.campaignId}"` : 'null'
  await ctx.db.update(recommendations).set({
    body: sql`jsonb_set(jsonb_set(${recommendations.body}, '{campaignId}', ${campaignId}::jsonb),
      '{evidence,figures,0}', ${JSON.stringify(target)}::jsonb)`,
  })
  const made = await shop.apply(id)
  expect(made.status, made.text).toBe(200)
  const appliedAt = new Date(clock.now().getTime() - daysAgo * 86_400_000)
  const set = (path: string, value: unknown) => ({
    body: sql`jsonb_set(${recommendationApplications.body}, ${path}, ${JSON.stringify(value)}::jsonb)`,
  })
  await ctx.db.update(recommendationApplications).set({
    appliedAt,
    measureAfter: effectWindows(dayInZone(appliedAt, 'Europe/Madrid'), LAG_DAYS).readyOn,
    ...(typeof about === 'object' && set('{evidence,campaignIds}', about)),
    ...(about === 'account' && set('{evidence,change,operations,1}', OF_ACCOUNT)),
  })
  return dayInZone(appliedAt, 'Europe/Madrid')
}

const OF_ACCOUNT = { customerOperation: { update: { resourceName: 'customers/{customerId}' } } }

/** 1,000 clicks at 1 € and 72 conversions a day, of the shop's campaign and of the others; after `applied` times their factors. */
export async function fillDays(
  { ctx }: TestApp,
  shop: Shop,
  applied: Day,
  factorOf: (campaignId: number) => Factor,
): Promise<void> {
  const others = OTHERS.map((campaignId) => ({
    customerId: CUSTOMER,
    campaignId,
    name: `Otra ${campaignId}`,
    status: 'ENABLED',
    channelType: 'SEARCH',
    budgetId: campaignId,
    budgetMicros: 1,
  }))
  await ctx.db.insert(campaigns).values(others).onConflictDoNothing()
  const days = eachDay(addDays(applied, -28), addDays(applied, 40))
  const rows = [shop.campaignId, ...OTHERS].flatMap((id) =>
    days.map((day, i) => {
      const factor = day > applied ? factorOf(id) : { clicks: 1, conversions: 1 }
      const wave = 1 + 0.03 * Math.sin(i * 7 + id)
      const clicks = Math.round(1_000 * factor.clicks * wave)
      const conversions = Math.round(72 * factor.conversions * wave * MICROS)
      return { campaignId: id, day, clicks, conversions }
    }),
  )
  await insertCampaignDays(ctx.db, rows)
  await ctx.db.execute(
    sql`update ad_accounts set data_to = ${addDays(applied, 40)} where customer_id = ${CUSTOMER}`,
  )
}

/** Changes by a person inside a campaign in the weeks after. */
export async function changedByOthers(
  { ctx }: TestApp,
  { applied, campaignId, times }: { applied: Day; campaignId: number; times: number },
): Promise<void> {
  for (let i = 0; i < times; i++)
    await ctx.db.execute(sql`
      insert into change_events (customer_id, event_id, at, user_email, client_type, resource_type, resource_name,
        operation, changed_fields, old_resource, new_resource, campaign_id)
      values (${CUSTOMER}, ${`${campaignId} ${i}`}, ${`${addDays(applied, 10 + i)} 10:00:00`}, 'ana@agencia.test', 'GOOGLE_ADS_WEB_CLIENT',
        'CAMPAIGN_CRITERION', ${`customers/1/campaignCriteria/${i}`}, 'CREATE', '[]', '{}', '{}', ${campaignId})`)
}

/** Another card, applied on the same day: nothing but what tells where. */
export async function alsoApplied(
  { ctx }: TestApp,
  applied: Day,
  evidence: { campaignIds?: string[]; change: { operations: object[] } | null },
): Promise<void> {
  const [row] = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(eq(recommendationApplications.customerId, CUSTOMER))
  await ctx.db.insert(recommendationApplications).values({
    ...row!,
    id: crypto.randomUUID(),
    recommendationId: crypto.randomUUID(),
    appliedAt: new Date(`${applied}T12:00:00Z`),
    measureAfter: null,
    body: { campaignId: null, adGroupId: null, evidence },
  })
}

/** Judges, and reads the newest of the history. */
export async function judge({ ctx }: TestApp, shop: Shop): Promise<MeasuredOnWire | null> {
  await measureApplications(ctx, CUSTOMER)
  const [shown] = await shop.history()
  return shown?.measured ?? null
}

/** One search that both campaigns have; after `applied` 500 of its clicks a day, half of them named, are the other's. */
export async function sharedSearch(
  { ctx }: TestApp,
  applied: Day,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const rows = eachDay(addDays(applied, -28), addDays(applied, 40)).flatMap((day) => [
    ...(day <= applied ? [[from, day, 500, 36]] : [[to, day, 250, 18]]),
    // Its other searches, so that half of all its clicks are named.
    [to, day, 500, 36, 2],
  ])
  await ctx.db.execute(sql`delete from search_term_day where customer_id = ${CUSTOMER}`)
  await ctx.db.execute(sql`
    insert into search_term_day (customer_id, campaign_id, ad_group_id, criterion_id, term_id, day, impressions, clicks, cost_micros,
      conversions_micros, value_micros)
    values ${sql.join(
      rows.map(
        ([id, day, clicks, sold, term = 1]) =>
          sql`(${CUSTOMER}, ${id}, ${id}, 1, ${term}, ${day}, ${clicks}, ${clicks}, ${Number(clicks) * MICROS}, ${Number(sold) * MICROS}, 0)`,
      ),
      sql`, `,
    )}`)
}

/** The budget of every campaign beside the shop's own is multiplied by a person, in the weeks after. */
export async function stepBudgets({ ctx }: TestApp, applied: Day, times: number): Promise<void> {
  const rows = OTHERS.map((id) => ({
    customerId: CUSTOMER,
    eventId: `budget ${id} ${times}`,
    at: `${addDays(applied, 12)} 10:00:00`,
    userEmail: 'ana@agencia.test',
    clientType: 'GOOGLE_ADS_WEB_CLIENT',
    resourceType: 'CAMPAIGN_BUDGET',
    resourceName: `customers/1/campaignBudgets/${id}`,
    operation: 'UPDATE',
    changedFields: ['amount_micros'],
    oldResource: { campaignBudget: { amountMicros: 10 * MICROS } },
    newResource: { campaignBudget: { amountMicros: 10 * MICROS * times } },
  }))
  await ctx.db.insert(changeEvents).values(rows)
}
