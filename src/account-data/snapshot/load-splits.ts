import { eq } from 'drizzle-orm'
import type { AccountInventory, AudienceFacts, Device } from '#engine/account/inventory.ts'
import { recentFrom } from '#engine/account/window.ts'
import type { Context } from '#platform/context.ts'
import { audiences, regions } from '#platform/db/schema/entities.ts'
import type { DayRange } from '#shared/dates.ts'
import { DEVICES } from '#shared/devices.ts'
import { readsOf } from '../reads-of.ts'
import { byKeys, metricsOf, sumLevel } from '../sums.ts'

/** Sums of a window by device, hour, region and audience, from their daily tables. */

export async function loadDevices(
  ctx: Context,
  customerId: number,
  window: DayRange,
): Promise<NonNullable<AccountInventory['devices']>> {
  const groupBy = ['campaign_id', 'device'] as const
  const question = { customerId, level: 'device', ...window, groupBy, byDays: true } as const
  const rows = await sumLevel(ctx, question)
  return rows.map(({ keys, ...sums }) => ({
    campaignId: String(keys.campaign_id),
    device: deviceName(Number(keys.device)),
    sums,
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
  window: DayRange,
): Promise<NonNullable<AccountInventory['hours']>> {
  const groupBy = ['campaign_id', 'weekday', 'hour'] as const
  const rows = await sumLevel(ctx, { customerId, level: 'hour', ...window, groupBy })
  return rows.map(({ keys, ...sums }) => ({
    campaignId: String(keys.campaign_id),
    weekday: Number(keys.weekday),
    hour: Number(keys.hour),
    sums,
  }))
}

export async function loadRegions(
  ctx: Context,
  customerId: number,
  window: DayRange,
): Promise<NonNullable<AccountInventory['regions']>> {
  const groupBy = ['campaign_id', 'region_id'] as const
  const question = { customerId, level: 'region', ...window, groupBy, byDays: true } as const
  const rows = await sumLevel(ctx, { ...question, recentFrom: recentFrom(window) })
  const named = await readsOf(ctx, customerId)
    .select()
    .from(regions)
    .where(eq(regions.customerId, customerId))
  const names = new Map(named.map(({ regionId, name }) => [regionId, name]))
  return rows.map(({ keys, recent, ...sums }) => ({
    campaignId: String(keys.campaign_id),
    regionId: String(keys.region_id),
    name: names.get(Number(keys.region_id)) ?? '',
    sums,
    ...(recent && { recent }),
  }))
}

/** Removed ones are left out. */
export async function loadAudiences(
  ctx: Context,
  customerId: number,
  window: DayRange,
): Promise<AudienceFacts[]> {
  const rows = await readsOf(ctx, customerId)
    .select()
    .from(audiences)
    .where(eq(audiences.customerId, customerId))
  const groupBy = ['campaign_id', 'ad_group_id', 'criterion_id'] as const
  const question = { customerId, level: 'audience', ...window, groupBy, byDays: true } as const
  const sums = byKeys(await sumLevel(ctx, question))
  return rows
    .filter(({ status }) => status !== 'REMOVED')
    .map((row) => ({
      campaignId: String(row.campaignId),
      adGroupId: row.adGroupId === 0 ? '' : String(row.adGroupId),
      criterionId: String(row.criterionId),
      name: row.name,
      type: row.segmentType,
      ...(row.bidModifier !== null && { modifier: row.bidModifier }),
      sums: metricsOf(sums.get(`${row.campaignId} ${row.adGroupId} ${row.criterionId}`)),
    }))
}
