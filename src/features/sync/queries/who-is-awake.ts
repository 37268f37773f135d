import { type SQL, sql } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import type { Context } from '#platform/context.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { STATE } from '#shared/change-states.ts'
import { LONGEST_MEASURING_DAYS, REST_AFTER_DAYS } from '../rules/rest.ts'

const DAY_MS = 24 * 3_600_000

/**
 * A condition on `ad_accounts`: at that instant the account is read as often as the administrators allow, since it was
 * visited lately, tells of itself by mail or a program, or waits for the outcome of a change.
 */
export function isAwake(at: Date): SQL {
  const instant = sql`${at.toISOString()}::timestamptz`
  const since = sql`(${instant} - ${REST_AFTER_DAYS} * interval '1 day')`
  return sql`(ad_accounts.created_at >= ${since}
    or ad_accounts.user_id in (${seenOwners(since, instant)} union ${toldOwners(since)})
    or ad_accounts.customer_id in (${measuring(instant)}))`
}

/** Owners who were seen, or a member of their team was. */
function seenOwners(since: SQL, until: SQL): SQL {
  // Asked of each person: of the visits themselves there are many more.
  const wasSeen = (person: SQL) => sql`exists (select 1 from visits v
    where v.user_id = ${person} and v.last_seen_at >= ${since} and v.started_at <= ${until})`
  return sql`
    select u.id from users u where ${wasSeen(sql`u.id`)}
    union select m.owner_id from team_members m where m.suspended_at is null and ${wasSeen(sql`m.user_id`)}`
}

/** Owners whose accounts tell of themselves: 'Hoy' or a report by mail, a webhook, a key or a feed in use. */
function toldOwners(since: SQL): SQL {
  return sql`
    select user_id from morning_mails
    union select m.owner_id from team_members m join morning_mails t on t.user_id = m.user_id
      where m.suspended_at is null
    union select user_id from webhooks
    union select user_id from report_schedules where paused_because is null
    union select user_id from api_keys where last_used_at >= ${since}
    union select user_id from sheet_feeds where last_used_at >= ${since}`
}

/** Accounts in which an experiment runs, or what a change did is not known yet. */
function measuring(at: SQL): SQL {
  return sql`
    select customer_id from recommendation_applications
    where applied_at >= ${at} - ${LONGEST_MEASURING_DAYS} * interval '1 day'
      and (experiment_state = ${EXPERIMENT.running}
        or state in (${STATE.applied}, ${STATE.partlyApplied}, ${STATE.byHand}, ${STATE.applying}, ${STATE.undoing})
          and (measured is null or measured #>> '{looks,next,on}' is not null))`
}

/** The last visit before the last sync, where the account was at rest then; null where it was not. */
export async function findRestingSince(
  ctx: Context,
  { customerId, userId, source, lastSyncedAt: synced }: Account,
): Promise<Date | null> {
  if (source !== 'google' || !synced) return null
  const { rows } = await ctx.db.execute<{ seen: string | null }>(sql`
    select max(v.last_seen_at)::text as seen from visits v
    where v.started_at <= ${synced.toISOString()} and (v.user_id = ${userId}
      or v.user_id in (select m.user_id from team_members m where m.owner_id = ${userId}))`)
  const seen = rows[0]?.seen
  if (!seen || new Date(seen) >= new Date(synced.getTime() - REST_AFTER_DAYS * DAY_MS)) return null
  const awake = await ctx.db.execute(
    sql`select 1 from ad_accounts where customer_id = ${customerId} and ${isAwake(synced)}`,
  )
  return awake.rows.length > 0 ? null : new Date(seen)
}
