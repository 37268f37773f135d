import { eq, max } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { CHANGE_EVENTS_QUERY, inRange } from '#platform/google-ads/queries.ts'
import { addDays } from '#shared/dates.ts'
import { changeEventRow } from '../rules/change-event-rows.ts'
import { todayIn } from '../rules/windows.ts'
import type { SyncRun } from './sync-run.ts'
import { writeEntities } from './write-entities.ts'

/** Google forgets after 30 days; one less, for its day may have begun before ours. */
const KEPT_BY_GOOGLE_DAYS = 29
/** What its answer is cut at. */
const PAGE_ROWS = 10_000

/** Keeps what Google will forget: every change since the newest one known. */
export async function pullChangeEvents(ctx: Context, run: SyncRun): Promise<void> {
  const { customerId, googleCustomerId, timeZone } = run.account
  const today = todayIn(timeZone, ctx.clock.now())
  const oldest = addDays(today, -KEPT_BY_GOOGLE_DAYS)
  const [known] = await ctx.db
    .select({ at: max(changeEvents.at) })
    .from(changeEvents)
    .where(eq(changeEvents.customerId, customerId))
  // To the second, and that second again: others may have happened in it.
  let from = known?.at && known.at > oldest ? known.at.slice(0, 19) : oldest
  for (;;) {
    await run.safePoint()
    const query = inRange(CHANGE_EVENTS_QUERY, { from, to: `${today} 23:59:59` })
    const rows = (await run.ads.search(googleCustomerId, query)).map(changeEventRow)
    await writeEntities(ctx, customerId, changeEvents, rows)
    const last = rows.at(-1)?.at.slice(0, 19)
    if (rows.length < PAGE_ROWS || !last || last <= from) return
    from = last
  }
}
