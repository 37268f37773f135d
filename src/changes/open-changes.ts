import { and, eq, inArray, isNotNull, lte, or } from 'drizzle-orm'
import * as z from 'zod/mini'
import { accountById } from '#account-data/owned-account.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import { enqueue, handle, type JobHandler } from '#platform/jobs.ts'
import { jobKind } from '#shared/job-kind.ts'
import type { LoggedChange } from './change-log.ts'
import type { ChangeKind } from './make-changes.ts'

/**
 * Longer than any process still waits for Google (two tries of a minute each, the same again to look) and than Google
 * works on a request whose sender has gone.
 */
export const ABANDONED_AFTER_MS = 10 * 60_000

const settleChanges = jobKind('settle-changes', {
  payload: z.object({ customerId: z.number() }),
  maxAttempts: 12,
})

/** Changes whose process ended before it heard Google's answer, or that Google's silence left open: looked for by a job. */
export async function enqueueOpenChanges(ctx: Context): Promise<void> {
  const open = await ctx.db
    .selectDistinct({ customerId: accountChanges.customerId })
    .from(accountChanges)
    .innerJoin(adAccounts, eq(adAccounts.customerId, accountChanges.customerId))
    .where(and(isOpen(abandonedAt(ctx)), eq(adAccounts.connected, true)))
  for (const { customerId } of open) {
    const uniqueKey = `${settleChanges.name}:${customerId}`
    await enqueue(ctx, settleChanges, { customerId }, { uniqueKey })
  }
}

/**
 * For a process that holds the only database alone, before it serves requests: the processes that waited for an answer
 * are dead, so their changes are looked for at once.
 */
export async function takeOverOpenChanges(ctx: Context): Promise<void> {
  await ctx.db
    .update(accountChanges)
    .set({ outcome: 'unknown' })
    .where(eq(accountChanges.outcome, 'sent'))
}

/** A change of a kind that none of these knows stays open: saying nothing is better than guessing. */
export function openChangeJobs(kinds: readonly ChangeKind[]): readonly JobHandler[] {
  return [handle(settleChanges, (ctx, { customerId }) => settleAccount(ctx, customerId, kinds))]
}

async function settleAccount(
  ctx: Context,
  customerId: number,
  kinds: readonly ChangeKind[],
): Promise<void> {
  const account = await accountById(ctx, customerId)
  // Disconnected meanwhile: looked for again once it is connected.
  if (!account?.connected) return
  const abandoned = abandonedAt(ctx)
  const open = await ctx.db
    .select()
    .from(accountChanges)
    .where(and(eq(accountChanges.customerId, customerId), isOpen(abandoned)))
    .orderBy(accountChanges.at)
  const ads = await adsOfAccount(ctx, account)
  for (const change of open) {
    const kind = kinds.find(({ kinds }) => kinds.includes(change.kind))
    if (!kind) continue
    const found = await kind.find(ads, change)
    const { undoSentAt, at } = change
    // What is as it was says nothing while Google may still be at it.
    const mayCome = (undoSentAt ?? at) > abandoned
    if (undoSentAt) {
      if (!found || !mayCome) await settleUndoing(ctx, kind, change, { undoSentAt, found })
    } else if (found || !mayCome) await settleMaking(ctx, kind, change, found)
  }
}

async function settleMaking(
  ctx: Context,
  kind: ChangeKind,
  change: LoggedChange,
  resourceName: string | null,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (resourceName) await kind.made(ctx, change, resourceName)
    await ctx.db
      .update(accountChanges)
      .set(resourceName ? { outcome: 'done', resourceName } : { outcome: 'failed' })
      .where(and(isThis(change), inArray(accountChanges.outcome, ['sent', 'unknown'])))
  })
  ctx.log.info({ changeId: change.id, found: resourceName !== null }, 'open change settled')
}

async function settleUndoing(
  ctx: Context,
  kind: ChangeKind,
  change: LoggedChange,
  { undoSentAt, found }: { undoSentAt: Date; found: string | null },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!found) await kind.undone?.(ctx, change)
    await ctx.db
      .update(accountChanges)
      .set({ undoSentAt: null, ...(found ? { undoneBy: null } : { undoneAt: undoSentAt }) })
      // Asked for anew meanwhile: that one is another.
      .where(and(isThis(change), eq(accountChanges.undoSentAt, undoSentAt)))
  })
  ctx.log.info({ changeId: change.id, undone: found === null }, 'open undoing settled')
}

const abandonedAt = (ctx: Context) => new Date(ctx.clock.now().getTime() - ABANDONED_AFTER_MS)

/** No request waits any more: left in the middle for long, or given up by the process that made it. */
function isOpen(abandoned: Date) {
  return or(
    eq(accountChanges.outcome, 'unknown'),
    isNotNull(accountChanges.undoSentAt),
    and(eq(accountChanges.outcome, 'sent'), lte(accountChanges.at, abandoned)),
  )
}

function isThis({ customerId, id }: LoggedChange) {
  return and(eq(accountChanges.customerId, customerId), eq(accountChanges.id, id))
}
