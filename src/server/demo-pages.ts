import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { analyseAccount, analysisKey } from '#features/recommendations/contract/recommendations.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { lookedPages } from '#platform/db/schema/pages.ts'
import { enqueue, handle, type JobHandler } from '#platform/jobs.ts'
import { jobKind } from '#shared/job-kind.ts'

/** The accounts are read first, which takes a minute or some. */
const AGAIN_AFTER_MS = 20_000
const MOST_TRIES = 30
const BETWEEN_LOOKS_MS = 3_600_000

const openPages = jobKind('open-demo-pages', {
  payload: z.object({ userId: z.string(), triesLeft: z.number() }),
  maxAttempts: 3,
  lane: 'nightly',
})

export const demoPageJobs: readonly JobHandler[] = [
  handle(openPages, async (ctx, { userId, triesLeft }) => {
    if ((await openedAnHourAgo(ctx, userId)) || triesLeft === 0) return
    const runAt = new Date(ctx.clock.now().getTime() + AGAIN_AFTER_MS)
    await enqueue(ctx, openPages, { userId, triesLeft: triesLeft - 1 }, { runAt })
  }),
]

/** The first look at the pages of the demonstration's accounts is told as the second: its visitors do not wait an hour for it. */
export async function enqueueDemoPages(ctx: Context, userId: string): Promise<void> {
  if (!ctx.config.advertiserWeb?.playedBy) return
  const uniqueKey = `${openPages.name}:${userId}`
  await enqueue(ctx, openPages, { userId, triesLeft: MOST_TRIES }, { uniqueKey })
}

/** The simulated sites answered the same an hour ago. False while none was opened. Safe to repeat. */
async function openedAnHourAgo(ctx: Context, userId: string): Promise<boolean> {
  const accounts = await ctx.db
    .select({ customerId: adAccounts.customerId })
    .from(adAccounts)
    .where(eq(adAccounts.userId, userId))
  let looked = 0
  for (const { customerId } of accounts) {
    const ofAccount = eq(lookedPages.customerId, customerId)
    looked += await ctx.db.$count(lookedPages, ofAccount)
    const seenOnce = and(ofAccount, eq(lookedPages.brokenSince, lookedPages.lookedAt))
    const moved = await ctx.db.select().from(lookedPages).where(seenOnce)
    // One by one: on a cluster a write reckons with no instant that stands in the row.
    for (const { address, lookedAt } of moved)
      await ctx.db
        .update(lookedPages)
        .set({ brokenSince: new Date(lookedAt.getTime() - BETWEEN_LOOKS_MS) })
        .where(and(seenOnce, eq(lookedPages.address, address)))
    if (moved.length > 0)
      await enqueue(ctx, analyseAccount, { customerId }, { uniqueKey: analysisKey(customerId) })
  }
  return looked > 0
}
