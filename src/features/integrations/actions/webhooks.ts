import { randomUUID } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { webhookMessages, webhooks } from '#platform/db/schema/integrations.ts'
import { allowsPrivate, outboundProblem } from '#platform/outbound-address.ts'
import { requirePlan } from '#platform/plan-access.ts'
import { personOf } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import type { Topic } from '../contract.ts'
import { testBody } from '../rules/notice-text.ts'
import { tryMessage } from './send-message.ts'

const MOST_WEBHOOKS = 5

/** What happened before is not told. Throws 400 for an address that is not public https. */
export async function createWebhook(
  ctx: CallerContext,
  { url, topics }: { url: string; topics: readonly Topic[] },
): Promise<string> {
  requirePlan(ctx.caller, 'webhooks')
  const { userId } = ctx.caller
  const target = new URL(url)
  const problem = outboundProblem(target, allowsPrivate(ctx.config))
  if (problem) throw new AppError('invalid', problem, { fields: { url: problem } })
  const [row] = await ctx.db
    .select({ known: count() })
    .from(webhooks)
    .where(eq(webhooks.userId, userId))
  if ((row?.known ?? 0) >= MOST_WEBHOOKS)
    throw new AppError('conflict', `Puedes tener ${MOST_WEBHOOKS} webhooks como mucho.`)
  const id = randomUUID()
  await ctx.db.insert(webhooks).values({
    userId,
    id,
    urlSealed: ctx.vault.seal(target.href),
    host: target.host,
    topics: [...new Set(topics)],
    createdAt: ctx.clock.now(),
    createdBy: personOf(ctx.caller),
  })
  return id
}

/** Once and at once: the user who presses the button sees what came of it. */
export async function testWebhook(
  ctx: CallerContext,
  webhookId: string,
): Promise<{ ok: boolean; message: string }> {
  requirePlan(ctx.caller, 'webhooks')
  const { userId } = ctx.caller
  const [webhook] = await ctx.db.select().from(webhooks).where(isIt(userId, webhookId))
  if (!webhook) throw missing()
  const messageId = randomUUID()
  await ctx.db.insert(webhookMessages).values({
    userId,
    id: messageId,
    webhookId,
    body: testBody(),
    status: 'waiting',
    createdAt: ctx.clock.now(),
  })
  const outcome = await tryMessage(ctx, { userId, messageId }, true)
  if (outcome.kind === 'sent') return { ok: true, message: 'Ha llegado. Míralo en tu canal.' }
  return { ok: false, message: outcome.problem }
}

export async function deleteWebhook(ctx: CallerContext, webhookId: string): Promise<void> {
  const gone = await ctx.db
    .delete(webhooks)
    .where(isIt(ctx.caller.userId, webhookId))
    .returning({ id: webhooks.id })
  if (gone.length === 0) throw missing()
}

function isIt(userId: string, webhookId: string) {
  return and(eq(webhooks.userId, userId), eq(webhooks.id, webhookId))
}

function missing(): AppError {
  return new AppError('not_found', 'No existe ese webhook.')
}
