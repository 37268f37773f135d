import { type SQL, sql } from 'drizzle-orm'
import { MICROS } from '../src/shared/metrics.ts'
import type { TestApp } from './harness.ts'
import { CUSTOMER } from './recommendation-shop.ts'

export type CampaignDay = {
  campaignId: number
  day: string
  clicks: number
  /** In millionths. */
  conversions: number
}

/** Days of campaigns of the shop at 1 € a click, of which every twentieth impression gets one. */
export async function insertCampaignDays(
  db: TestApp['ctx']['db'],
  rows: readonly CampaignDay[],
): Promise<void> {
  // As one value: to read a thousand rows of values by themselves takes the database twice as long.
  const given: SQL = sql`json_to_recordset(${JSON.stringify(rows)}) as row("campaignId" bigint, day date, clicks bigint, conversions bigint)`
  await db.execute(sql`
    insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros,
      eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    select ${CUSTOMER}, "campaignId", day, clicks * 20, clicks, clicks * ${MICROS}, conversions, 0, 0, 0, 0 from ${given}`)
}
