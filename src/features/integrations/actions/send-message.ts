import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { webhookMessages, webhooks } from '#platform/db/schema/integrations.ts'
import { GiveUp, RetryLater, type RunningJob } from '#platform/jobs.ts'
import { allowsPrivate, OutboundRefused } from '#platform/outbound-address.ts'
import { postJson } from '#platform/outbound-post.ts'

type Ask = { userId: string; messageId: string }
type Outcome =
  | { kind: 'sent' }
  | { kind: 'refused'; problem: string }
  | { kind: 'later'; problem: string; afterMs: number | null }

const LONGEST_WAIT_S = 3_600

/** Delivers a message; what may pass is tried again, what was refused is shown and left. */
export async function deliverMessage(ctx: Context, ask: Ask, job: RunningJob): Promise<void> {
  const outcome = await tryMessage(ctx, ask, job.isLast)
  if (outcome.kind === 'sent') return
  if (outcome.kind === 'refused') throw new GiveUp(outcome.problem)
  if (outcome.afterMs !== null) throw new RetryLater(outcome.problem, outcome.afterMs)
  throw new Error(outcome.problem)
}

/** One try, written down; with `isLast` a failure is final. */
export async function tryMessage(ctx: Context, ask: Ask, isLast: boolean): Promise<Outcome> {
  const [found] = await ctx.db
    .select({ message: webhookMessages, urlSealed: webhooks.urlSealed })
    .from(webhookMessages)
    .innerJoin(
      webhooks,
      and(eq(webhooks.userId, webhookMessages.userId), eq(webhooks.id, webhookMessages.webhookId)),
    )
    .where(isIt(ask))
  // Deleted meanwhile, or delivered by an earlier run of the same job.
  if (found?.message.status !== 'waiting') return { kind: 'sent' }
  const outcome = await post(ctx, ctx.vault.open(found.urlSealed), found.message.body)
  const isSettled = outcome.kind !== 'later' || isLast
  await ctx.db
    .update(webhookMessages)
    .set({
      status: outcome.kind === 'sent' ? 'sent' : isSettled ? 'failed' : 'waiting',
      problem: outcome.kind === 'sent' ? null : outcome.problem,
      settledAt: isSettled ? ctx.clock.now() : null,
    })
    .where(isIt(ask))
  return outcome
}

async function post(ctx: Context, url: string, body: unknown): Promise<Outcome> {
  try {
    const answer = await postJson(url, body, { allowPrivate: allowsPrivate(ctx.config) })
    return outcomeOf(answer)
  } catch (error) {
    if (error instanceof OutboundRefused) return { kind: 'refused', problem: error.message }
    return {
      kind: 'later',
      problem: 'No se ha podido conectar, o no ha respondido en 10 segundos.',
      afterMs: null,
    }
  }
}

function outcomeOf(answer: { status: number; retryAfterSeconds: number | null }): Outcome {
  const { status, retryAfterSeconds } = answer
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const problem = `Ha respondido con el código ${status}.`
  if (status === 429 || status === 408 || status >= 500) {
    const seconds = retryAfterSeconds && Math.min(retryAfterSeconds, LONGEST_WAIT_S)
    return { kind: 'later', problem, afterMs: seconds ? seconds * 1000 : null }
  }
  if (status >= 300 && status < 400)
    return {
      kind: 'refused',
      problem: 'Redirige a otra dirección, y no se sigue. Pon la definitiva.',
    }
  return { kind: 'refused', problem: `${problem} Comprueba que la dirección siga existiendo.` }
}

function isIt({ userId, messageId }: Ask) {
  return and(eq(webhookMessages.userId, userId), eq(webhookMessages.id, messageId))
}
