import { eq } from 'drizzle-orm'
import { firstSplitDay } from '#account-data/first-split-day.ts'
import { lastReadDay } from '#account-data/last-known-day.ts'
import { type Account, ownedAccount } from '#account-data/owned-account.ts'
import { campaignOfAccount } from '#account-data/owned-entity.ts'
import { readsOf } from '#account-data/reads-of.ts'
import { type SummedRow, sumLevel } from '#account-data/sums.ts'
import type { CallerContext } from '#platform/context.ts'
import { regions } from '#platform/db/schema/entities.ts'
import type { ResultCache } from '#platform/result-cache.ts'
import { type Day, dayInZone, eachDay, weekday } from '#shared/dates.ts'
import { DEVICES } from '#shared/devices.ts'
import { type Metrics, NO_METRICS, ratesOf } from '#shared/metrics.ts'
import { eightMetrics } from '../contract/eight-metrics.ts'
import { newestDays } from '../rules/asked-range.ts'
import { rememberRange } from './remember-range.ts'

type Asked = { customerId: string; campaignId?: string; from?: Day; to?: Day }

/** Google is asked for hours of the newest days only; older ones that a past sync left are not complete. */
const HOUR_DAYS = 90
const HOURS = 24
const MOST_PLACES = 200

/**
 * Sums by hour and weekday, of the account or of one campaign, over whole days that were read: hours that have not come are
 * none without spend. Of today alone those that have.
 */
export async function getHeatmap(ctx: CallerContext, cache: ResultCache, asked: Asked) {
  const account = await ownedAccount(ctx, asked.customerId)
  const where = await whereOf(ctx, account, asked.campaignId)
  const { customerId, currencyCode } = account
  const today = dayInZone(ctx.clock.now(), account.timeZone)
  const last = lastReadDay(account, ctx.clock.now()) ?? today
  const question = `heatmap ${where.campaign_id ?? ''} ${last}`
  return await rememberRange(ctx, cache, account, asked, question, async (range) => {
    const whole = newestDays(range, last, HOUR_DAYS - 1)
    const days = whole ?? newestDays(range, today, HOUR_DAYS)
    const rows = days
      ? await sumLevel(ctx, { customerId, level: 'hour', ...days, where, groupBy: ['day', 'hour'] })
      : []
    const cells = cellsOf(rows, days ? eachDay(days.from, days.to) : [])
    return rows.length > 0 && days
      ? { currencyCode, from: days.from, to: days.to, cells }
      : { currencyCode, from: null, to: null, cells }
  })
}

export async function listDevices(ctx: CallerContext, cache: ResultCache, asked: Asked) {
  const account = await ownedAccount(ctx, asked.customerId)
  const where = await whereOf(ctx, account, asked.campaignId)
  const question = `devices ${where.campaign_id ?? ''}`
  return await rememberRange(ctx, cache, account, asked, question, async (range) => {
    const { customerId } = account
    const rows = await sumLevel(ctx, {
      customerId,
      level: 'device',
      ...range,
      where,
      groupBy: ['device'],
    })
    return rows
      .toSorted((a, b) => b.costMicros - a.costMicros || b.impressions - a.impressions)
      .map((row) => ({
        device: DEVICES[Number(row.keys.device)] ?? 'UNKNOWN',
        ...eightMetrics(row),
      }))
  })
}

/** Regions, each with its name; what Google could place nowhere stands among them. */
export async function listPlaces(ctx: CallerContext, cache: ResultCache, asked: Asked) {
  const account = await ownedAccount(ctx, asked.customerId)
  const where = await whereOf(ctx, account, asked.campaignId)
  const question = `places ${where.campaign_id ?? ''}`
  return await rememberRange(ctx, cache, account, asked, question, async (range) => {
    const { customerId } = account
    const rows = await sumLevel(ctx, {
      customerId,
      level: 'region',
      ...range,
      where,
      groupBy: ['region_id'],
    })
    const named = await readsOf(ctx, customerId)
      .select()
      .from(regions)
      .where(eq(regions.customerId, customerId))
    const byId = new Map(named.map((region) => [region.regionId, region]))
    const first = await firstSplitDay(ctx, account, 'region')
    const knownFrom = first && first > range.from ? first : null
    return rows
      .toSorted((a, b) => b.costMicros - a.costMicros || b.impressions - a.impressions)
      .slice(0, MOST_PLACES)
      .map((row) => {
        const region = byId.get(Number(row.keys.region_id))
        const { name = null, countryCode = null } = region ?? {}
        const id = String(row.keys.region_id)
        return { id, name, countryCode, knownFrom, ...eightMetrics(row) }
      })
  })
}

async function whereOf(
  ctx: CallerContext,
  account: Account,
  campaignId: string | undefined,
): Promise<{ campaign_id?: number }> {
  if (!campaignId) return {}
  const campaign = await campaignOfAccount(ctx, account, campaignId)
  return { campaign_id: campaign.campaignId }
}

function cellsOf(rows: readonly SummedRow[], days: readonly Day[]) {
  const cells = Array.from({ length: 7 * HOURS }, () => ({ ...NO_METRICS }))
  for (const row of rows) {
    const cell = cells[weekday(String(row.keys.day)) * HOURS + Number(row.keys.hour)]
    if (cell) addTo(cell, row)
  }
  const daysOf = Map.groupBy(days, weekday)
  return cells.map((sums, index) => {
    const at = Math.floor(index / HOURS)
    const { spend, conversions } = ratesOf(sums)
    return {
      weekday: at,
      hour: index % HOURS,
      days: daysOf.get(at)?.length ?? 0,
      spend,
      impressions: sums.impressions,
      clicks: sums.clicks,
      conversions,
    }
  })
}

function addTo(sums: Metrics, more: Metrics): void {
  for (const name of Object.keys(sums) as (keyof Metrics)[]) sums[name] += more[name]
}
