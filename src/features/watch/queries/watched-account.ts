import { sql } from 'drizzle-orm'
import { lastKnownDay } from '#account-data/last-known-day.ts'
import { loadLagCurve } from '#account-data/load-lag-curve.ts'
import type { Account } from '#account-data/owned-account.ts'
import {
  COLUMNS,
  type Column,
  emptyDays,
  type WatchedAccount,
  type WatchedCampaign,
} from '#engine/watch/watched-account.ts'
import type { Context } from '#platform/context.ts'
import { addDays, type Day, daysInRange, eachDay } from '#shared/dates.ts'
import { DEVICES } from '#shared/devices.ts'
import { isOnNow } from './campaigns-on.ts'

/** A year back for the season, and half a year for how much the figures stray by themselves. */
const ACCOUNT_DAYS = 460
const CAMPAIGN_DAYS = 240
const DEVICE_DAYS = 60
/** Of the campaigns of the last weeks; what the others did, and those whose searches an experiment shares out, is told as theirs together. */
const MOST_CAMPAIGNS = 40

/** An account's days as the watch reads them; null where its figures are not known by day, or not up to yesterday. */
export async function loadWatchedAccount(
  ctx: Context,
  account: Account,
): Promise<WatchedAccount | null> {
  const { customerId, dataFrom } = account
  const last = lastKnownDay(account, ctx.clock.now())
  if (!last || !dataFrom || dataFrom > last) return null
  const today = addDays(last, 1)
  const oldest = addDays(today, -ACCOUNT_DAYS)
  const first = dataFrom > oldest ? dataFrom : oldest
  const days = eachDay(first, last)
  const read = readerOf(ctx, customerId, first, last)
  const sums = await accountSums(read, days.length, first)
  const campaigns = await readCampaigns(ctx, customerId, read, days)
  const lagCurve = await loadLagCurve(ctx, account)
  return { today, days, sums, campaigns, ...(lagCurve && { lagCurve }) }
}

type Row = Record<Column | 'campaign_id' | 'device', number> & { day: Day }
type Reader = (
  level: 'account' | 'campaign' | 'device',
  from: Day,
  keys: string[],
  only?: number[],
) => Promise<Row[]>

const SHARES = ['searchImpressions', 'eligible', 'lostToBudget', 'lostToRank'] as const
const BARE = sql`sum(impressions)::float8 as "impressions", sum(clicks)::float8 as "clicks",
  sum(cost_micros)::float8 as "costMicros", sum(conversions_micros)::float8 as "conversionsMicros"`
/** Impressions where it is known how many there were to be had. */
const SHARE_SUMS = sql`, sum(case when eligible_impressions > 0 then impressions else 0 end)::float8 as "searchImpressions",
  sum(eligible_impressions)::float8 as "eligible", sum(lost_budget_impressions)::float8 as "lostToBudget",
  sum(lost_rank_impressions)::float8 as "lostToRank"`

function readerOf(ctx: Context, customerId: number, first: Day, last: Day): Reader {
  return async (level, from, keys, only) => {
    const since = from > first ? from : first
    const named = keys.map((key) => sql.identifier(key))
    const { rows } = await ctx.db.execute<Row>(sql`
      select to_char(day, 'YYYY-MM-DD') as day${named.length > 0 ? sql`, ${sql.join(named, sql`, `)}` : sql``},
        ${BARE}${level === 'campaign' ? SHARE_SUMS : sql``}
      from ${sql.identifier(`${level}_day`)}
      where customer_id = ${customerId} and day between ${since} and ${last}
        ${only ? sql`and campaign_id in ${only}` : sql``}
      group by ${sql.join([sql`day`, ...named], sql`, `)}`)
    return rows
  }
}

/** Impression shares are told of campaigns alone: the account's are theirs together. */
async function accountSums(read: Reader, length: number, first: Day) {
  const sums = emptyDays(length)
  for (const row of await read('account', first, []))
    add(sums, row, first, ['impressions', 'clicks', 'costMicros', 'conversionsMicros'])
  for (const row of await read('campaign', addDays(first, Math.max(0, length - CAMPAIGN_DAYS)), []))
    add(sums, row, first, SHARES)
  return sums
}

async function readCampaigns(
  ctx: Context,
  customerId: number,
  read: Reader,
  days: readonly Day[],
): Promise<WatchedCampaign[]> {
  const first = days[0]!
  // UNSPECIFIED: the newest file leaves it out, which is no fall of its own.
  const { rows: known } = await ctx.db.execute<{ id: string; name: string; is_on: boolean }>(sql`
    select c.campaign_id::text as id, c.name, ${isOnNow('c')} and c.status <> 'UNSPECIFIED' as is_on
    from campaigns c join campaign_day d on d.customer_id = c.customer_id and d.campaign_id = c.campaign_id
    where c.customer_id = ${customerId} and d.day >= ${addDays(days.at(-1)!, -56)}
      and c.experiment_type is distinct from 'EXPERIMENT' and not exists (
        select 1 from campaigns e join campaign_day t on t.customer_id = e.customer_id and t.campaign_id = e.campaign_id
        where e.customer_id = c.customer_id and e.base_campaign_id = c.campaign_id
          and t.day >= ${addDays(days.at(-1)!, -56)})
    group by c.campaign_id, c.name, c.status, c.primary_status
    order by sum(d.cost_micros) desc, c.campaign_id limit ${MOST_CAMPAIGNS}`)
  if (known.length === 0) return []
  const ids = known.map(({ id }) => Number(id))
  const found = new Map(
    known.map(({ id, name, is_on }) => [
      Number(id),
      {
        id,
        name,
        isOn: is_on,
        sums: emptyDays(days.length),
        devices: new Map<number, ReturnType<typeof emptyDays>>(),
      },
    ]),
  )
  const since = (length: number) => addDays(days.at(-1)!, -length)
  for (const row of await read('campaign', since(CAMPAIGN_DAYS), ['campaign_id'], ids))
    add(found.get(Number(row.campaign_id))!.sums, row, first, COLUMNS)
  for (const row of await read('device', since(DEVICE_DAYS), ['campaign_id', 'device'], ids)) {
    const { devices } = found.get(Number(row.campaign_id))!
    const sums = devices.get(Number(row.device)) ?? emptyDays(days.length)
    devices.set(Number(row.device), sums)
    add(sums, row, first, ['impressions', 'clicks', 'costMicros', 'conversionsMicros'])
  }
  return [...found.values()].map(({ devices, ...campaign }) => ({
    ...campaign,
    devices: [...devices].map(([code, sums]) => ({ device: DEVICES[code] ?? 'UNKNOWN', sums })),
  }))
}

function add(
  sums: Record<Column, number[]>,
  row: Row,
  first: Day,
  columns: readonly Column[],
): void {
  const at = daysInRange(first, row.day) - 1
  for (const column of columns) sums[column][at]! += Number(row[column])
}
