import type { GoogleAds } from '#platform/google-ads/client.ts'
import { CHANGE_EVENTS_QUERY, inRange } from '#platform/google-ads/queries.ts'
import { addDays, dayInZone, wallClockInZone } from '#shared/dates.ts'

/** One entry of Google's own history. */
export type Touch = {
  resourceName: string
  /** `YYYY-MM-DD HH:MM:SS` in the account's time zone. */
  at: string
  who: string
  /** camelCase paths. */
  fields: string[]
}

/** Google forgets after 30 days; one less, for its day may have begun before ours. */
const KEPT_BY_GOOGLE_DAYS = 29

/** What was done to these resources since an instant (29 days at most), oldest first. */
export async function readTouches(
  ads: GoogleAds,
  account: { googleCustomerId: string; timeZone: string },
  question: { resourceNames: ReadonlySet<string>; since: Date; now: Date },
): Promise<Touch[]> {
  const today = dayInZone(question.now, account.timeZone)
  const oldest = addDays(today, -KEPT_BY_GOOGLE_DAYS)
  const since = wallClockInZone(question.since, account.timeZone)
  const from = since > oldest ? since : oldest
  const query = inRange(CHANGE_EVENTS_QUERY, { from, to: `${today} 23:59:59` })
  const rows = await ads.search(account.googleCustomerId, query)
  return rows.flatMap(({ changeEvent }) => {
    const resourceName = changeEvent?.changeResourceName ?? ''
    if (!question.resourceNames.has(resourceName)) return []
    const fields = (changeEvent?.changedFields ?? '').split(',').map((field) => field.trim())
    const at = (changeEvent?.changeDateTime ?? '').slice(0, 19)
    return [{ resourceName, at, who: changeEvent?.userEmail ?? '', fields }]
  })
}

/** ' (ana@x.es, el 20/11/2026 a las 10:15)'; empty when Google's history names no person. */
export function authorText(touch: Touch | undefined): string {
  if (!touch) return ''
  const [day = '', time = ''] = touch.at.split(' ')
  const date = day.split('-').reverse().join('/')
  return ` (${[touch.who, `el ${date} a las ${time.slice(0, 5)}`].filter(Boolean).join(', ')})`
}
