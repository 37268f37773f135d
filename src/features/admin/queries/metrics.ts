import { sql } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { productSettings } from '#platform/product-settings.ts'
import { addDays, type Day, dayInZone, startOfMonth } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { getMetrics as contract, MetricsDay } from '../contract/endpoints.ts'
import { IS_IN_TEAM } from './in-team.ts'

const TIME_ZONE = 'Europe/Madrid'
const CHART_DAYS_AT_MOST = 90
const AVERAGE_DAYS = 30

/** Figures of use. The demo tenant and its visitors are not users and are left out. */
export async function getMetrics(ctx: CallerContext): Promise<ReplyOf<typeof contract>> {
  const today = dayInZone(ctx.clock.now(), TIME_ZONE)
  const { keepLogsDays: keptDays } = await productSettings(ctx)
  const from = addDays(today, 1 - Math.min(CHART_DAYS_AT_MOST, keptDays))
  const days = await daysBetween(ctx, from, today)
  return {
    ...(await countUsers(ctx, today)),
    ...(await countVisits(ctx, today)),
    keptDays,
    dailyActiveUsers: days.at(-1)?.activeUsers ?? 0,
    days,
  }
}

async function countUsers(ctx: CallerContext, today: Day) {
  const { rows } = await ctx.db.execute<{
    total: number
    active: number
    inTeams: number
    recent: number
  }>(sql`
    select count(*)::int as total,
      count(*) filter (where is_active)::int as active,
      count(*) filter (where not is_active and ${IS_IN_TEAM})::int as "inTeams",
      count(*) filter (where (created_at at time zone ${TIME_ZONE})::date
        >= ${startOfMonth(today)}::date)::int as recent
    from users where not is_demo`)
  const { total, active, inTeams, recent } = rows[0]!
  return {
    totalUsers: total,
    activeUsers: active,
    teamUsers: inTeams,
    newUsersThisMonth: recent,
  }
}

async function countVisits(ctx: CallerContext, today: Day) {
  const since = addDays(today, 1 - AVERAGE_DAYS)
  const { rows } = await ctx.db.execute<{ total: number; minutes: number | null }>(sql`
    select count(*)::int as total,
      (avg(extract(epoch from last_seen_at - started_at))
        filter (where (started_at at time zone ${TIME_ZONE})::date >= ${since}::date) / 60
      )::double precision as minutes
    from visits where not is_demo`)
  const { total, minutes } = rows[0]!
  return { totalSessions: total, avgSessionTime: toTenths(minutes ?? 0) }
}

/** A visit over midnight counts its person on both days, itself on the first. */
async function daysBetween(ctx: CallerContext, from: Day, today: Day): Promise<MetricsDay[]> {
  const { rows } = await ctx.db.execute<MetricsDay>(sql`
    with seen as (
      select user_id, (started_at at time zone ${TIME_ZONE})::date as first,
        (last_seen_at at time zone ${TIME_ZONE})::date as last,
        extract(epoch from last_seen_at - started_at) / 60 as minutes
      from visits
      where not is_demo and last_seen_at >= ${from}::timestamp at time zone ${TIME_ZONE}
    ), active as (
      select day, count(distinct user_id)::int as n
      from (select first as day, user_id from seen union all select last, user_id from seen) d
      group by day
    ), begun as (
      select first as day, count(*)::int as n, avg(minutes)::double precision as minutes
      from seen group by first
    ), arrived as (
      select (created_at at time zone ${TIME_ZONE})::date as day, count(*)::int as n
      from users where not is_demo group by 1
    )
    select d::date::text as day, coalesce(active.n, 0) as "activeUsers",
      coalesce(arrived.n, 0) as "newUsers", coalesce(begun.n, 0) as sessions,
      coalesce(begun.minutes, 0) as "avgSessionTime"
    from generate_series(${from}::timestamp, ${today}::timestamp, interval '1 day') d
    left join active on active.day = d::date
    left join arrived on arrived.day = d::date
    left join begun on begun.day = d::date
    order by d`)
  return rows.map((row) => ({ ...row, avgSessionTime: toTenths(row.avgSessionTime) }))
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10
}
