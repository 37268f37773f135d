import { and, eq, ne, sql } from 'drizzle-orm'
import type { AccountInventory, AdFacts } from '#engine/account/inventory.ts'
import type { Context } from '#platform/context.ts'
import { ads } from '#platform/db/schema/entities.ts'
import { addDays, type DayRange } from '#shared/dates.ts'
import { readsOf } from '../reads-of.ts'
import { byKeys, metricsOf, sumLevel, toMetrics } from '../sums.ts'
import { entityStatus } from './google-names.ts'

/** Removed ads are left out. */
export async function loadAds(
  ctx: Context,
  customerId: number,
  window: DayRange,
): Promise<AdFacts[]> {
  const rows = await readsOf(ctx, customerId)
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

/** On the embedded engine a statement keeps all others waiting: a week of a large account takes some 30 ms. */
const SLICE_DAYS = 7

/** Only where two active ads of an ad group can be compared: everything else would be read for nothing. */
export async function loadAdDays(
  ctx: Context,
  customerId: number,
  window: DayRange,
): Promise<NonNullable<AccountInventory['adDays']>> {
  const compared = await readCompared(ctx, customerId)
  const days: NonNullable<AccountInventory['adDays']>[number][] = []
  if (compared.size === 0) return days
  for (let from = window.from; from <= window.to; from = addDays(from, SLICE_DAYS)) {
    const last = addDays(from, SLICE_DAYS - 1)
    const to = last < window.to ? last : window.to
    days.push(...(await readAdDays(ctx, customerId, { from, to }, compared)))
  }
  return days
}

/** Active ads with another one beside them, as `ad group~ad`. */
async function readCompared(ctx: Context, customerId: number): Promise<Set<string>> {
  const active = await readsOf(ctx, customerId)
    .select({ adGroupId: ads.adGroupId, adId: ads.adId })
    .from(ads)
    .where(and(eq(ads.customerId, customerId), eq(ads.status, 'ENABLED')))
  const groups = [...Map.groupBy(active, ({ adGroupId }) => adGroupId).values()]
  const compared = groups.filter((own) => own.length > 1).flat()
  return new Set(compared.map(({ adGroupId, adId }) => `${adGroupId}~${adId}`))
}

async function readAdDays(
  ctx: Context,
  customerId: number,
  { from, to }: DayRange,
  compared: ReadonlySet<string>,
) {
  const { rows } = await readsOf(ctx, customerId).execute(sql`
    select ad_id, ad_group_id, day::text as day, impressions, clicks, cost_micros, conversions_micros, value_micros
    from ad_day where customer_id = ${customerId} and day between ${from} and ${to}`)
  return rows
    .filter((row) => compared.has(`${row.ad_group_id}~${row.ad_id}`))
    .map((row) => ({
      adId: String(row.ad_id),
      adGroupId: String(row.ad_group_id),
      day: String(row.day),
      ...toMetrics(row),
    }))
}
