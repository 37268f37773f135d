import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { effectWindows, LAG_DAYS } from '../src/engine/effect/effect-windows.ts'
import { enqueueSecondHalves } from '../src/features/recommendations/actions/apply-second-half.ts'
import { measureApplications } from '../src/features/recommendations/actions/measure-applications.ts'
import { recommendationJobs } from '../src/features/recommendations/jobs.ts'
import { changeEvents } from '../src/platform/db/schema/changes.ts'
import { recommendationApplications } from '../src/platform/db/schema/recommendations.ts'
import { runDueJobs } from '../src/platform/jobs.ts'
import type { AppliedHalves } from '../src/shared/applied-halves.ts'
import { addDays, type Day, dayInZone, eachDay } from '../src/shared/dates.ts'
import { MICROS } from '../src/shared/metrics.ts'
import type { Answer, TestApp } from './harness.ts'
import { CUSTOMER, type Shop } from './recommendation-shop.ts'

/** Searches without a word in common. */
export const SEARCHES = [...'abcdefghijklmnop'].map(
  (letter) => `${letter}rtefacto${letter}${letter}x`,
)

const AD_GROUP = 31
/** Days until the first half is judged: the past is filled up to then, and applications are dated back so far. */
const DAYS = 43
export const appliedDay = ({ clock }: TestApp) =>
  addDays(dayInZone(clock.now(), 'Europe/Madrid'), -DAYS)

/** 28 + 28 days of searches that cost from 2 to 8 € a day each, up to the day of the application. */
export async function fillPast(it: TestApp, shop: Shop): Promise<void> {
  const now = appliedDay(it)
  await it.ctx.db.execute(sql`delete from search_terms where customer_id = ${CUSTOMER}`)
  for (const table of ['search_term_day', 'campaign_day'])
    await it.ctx.db.execute(
      sql`delete from ${sql.identifier(table)} where customer_id = ${CUSTOMER}`,
    )
  for (const [i, text] of SEARCHES.entries())
    await it.ctx.db.execute(sql`
      insert into search_terms (customer_id, ad_group_id, term_id, campaign_id, text, status)
      values (${CUSTOMER}, ${AD_GROUP}, ${i + 1}, ${shop.campaignId}, ${text}, 'NONE')`)
  const days = eachDay(addDays(now, -56), addDays(now, -1))
  await it.ctx.db.execute(sql`
    insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros,
      eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    values ${sql.join(
      days.map(
        (day) =>
          sql`(${CUSTOMER}, ${shop.campaignId}, ${day}, 1000, 100, ${100 * MICROS}, ${10 * MICROS}, 0, 1000, 0, 0)`,
      ),
      sql`, `,
    )}`)
  await fillSearches(it, shop, days, () => ({ cost: 1, sold: 0 }))
}

/** `of`: how much of the usual, and conversions a day, for each search. */
export async function fillSearches(
  { ctx }: TestApp,
  shop: Shop,
  days: readonly Day[],
  of: (text: string) => { cost: number; sold: number },
): Promise<void> {
  const rows = SEARCHES.flatMap((text, i) =>
    days.map((day, at) => {
      const clicks = Math.round(
        (10 + (i % 8) * 4) * of(text).cost * (1 + 0.1 * Math.sin(at * 7 + i)),
      )
      const sold = Math.round(of(text).sold * MICROS)
      return sql`(${CUSTOMER}, ${shop.campaignId}, ${AD_GROUP}, 1, ${i + 1}, ${day}, ${clicks}, ${clicks}, ${clicks * 200_000}, ${sold}, 0)`
    }),
  )
  await ctx.db.execute(sql`
    insert into search_term_day (customer_id, campaign_id, ad_group_id, criterion_id, term_id, day, impressions, clicks, cost_micros,
      conversions_micros, value_micros)
    values ${sql.join(rows, sql`, `)}`)
  await sumMonths(ctx)
  const to = days.at(-1)!
  await ctx.db.execute(
    sql`update ad_accounts set data_to = ${to}, data_from = coalesce(data_from, ${days[0]!}) where customer_id = ${CUSTOMER}`,
  )
}

/** Of all searches, by day as they stand: windows of more than a month are read from these. */
async function sumMonths({ db }: TestApp['ctx']): Promise<void> {
  const names = sql.raw('campaign_id, ad_group_id, criterion_id, term_id')
  const figures = ['impressions', 'clicks', 'cost_micros', 'conversions_micros', 'value_micros']
  await db.execute(sql`delete from search_term_month where customer_id = ${CUSTOMER}`)
  await db.execute(sql`
    insert into search_term_month (customer_id, month, ${names}, ${sql.raw(figures.join(', '))})
    select customer_id, date_trunc('month', day)::date, ${names}, ${sql.raw(figures.map((name) => `sum(${name})`).join(', '))}
    from search_term_day where customer_id = ${CUSTOMER} group by 1, 2, ${names}`)
}

/** A card that excludes all searches, applied to the drawn half. */
export async function applyInHalves(shop: Shop): Promise<{ id: string; answer: Answer }> {
  const id = await shop.recommend(SEARCHES.map((text) => shop.negative(text)))
  const path = `/api/recomendaciones/${id}/aplicar`
  return { id, answer: await shop.owner.send('POST', path, { enMitades: true }) }
}

export async function application({ ctx }: TestApp) {
  const rows = await ctx.db.select().from(recommendationApplications)
  expect(rows).toHaveLength(1)
  const row = rows[0]!
  return { ...row, halves: row.halves as AppliedHalves, id: row.recommendationId }
}

/** Of the units' keys, those texts that were drawn for either half. */
export function textsOf({ pairs, outside }: AppliedHalves) {
  const plain = (key: string) => key.split(' ').slice(1).join(' ')
  return {
    now: [...pairs.flatMap((pair) => pair.now), ...outside].map(plain),
    later: pairs.flatMap((pair) => pair.later).map(plain),
  }
}

/** The application is dated back until it can be judged, with the days since then as told. */
export async function untilJudged(
  it: TestApp,
  shop: Shop,
  of: (text: string) => { cost: number; sold: number },
): Promise<void> {
  const from = appliedDay(it)
  const { readyOn } = effectWindows(from, LAG_DAYS)
  const appliedAt = new Date(it.clock.now().getTime() - DAYS * 86_400_000)
  await it.ctx.db
    .update(recommendationApplications)
    .set({ appliedAt, measureAfter: readyOn, secondOn: readyOn })
  await fillSearches(it, shop, eachDay(addDays(from, 1), addDays(readyOn, -1)), of)
}

/** In Google Ads, as its history tells it. */
export async function excludedByHand({ ctx }: TestApp, texts: readonly string[], on: Day) {
  await ctx.db.insert(changeEvents).values(
    texts.map((text, i) => ({
      customerId: CUSTOMER,
      eventId: `by hand ${i}`,
      at: `${on} 12:00:00`,
      userEmail: 'ana@agencia.test',
      clientType: 'GOOGLE_ADS_WEB_CLIENT',
      resourceType: 'CAMPAIGN_CRITERION',
      resourceName: `customers/1/campaignCriteria/1~${i}`,
      operation: 'CREATE',
      changedFields: [],
      oldResource: {},
      newResource: { campaignCriterion: { keyword: { text, matchType: 'PHRASE' } } },
    })),
  )
}

/** What follows a look at the account. */
export async function measureAndGoOn(it: TestApp): Promise<void> {
  await measureApplications(it.ctx, CUSTOMER)
  await enqueueSecondHalves(it.ctx, CUSTOMER)
  await runDueJobs(it.ctx, recommendationJobs)
}
