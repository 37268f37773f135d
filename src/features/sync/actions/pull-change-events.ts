import { and, eq, gte, max } from 'drizzle-orm'
import { loadKept } from '#account-data/snapshot/load-inventory.ts'
import type { KeptPart, MissedChanges } from '#engine/account/kept-inventory.ts'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { accountInventory } from '#platform/db/schema/entities.ts'
import { oldestKept, readHistory } from '#platform/google-ads/change-history.ts'
import { GiveUp } from '#platform/jobs.ts'
import { type Day, wallClockInZone } from '#shared/dates.ts'
import { changeEventRow } from '../rules/change-event-rows.ts'
import type { Told } from '../rules/structure-parts.ts'
import { judgeFailure } from '../rules/sync-failures.ts'
import { todayIn } from '../rules/windows.ts'
import { Stopping, type SyncRun } from './sync-run.ts'
import { writeEntities } from './write-entities.ts'

/** Google tells of a change some minutes late, of one maybe after a later one; a clock set back an hour is in it. */
const HEARD_LATE_MS = 2 * 3_600_000

/** Tries after which a run goes on without it: neither analysis nor inventory can wait for it for ever. */
const MOST_TRIES = 3
const UNREAD: KeptPart = 'changesUnread'

/**
 * Keeps what Google will forget: every change since the newest one known. Where that goes on failing it is kept that
 * changes are unknown, until a later run reads them.
 */
export async function pullChangeEvents(
  ctx: Context,
  run: SyncRun,
  beforeNews: () => Promise<void> = async () => {},
): Promise<void> {
  try {
    await pullSinceNewest(ctx, run, beforeNews)
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

/** `beforeNews` is done before changes are kept that were not known. Answers these. */
export async function pullSinceNewest(
  ctx: Context,
  run: SyncRun,
  beforeNews: () => Promise<void>,
): Promise<Told[]> {
  const { customerId, googleCustomerId, timeZone } = run.account
  const [known] = await ctx.db
    .select({ at: max(changeEvents.at) })
    .from(changeEvents)
    .where(eq(changeEvents.customerId, customerId))
  const since = known?.at ? someTimeBefore(known.at) : null
  const today = todayIn(timeZone, ctx.clock.now())
  await noteMissed(ctx, run, { known: known?.at ?? '', oldest: oldestKept(today) })
  const search = async (query: string) => {
    await run.safePoint()
    return await run.ads.search(googleCustomerId, query)
  }
  const news: Told[] = []
  for await (const page of readHistory(search, { since, today })) {
    const rows = page.map(changeEventRow)
    const fresh = await unknownOf(ctx, customerId, rows)
    if (fresh.length > 0) await beforeNews()
    await writeEntities(ctx, customerId, changeEvents, rows)
    news.push(
      ...fresh.map(({ resource_type, operation }) => ({ resourceType: resource_type, operation })),
    )
  }
  await ctx.db.delete(accountInventory).where(unreadOf(run))
  return news
}

const MISSED: KeptPart = 'changesMissed'

/** Of an account that was not read for longer than Google remembers: what was changed in between is never known. */
async function noteMissed(
  ctx: Context,
  { account }: SyncRun,
  { known, oldest }: { known: string; oldest: Day },
): Promise<void> {
  const { customerId, timeZone, lastSyncedAt } = account
  if (!lastSyncedAt) return
  const read = wallClockInZone(lastSyncedAt, timeZone)
  const from = known > read ? known : read
  if (from >= oldest) return
  const { changesMissed = [] } = await loadKept(ctx, customerId, [MISSED])
  if (changesMissed.some((one) => one.from === from)) return
  const rows: MissedChanges[] = [...changesMissed, { from, to: oldest }]
  const fetchedAt = ctx.clock.now()
  await ctx.db
    .insert(accountInventory)
    .values({ customerId, part: MISSED, rows, fetchedAt, problem: null })
    .onConflictDoUpdate({
      target: [accountInventory.customerId, accountInventory.part],
      set: { rows, fetchedAt },
    })
}

type EventRow = ReturnType<typeof changeEventRow>

async function unknownOf(ctx: Context, customerId: number, rows: EventRow[]): Promise<EventRow[]> {
  const first = rows[0]?.at
  if (first === undefined) return []
  const kept = await ctx.db
    .select({ id: changeEvents.eventId })
    .from(changeEvents)
    .where(and(eq(changeEvents.customerId, customerId), gte(changeEvents.at, first)))
  const known = new Set(kept.map(({ id }) => id))
  return rows.filter(({ event_id }) => !known.has(event_id))
}

/** Wall times of the account, which are compared as texts. */
function someTimeBefore(at: string): string {
  const instant = Date.parse(`${at.slice(0, 19).replace(' ', 'T')}Z`) - HEARD_LATE_MS
  return new Date(instant).toISOString().slice(0, 19).replace('T', ' ')
}
