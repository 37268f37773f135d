import { randomUUID } from 'node:crypto'
import { and, eq, inArray, lt } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { webhookMessages, webhookOccasions, webhooks } from '#platform/db/schema/integrations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { enqueue } from '#platform/jobs.ts'
import { isStillMakers } from '#platform/still-makers.ts'
import { sendWebhookMessage } from '../contract.ts'
import { readNotices } from '../queries/notices.ts'
import { type Notice, noticeBody } from '../rules/notice-text.ts'

type Webhook = typeof webhooks.$inferSelect

const KEPT_MS = 30 * 86_400_000

/** Looks for what the webhooks have not been told yet; harmless to repeat and to run twice at once. */
export async function enqueueDueNotices(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .select({ webhook: webhooks })
    .from(webhooks)
    .innerJoin(users, eq(users.id, webhooks.userId))
    .where(
      and(
        eq(users.isActive, true),
        inArray(users.plan, ['premium', 'enterprise']),
        isStillMakers(webhooks),
      ),
    )
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS)
  await ctx.db.delete(webhookMessages).where(lt(webhookMessages.createdAt, before))
  await eachApart(rows, async ({ webhook }) => {
    const notices = await readNotices(ctx, webhook)
    for (const group of grouped(notices)) await enqueueMessage(ctx, webhook, group)
  })
}

/** A first analysis finds twenty things at once: they are one message, not twenty. */
function grouped(notices: readonly Notice[]): Notice[][] {
  const groups = new Map<string, Notice[]>()
  for (const notice of notices) {
    const key = `${notice.topic} ${notice.account.accountId}`
    groups.set(key, [...(groups.get(key) ?? []), notice])
  }
  return [...groups.values()]
}

async function enqueueMessage(
  ctx: Context,
  { userId, id: webhookId }: Webhook,
  notices: readonly Notice[],
): Promise<void> {
  const now = ctx.clock.now()
  await inTransaction(ctx, async (ctx) => {
    const taken = await ctx.db
      .insert(webhookOccasions)
      .values(notices.map(({ occasion }) => ({ userId, webhookId, occasion, at: now })))
      .onConflictDoNothing()
      .returning({ occasion: webhookOccasions.occasion })
    const isNew = new Set(taken.map(({ occasion }) => occasion))
    const told = notices.filter(({ occasion }) => isNew.has(occasion))
    if (told.length === 0) return
    const messageId = randomUUID()
    const origin = ctx.config.appOrigin ?? `http://localhost:${ctx.config.port}`
    await ctx.db.insert(webhookMessages).values({
      userId,
      id: messageId,
      webhookId,
      body: noticeBody(told, origin),
      status: 'waiting',
      createdAt: now,
    })
    await enqueue(ctx, sendWebhookMessage, { userId, messageId })
  })
}
