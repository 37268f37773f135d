import { type SQL, sql } from 'drizzle-orm'
import { addUp } from '#engine/account/measurement.ts'
import type { Context } from '#platform/context.ts'
import type { Metrics } from '#shared/metrics.ts'
import { dayByDay, type Windows } from './both-windows.ts'
import type { EffectPlace } from './effect-evidence.ts'
import { readsOf } from './reads-of.ts'
import { type SummedRow, sumLevel, toMetrics } from './sums.ts'

export type MovedTraffic = {
  /** Searches of the changed one in the rest of the account, day by day; empty where there were none. */
  sisters: { before: Metrics[]; after: Metrics[] }[]
  /** Ids of the campaigns that live on them so much that they are no control. */
  campaignIds: number[]
}

/** Of a campaign's clicks; one that had fewer of these searches may be a control still. */
const DEPENDENT_SHARE = 0.1
/** Hidden searches: a campaign's named ones stand for no more than so many times themselves. */
export const MOST_TIMES = 4

/**
 * What the rest of the account got of the searches that the changed place had before the change, before and after it. Only
 * named searches are seen: each campaign's are raised by how many of all its clicks are named.
 */
export async function readMovedTraffic(
  ctx: Context,
  customerId: number,
  place: EffectPlace,
  windows: Windows,
): Promise<MovedTraffic> {
  const rows = await readSharedSearches(ctx, customerId, place, windows)
  const ids = [...new Set(rows.map(({ keys }) => Number(keys.campaign_id)))]
  if (ids.length === 0) return { sisters: [], campaignIds: [] }
  const all = await clicksOf(ctx, customerId, ids, windows, 'campaign')
  const named = await clicksOf(ctx, customerId, ids, windows, 'search_term')
  const raised = rows.map((row) => {
    const id = Number(row.keys.campaign_id)
    const times = Math.min(MOST_TIMES, Math.max(1, (all.get(id) ?? 0) / (named.get(id) || 1)))
    return { ...row, ...timesAsMuch(row, times) }
  })
  const shared = Map.groupBy(raised, ({ keys }) => Number(keys.campaign_id))
  const campaignIds = ids.filter(
    (id) => addUp(shared.get(id) ?? []).clicks > DEPENDENT_SHARE * (all.get(id) ?? 0),
  )
  return { sisters: [dayByDay(raised, windows)], campaignIds }
}

/** By campaign and day. */
async function readSharedSearches(
  ctx: Context,
  customerId: number,
  { adGroupId, campaignIds }: EffectPlace,
  { before, after }: Windows,
): Promise<SummedRow[]> {
  const isOwn: SQL = adGroupId
    ? sql`ad_group_id = ${Number(adGroupId)}`
    : sql`campaign_id in ${campaignIds.map(Number)}`
  const { rows } = await readsOf(ctx, customerId).execute<Record<string, number | string>>(sql`
    select campaign_id, day, sum(impressions) as impressions, sum(clicks) as clicks, sum(cost_micros) as cost_micros,
      sum(conversions_micros) as conversions_micros, sum(value_micros) as value_micros
    from search_term_day
    where customer_id = ${customerId} and not (${isOwn})
      and (day between ${before.from} and ${before.to} or day between ${after.from} and ${after.to})
      -- Read once: joined with itself, a table whose sizes the embedded engine does not know takes seconds.
      and term_id = any(array(select distinct term_id from search_term_day
        where customer_id = ${customerId} and ${isOwn} and clicks > 0 and day between ${before.from} and ${before.to}))
    group by campaign_id, day`)
  return rows.map((row) => ({
    keys: { campaign_id: row.campaign_id!, day: row.day! },
    ...toMetrics(row),
  }))
}

async function clicksOf(
  ctx: Context,
  customerId: number,
  ids: readonly number[],
  { before, after }: Windows,
  level: 'campaign' | 'search_term',
): Promise<Map<number, number>> {
  const clicks = new Map<number, number>()
  for (const window of [before, after])
    for (const row of await sumLevel(ctx, {
      customerId,
      level,
      groupBy: ['campaign_id'],
      where: { campaign_id: ids },
      ...window,
    })) {
      const id = Number(row.keys.campaign_id)
      clicks.set(id, (clicks.get(id) ?? 0) + row.clicks)
    }
  return clicks
}

export function timesAsMuch(sums: Metrics, times: number): Metrics {
  return {
    impressions: sums.impressions * times,
    clicks: sums.clicks * times,
    costMicros: sums.costMicros * times,
    conversionsMicros: sums.conversionsMicros * times,
    valueMicros: sums.valueMicros * times,
  }
}
