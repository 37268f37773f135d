import { eq } from 'drizzle-orm'
import { adAccounts } from '../src/platform/db/schema/access.ts'
import { addDays, dayInZone, eachDay } from '../src/shared/dates.ts'
import { MICROS } from '../src/shared/metrics.ts'
import { insertCampaignDays } from './campaign-days.ts'
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
      return {
        campaignId: id,
        day,
        clicks: Math.round(clicks * wave),
        conversions: Math.round(conversions * wave * MICROS),
      }
    }),
  )
  await insertCampaignDays(ctx.db, rows)
  await ctx.db
    .update(adAccounts)
    .set({ dataTo: addDays(today, -1) })
    .where(eq(adAccounts.customerId, CUSTOMER))
}
