import { eq, sql } from 'drizzle-orm'
import { type FactSums, readSums, toMetrics } from '#account-data/fact-sums.ts'
import type { AccountInventory, AudienceFacts, Device } from '#engine/account/inventory.ts'
import type { Context } from '#platform/context.ts'
import { audiences, regions } from '#platform/db/schema/entities.ts'
import { DEVICES } from '#shared/devices.ts'
import { NO_METRICS } from '#shared/metrics.ts'
import type { SnapshotWindow } from './load-inventory.ts'

/** Sums of a window by device, hour, region and audience, from their daily tables. */

export async function loadDevices(
  ctx: Context,
  customerId: number,
  window: SnapshotWindow,
): Promise<NonNullable<AccountInventory['devices']>> {
  const groupBy = ['campaign_id', 'device'] as const
  const sums = await readSums(ctx, { customerId, level: 'device', window, groupBy })
  return [...sums.values()].map((row) => ({
    campaignId: String(row.campaign_id),
    device: deviceName(Number(row.device)),
    sums: toMetrics(row),
  }))
}

/** What has no name is something else. */
function deviceName(code: number): Device {
  const name = DEVICES[code]
  return name === undefined || name === 'UNKNOWN' ? 'OTHER' : name
}

export async function loadHours(
  ctx: Context,
  customerId: number,
  window: SnapshotWindow,
): Promise<NonNullable<AccountInventory['hours']>> {
  const { rows } = await ctx.db.execute(sql`
    select campaign_id, extract(isodow from day)::int as weekday, hour,
      sum(impressions) as impressions, sum(clicks) as clicks, sum(cost_micros) as cost_micros,
      sum(conversions_micros) as conversions_micros, sum(value_micros) as value_micros
    from hour_day
    where customer_id = ${customerId} and day between ${window.from} and ${window.to}
    group by 1, 2, 3`)
  return (rows as FactSums[]).map((row) => ({
    campaignId: String(row.campaign_id),
    weekday: Number(row.weekday),
    hour: Number(row.hour),
    sums: toMetrics(row),
  }))
}

export async function loadRegions(
  ctx: Context,
  customerId: number,
  window: SnapshotWindow,
): Promise<NonNullable<AccountInventory['regions']>> {
  const groupBy = ['campaign_id', 'region_id'] as const
  const sums = await readSums(ctx, { customerId, level: 'region', window, groupBy })
  const named = await ctx.db.select().from(regions).where(eq(regions.customerId, customerId))
  const names = new Map(named.map(({ regionId, name }) => [regionId, name]))
  return [...sums.values()].map((row) => ({
    campaignId: String(row.campaign_id),
    regionId: String(row.region_id),
    name: names.get(Number(row.region_id)) ?? '',
    sums: toMetrics(row),
  }))
}

/** Removed ones are left out. */
export async function loadAudiences(
  ctx: Context,
  customerId: number,
  window: SnapshotWindow,
): Promise<AudienceFacts[]> {
  const rows = await ctx.db.select().from(audiences).where(eq(audiences.customerId, customerId))
  const groupBy = ['campaign_id', 'ad_group_id', 'criterion_id'] as const
  const sums = await readSums(ctx, { customerId, level: 'audience', window, groupBy })
  return rows
    .filter(({ status }) => status !== 'REMOVED')
    .map((row) => {
      const facts = sums.get(`${row.campaignId} ${row.adGroupId} ${row.criterionId}`)
      return {
        campaignId: String(row.campaignId),
        adGroupId: row.adGroupId === 0 ? '' : String(row.adGroupId),
        criterionId: String(row.criterionId),
        name: row.name,
        type: row.segmentType,
        ...(row.bidModifier !== null && { modifier: row.bidModifier }),
        sums: facts ? toMetrics(facts) : NO_METRICS,
      }
    })
}
