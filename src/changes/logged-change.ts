import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { assertMayChange } from '#platform/google-ads/change-limits.ts'
import type { GoogleAds, RecommendationAct } from '#platform/google-ads/client.ts'
import { GoogleAdsError, NoAnswer } from '#platform/google-ads/errors.ts'
import { changeFailure } from '#platform/google-ads/refusals.ts'
import { AppError } from '#shared/app-error.ts'

export type LoggedChange = typeof accountChanges.$inferSelect

/** One operation on a client's account, and what the log says about it. */
export type PlannedChange = {
  customerId: number
  googleCustomerId: string
  kind: string
  /** One Spanish line. */
  summary: string
  recommendationId?: string
  before: unknown
  after: unknown
  operation: object
  /** The operation is about one of Google's own recommendations, which cannot be rehearsed. */
  act?: RecommendationAct
  /** After a time-out: the resource if the change is there, null if it is not. A create is never just repeated. */
  lookAgain: () => Promise<string | null>
  /** Makes our tables say the same; in one transaction with the log. */
  alongside: (ctx: Context, resourceName: string) => Promise<void>
}

/**
 * Makes a change in Google Ads: logged before it is sent, settled after. Google is asked first whether it would
 * take it. Throws AppError: unprocessable (refused, with the reason), vendor_failed, needs_reauth, unavailable,
 * read_only or conflict (the account's own limits).
 */
export async function makeChange(
  ctx: CallerContext,
  ads: GoogleAds,
  plan: PlannedChange,
): Promise<LoggedChange> {
  await assertMayChange(ctx, plan.customerId, 1)
  if (!plan.act)
    await failingInSpanish(() =>
      ads.mutate(plan.googleCustomerId, [plan.operation], { validateOnly: true }),
    )
  const sent = await logSent(ctx, plan)
  const done = await send(ctx, ads, plan, sent)
  return await inTransaction(ctx, async (ctx) => {
    await plan.alongside(ctx, done.resourceName)
    return await settle(ctx, sent, { outcome: 'done', ...done })
  })
}

/**
 * Takes a change back, which the log says before it is sent; `alongside` as above. Safe to repeat: what is gone already
 * counts as taken back. After silence it is looked for later.
 */
export async function takeBack(
  ctx: CallerContext,
  ads: GoogleAds,
  change: LoggedChange,
  undo: {
    googleCustomerId: string
    operation: object
    alongside: (ctx: Context) => Promise<void>
  },
): Promise<LoggedChange> {
  await assertMayChange(ctx, change.customerId, 0)
  const undoneBy = ctx.caller.userId
  await settle(ctx, change, { undoSentAt: ctx.clock.now(), undoneBy })
  const undoRequestId = await failingInSpanish(async () => {
    try {
      return (await ads.mutate(undo.googleCustomerId, [undo.operation])).requestId
    } catch (error) {
      if (isGone(error)) return undefined
      if (!mayBeDone(error)) await settle(ctx, change, { undoSentAt: null, undoneBy: null })
      throw error
    }
  })
  return await inTransaction(ctx, async (ctx) => {
    await undo.alongside(ctx)
    return await settle(ctx, change, {
      undoneAt: ctx.clock.now(),
      undoneBy,
      undoSentAt: null,
      undoRequestId: undoRequestId ?? null,
    })
  })
}

async function logSent(ctx: CallerContext, plan: PlannedChange): Promise<LoggedChange> {
  const { customerId, kind, summary, recommendationId = null, before, after } = plan
  const [row] = await ctx.db
    .insert(accountChanges)
    .values({
      customerId,
      id: randomUUID(),
      at: ctx.clock.now(),
      userId: ctx.caller.userId,
      kind,
      summary,
      recommendationId,
      outcome: 'sent',
      before,
      after,
    })
    .returning()
  return row!
}

async function send(
  ctx: CallerContext,
  ads: GoogleAds,
  plan: PlannedChange,
  sent: LoggedChange,
): Promise<{ resourceName: string; requestId: string | null }> {
  try {
    const { googleCustomerId, operation, act } = plan
    const { results, requestId } = act
      ? await ads.actOnRecommendation(googleCustomerId, act, operation)
      : await ads.mutate(googleCustomerId, [operation])
    return { resourceName: resourceNameOf(results[0]), requestId: requestId ?? null }
  } catch (error) {
    if (!mayBeDone(error)) {
      await settle(ctx, sent, { outcome: 'failed' })
      throw changeFailure(error)
    }
    const found = await lookAgain(ctx, plan, sent)
    if (found) return { resourceName: found, requestId: null }
    await settle(ctx, sent, { outcome: 'failed' })
    throw new AppError(
      'vendor_failed',
      'Google Ads no ha respondido y el cambio no se ha hecho. Puedes intentarlo de nuevo.',
    )
  }
}

/** A refusal comes before anything is written; silence and a failure inside Google may come after. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof GoogleAdsError && error.httpStatus >= 500)
}

async function lookAgain(ctx: CallerContext, plan: PlannedChange, sent: LoggedChange) {
  try {
    return await plan.lookAgain()
  } catch (error) {
    await settle(ctx, sent, { outcome: 'unknown' })
    throw new AppError(
      'vendor_failed',
      'Google Ads no responde y no sabemos si el cambio se ha hecho. Sincroniza la cuenta antes de repetirlo.',
      { cause: error },
    )
  }
}

async function settle(
  ctx: Context,
  change: LoggedChange,
  patch: Partial<LoggedChange>,
): Promise<LoggedChange> {
  const [row] = await ctx.db
    .update(accountChanges)
    .set(patch)
    .where(and(eq(accountChanges.customerId, change.customerId), eq(accountChanges.id, change.id)))
    .returning()
  return row!
}

/** The answer names the kind of its result, `{adGroupCriterionResult: {resourceName}}`, or is bare. */
export function resourceNameOf(result: object | undefined): string {
  const [inner] = Object.values(result ?? {}) as (string | { resourceName?: string })[]
  return typeof inner === 'string' ? inner : (inner?.resourceName ?? '')
}

const GONE = ['RESOURCE_NOT_FOUND', 'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE']

/** What was to be taken back is no longer there. */
export function isGone(error: unknown): boolean {
  const { codes } = error as { codes?: readonly string[] }
  return codes?.some((code) => GONE.includes(code)) ?? false
}

export async function failingInSpanish<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw changeFailure(error)
  }
}
