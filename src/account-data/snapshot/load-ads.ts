import { and, eq, ne, sql } from 'drizzle-orm'
import type { AccountInventory, AdFacts } from '#engine/account/inventory.ts'
import type { Context } from '#platform/context.ts'
import { ads } from '#platform/db/schema/entities.ts'
import { addDays } from '#shared/dates.ts'
import { byKeys, metricsOf, sumLevel, toMetrics } from '../sums.ts'
import { entityStatus } from './google-names.ts'
import type { SnapshotWindow } from './load-inventory.ts'

/** Removed ads are left out. */
export async function loadAds(
  ctx: Context,
  customerId: number,
  window: SnapshotWindow,
): Promise<AdFacts[]> {
  const rows = await ctx.db
    .select()
    .from(ads)
    .where(and(eq(ads.customerId, customerId), ne(ads.status, 'REMOVED')))
  const groupBy = ['ad_group_id', 'ad_id'] as const
  const question = { customerId, level: 'ad', ...window, groupBy, byDays: true } as const
  const sums = byKeys(await sumLevel(ctx, question))
  return rows.map((row) => ({
    campaignId: String(row.campaignId),
    adGroupId: String(row.adGroupId),
    adId: String(row.adId),
    type: row.type,
    status: entityStatus(row.status),
    ...(row.adStrength && { strength: row.adStrength }),
    ...(row.approvalStatus && { approvalStatus: row.approvalStatus }),
    policyTopics: row.policyTopics ?? [],
    headlines: row.headlines,
    descriptions: row.descriptions,
    finalUrls: row.finalUrls,
    sums: metricsOf(sums.get(`${row.adGroupId} ${row.adId}`)),
  }))
}

/** On the embedded engine a statement blocks the process: a month's rows take well under 100 ms. */
const SLICE_DAYS = 30

/** Only where two active ads of an ad group can be compared: everything else would be read for nothing. */
export async function loadAdDays(
  ctx: Context,
  customerId: number,
  window: SnapshotWindow,
): Promise<NonNullable<AccountInventory['adDays']>> {
  const days: NonNullable<AccountInventory['adDays']>[number][] = []
  for (let from = window.from; from <= window.to; from = addDays(from, SLICE_DAYS)) {
    const last = addDays(from, SLICE_DAYS - 1)
    const to = last < window.to ? last : window.to
    days.push(...(await readAdDays(ctx, customerId, { from, to })))
  }
  return days
}

async function readAdDays(ctx: Context, customerId: number, { from, to }: SnapshotWindow) {
  const { rows } = await ctx.db.execute(sql`
    with compared as (
      select ad_group_id, ad_id from (
        select ad_group_id, ad_id, count(*) over (partition by ad_group_id) as n
        from ads where customer_id = ${customerId} and status = 'ENABLED') a
      where n > 1)
    select d.ad_id, d.ad_group_id, d.day::text as day, d.impressions, d.clicks, d.cost_micros,
      d.conversions_micros, d.value_micros
    from ad_day d join compared c on c.ad_group_id = d.ad_group_id and c.ad_id = d.ad_id
    where d.customer_id = ${customerId} and d.day between ${from} and ${to}`)
  return rows.map((row) => ({
    adId: String(row.ad_id),
    adGroupId: String(row.ad_group_id),
    day: String(row.day),
    ...toMetrics(row),
  }))
}
