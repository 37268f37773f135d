import { addDays, dayInZone, wallClockInZone } from '#shared/dates.ts'
import type { Context } from '../context.ts'
import type { AccountAds } from './account-ads.ts'
import { CHANGE_EVENTS_QUERY, inRange } from './queries.ts'

/** Google forgets after 30 days; one less, for its day may have begun before ours. */
export const KEPT_BY_GOOGLE_DAYS = 29

/** One entry of Google's own history. */
export type Touch = {
  resourceName: string
  /** `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
  at: string
  who: string
  /** camelCase paths. */
  fields: string[]
}

/** What was done to these resources since an instant (29 days at most), oldest first. */
export async function readTouches(
  ctx: Context,
  ads: AccountAds,
  wanted: { names: ReadonlySet<string>; since: Date },
): Promise<Touch[]> {
  const { timeZone } = ads.account
  const today = dayInZone(ctx.clock.now(), timeZone)
  const oldest = addDays(today, -KEPT_BY_GOOGLE_DAYS)
  const since = wallClockInZone(wanted.since, timeZone)
  const from = since > oldest ? since : oldest
  const query = inRange(CHANGE_EVENTS_QUERY, { from, to: `${today} 23:59:59` })
  const rows = await ads.search(query)
  return rows.flatMap(({ changeEvent }) => {
    const resourceName = changeEvent?.changeResourceName ?? ''
    if (!wanted.names.has(resourceName)) return []
    const fields = (changeEvent?.changedFields ?? '').split(',').map((field) => field.trim())
    const at = (changeEvent?.changeDateTime ?? '').slice(0, 19)
    return [{ resourceName, at, who: changeEvent?.userEmail ?? '', fields }]
  })
}
