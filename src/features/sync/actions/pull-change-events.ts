import { and, eq, max } from 'drizzle-orm'
import type { KeptPart } from '#engine/account/kept-inventory.ts'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { accountInventory } from '#platform/db/schema/entities.ts'
import { CHANGE_EVENTS_QUERY, inRange } from '#platform/google-ads/queries.ts'
import { GiveUp } from '#platform/jobs.ts'
import { addDays } from '#shared/dates.ts'
import { changeEventRow } from '../rules/change-event-rows.ts'
import { judgeFailure } from '../rules/sync-failures.ts'
import { todayIn } from '../rules/windows.ts'
import { Stopping, type SyncRun } from './sync-run.ts'
import { writeEntities } from './write-entities.ts'

/** Google forgets after 30 days; one less, for its day may have begun before ours. */
const KEPT_BY_GOOGLE_DAYS = 29
/** What its answer is cut at. */
const PAGE_ROWS = 10_000

/** Tries after which a run goes on without it: neither analysis nor inventory can wait for it for ever. */
const MOST_TRIES = 3
const UNREAD: KeptPart = 'changesUnread'

/**
 * Keeps what Google will forget: every change since the newest one known. Where that goes on failing it is kept that
 * changes are unknown, until a later run reads them.
 */
export async function pullChangeEvents(ctx: Context, run: SyncRun): Promise<void> {
  try {
    await pullSinceNewest(ctx, run)
    await ctx.db.delete(accountInventory).where(unreadOf(run))
  } catch (error) {
    if (!mayGoWithout(ctx, run, error)) throw error
    const { customerId } = run.account
    const fetchedAt = ctx.clock.now()
    const { problem } = judgeFailure(error, fetchedAt)
    await ctx.db
      .insert(accountInventory)
      .values({ customerId, part: UNREAD, rows: [], fetchedAt, problem })
      .onConflictDoUpdate({
        target: [accountInventory.customerId, accountInventory.part],
        set: { fetchedAt, problem },
      })
  }
}

function unreadOf({ account }: SyncRun) {
  const { customerId } = account
  return and(eq(accountInventory.customerId, customerId), eq(accountInventory.part, UNREAD))
}

function mayGoWithout(ctx: Context, { job }: SyncRun, error: unknown): boolean {
  if (error instanceof GiveUp || error instanceof Stopping || ctx.stopping.aborted) return false
  return job.attempt >= MOST_TRIES && judgeFailure(error, ctx.clock.now()).kind === 'retry'
}

async function pullSinceNewest(ctx: Context, run: SyncRun): Promise<void> {
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
