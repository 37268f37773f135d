import { and, eq, inArray, isNotNull, lte, or } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { adsOfAccount } from '#platform/google-ads/account-ads.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import { noticingLostGrant } from '#platform/google-ads/lost-grant.ts'
import { enqueue, handle, type JobHandler } from '#platform/jobs.ts'
import { jobKind } from '#shared/job-kind.ts'
import type { LoggedChange } from './logged-change.ts'

/** How changes of some kinds are looked for in Google Ads when nobody knows whether they were made. */
export type ChangeSearch = {
  kinds: readonly string[]
  /** The resource if the change is there now, null if it is not. */
  find: (ads: GoogleAds, googleCustomerId: string, change: LoggedChange) => Promise<string | null>
  /** Makes our tables say the same; in one transaction with the log. Safe to repeat. */
  alongside: (ctx: Context, change: LoggedChange, resourceName: string) => Promise<void>
  /** The same when it turns out to have been taken back, of changes that `takeBack` takes back. */
  alongsideUndone?: (ctx: Context, change: LoggedChange) => Promise<void>
}

const settleChanges = jobKind('settle-changes', {
  payload: z.object({ customerId: z.number() }),
  maxAttempts: 12,
})

/**
 * Longer than any process still waits for Google (two tries of a minute each, the same again to look) and than Google
 * works on a request whose sender has gone.
 */
const ABANDONED_AFTER_MS = 10 * 60_000

/** Changes whose process ended before it heard Google's answer, or that Google's silence left open: looked for by a job. */
export async function enqueueOpenChanges(ctx: Context): Promise<void> {
  const abandoned = new Date(ctx.clock.now().getTime() - ABANDONED_AFTER_MS)
  const open = await ctx.db
    .selectDistinct({ customerId: accountChanges.customerId })
    .from(accountChanges)
    .innerJoin(adAccounts, eq(adAccounts.customerId, accountChanges.customerId))
    .where(and(isOpen(abandoned), eq(adAccounts.connected, true)))
  for (const { customerId } of open)
    await enqueue(
      ctx,
      settleChanges,
      { customerId },
      { uniqueKey: `${settleChanges.name}:${customerId}` },
    )
}

/**
 * For a process that holds the only database alone, before it serves anybody: whoever waited for an answer is dead,
 * so its changes are looked for at once.
 */
export async function takeOverOpenChanges(ctx: Context): Promise<void> {
  await ctx.db
    .update(accountChanges)
    .set({ outcome: 'unknown' })
    .where(eq(accountChanges.outcome, 'sent'))
}

/** A kind that no search knows stays open: saying nothing is better than guessing. */
export function openChangeJobs(searches: readonly ChangeSearch[]): readonly JobHandler[] {
  return [handle(settleChanges, (ctx, { customerId }) => settleAccount(ctx, customerId, searches))]
}

async function settleAccount(
  ctx: Context,
  customerId: number,
  searches: readonly ChangeSearch[],
): Promise<void> {
  const [account] = await ctx.db
    .select()
    .from(adAccounts)
    .where(eq(adAccounts.customerId, customerId))
  // Disconnected meanwhile: looked for again once it is connected.
  if (!account?.connected) return
  const abandoned = new Date(ctx.clock.now().getTime() - ABANDONED_AFTER_MS)
  const kinds = searches.flatMap(({ kinds }) => kinds)
  const open = await ctx.db
    .select()
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.customerId, customerId),
        inArray(accountChanges.kind, kinds),
        isOpen(abandoned),
      ),
    )
    .orderBy(accountChanges.at)
  await noticingLostGrant(ctx, account.connectionId, async () => {
    const ads = await adsOfAccount(ctx, account)
    for (const change of open) {
      const search = searches.find(({ kinds }) => kinds.includes(change.kind))
      if (!search) continue
      const resourceName = await search.find(ads, account.googleCustomerId, change)
      // What is as it was says nothing while Google may still be at it.
      if (change.undoSentAt) {
        if (!resourceName || change.undoSentAt <= abandoned)
          await settleUndoing(ctx, search, change, resourceName)
      } else if (resourceName || change.at <= abandoned)
        await settleChange(ctx, search, change, resourceName)
    }
  })
}

async function settleChange(
  ctx: Context,
  search: ChangeSearch,
  change: LoggedChange,
  resourceName: string | null,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (resourceName) await search.alongside(ctx, change, resourceName)
    await ctx.db
      .update(accountChanges)
      .set(resourceName ? { outcome: 'done', resourceName } : { outcome: 'failed' })
      .where(
        and(
          eq(accountChanges.customerId, change.customerId),
          eq(accountChanges.id, change.id),
          inArray(accountChanges.outcome, ['sent', 'unknown']),
        ),
      )
  })
  ctx.log.info({ changeId: change.id, found: resourceName !== null }, 'open change settled')
}

async function settleUndoing(
  ctx: Context,
  search: ChangeSearch,
  change: LoggedChange,
  resourceName: string | null,
): Promise<void> {
  const { customerId, id, undoSentAt } = change
  if (!undoSentAt) return
  await inTransaction(ctx, async (ctx) => {
    if (!resourceName) await search.alongsideUndone?.(ctx, change)
    await ctx.db
      .update(accountChanges)
      .set(
        resourceName
          ? { undoSentAt: null, undoneBy: null }
          : { undoSentAt: null, undoneAt: undoSentAt },
      )
      .where(
        and(
          eq(accountChanges.customerId, customerId),
          eq(accountChanges.id, id),
          // Asked for anew meanwhile: that one is another.
          eq(accountChanges.undoSentAt, undoSentAt),
        ),
      )
  })
  ctx.log.info({ changeId: id, undone: resourceName === null }, 'open undoing settled')
}

/** Nobody waits any more: left in the middle for long, or given up by the process that made it. */
function isOpen(abandoned: Date) {
  return or(
    eq(accountChanges.outcome, 'unknown'),
    isNotNull(accountChanges.undoSentAt),
    and(eq(accountChanges.outcome, 'sent'), lte(accountChanges.at, abandoned)),
  )
}
