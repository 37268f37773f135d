import { eq, sql } from 'drizzle-orm'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import { addDays, dayInZone, eachDay } from '../src/shared/dates.ts'
import { MICROS } from '../src/shared/metrics.ts'
import type { TestApp } from './harness.ts'
import { CUSTOMER } from './recommendation-shop.ts'

/** 90 days of some campaigns, at 1 € a click. */
export async function fillQuarter(
  { ctx, clock }: TestApp,
  ids: readonly number[],
  of: (id: number, day: string) => { clicks: number; conversions: number },
) {
  const today = dayInZone(clock.now(), 'Europe/Madrid')
  const days = eachDay(addDays(today, -90), addDays(today, -1))
  const rows = ids.flatMap((id) =>
    days.map((day, i) => {
      const wave = 1 + 0.03 * Math.sin(i * 7 + id)
      const { clicks, conversions } = of(id, day)
      const shown = Math.round(clicks * wave)
      return sql`(${CUSTOMER}, ${id}, ${day}, ${shown * 20}, ${shown}, ${shown * MICROS}, ${Math.round(conversions * wave * MICROS)}, 0, 0, 0, 0)`
    }),
  )
  await ctx.db.execute(sql`
    insert into campaign_day (customer_id, campaign_id, day, impressions, clicks, cost_micros, conversions_micros, value_micros,
      eligible_impressions, lost_budget_impressions, lost_rank_impressions)
    values ${sql.join(rows, sql`, `)}`)
  await ctx.db
    .update(adAccounts)
    .set({ dataTo: addDays(today, -1) })
    .where(eq(adAccounts.customerId, CUSTOMER))
}
