import { addDays, type Day, dayInZone, wallClockInZone } from '#shared/dates.ts'
import { CHANGE_EVENTS_QUERY, inRange } from './queries.ts'
import type { AdsRow } from './row.ts'

/** Google forgets after 30 days; one less, for its day may have begun before ours. */
const KEPT_BY_GOOGLE_DAYS = 29
/** What its answer is cut at. */
const PAGE_ROWS = 10_000

/** First day whose changes Google still tells. */
export const oldestKept = (today: Day): Day => addDays(today, -KEPT_BY_GOOGLE_DAYS)

type Search = (query: string) => Promise<AdsRow[]>

/**
 * Google's history of changes since a wall time of the account, oldest first, page by page; those of a page's last second come
 * again with the next. Null: all that Google still knows.
 */
export async function* readHistory(
  search: Search,
  { since, today }: { since: string | null; today: Day },
): AsyncGenerator<AdsRow[]> {
  const oldest = oldestKept(today)
  let from = since && since > oldest ? since : oldest
  for (;;) {
    const rows = await search(inRange(CHANGE_EVENTS_QUERY, { from, to: `${today} 23:59:59` }))
    yield rows
    const last = rows.at(-1)?.changeEvent?.changeDateTime?.slice(0, 19)
    if (rows.length < PAGE_ROWS || !last || last <= from) return
    from = last
  }
}

/** One entry of Google's own history. */
export type Touch = {
  resourceName: string
  /** `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
  at: string
  who: string
  /** camelCase paths. */
  fields: string[]
}

/** Resource names, and the instant since when (29 days at most). */
export type TouchesWanted = { names: ReadonlySet<string>; since: Date }

/** What was done to these resources, oldest first; one may come twice. */
export async function readTouches(
  search: Search,
  { names, since }: TouchesWanted,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Touch[]> {
  const touches: Touch[] = []
  const pages = readHistory(search, {
    since: wallClockInZone(since, timeZone),
    today: dayInZone(now, timeZone),
  })
  for await (const rows of pages)
    for (const { changeEvent } of rows) {
      const resourceName = changeEvent?.changeResourceName ?? ''
      if (!names.has(resourceName)) continue
      const fields = (changeEvent?.changedFields ?? '').split(',').map((field) => field.trim())
      const at = (changeEvent?.changeDateTime ?? '').slice(0, 19)
      touches.push({ resourceName, at, who: changeEvent?.userEmail ?? '', fields })
    }
  return touches
}
