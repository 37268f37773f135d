import { and, eq, sql } from 'drizzle-orm'
import type { ChangeKind } from '#changes/make-changes.ts'
import type { Operation } from '#changes/operations.ts'
import { lookAgain } from '#changes/read-back.ts'
import type { Context } from '#platform/context.ts'
import { accountInventory } from '#platform/db/schema/entities.ts'
import { googleRecommendations } from '#platform/db/schema/google-recommendations.ts'
import { liveAdvice } from '../queries/live-advice.ts'

export const APPLY_KIND = 'apply_google_recommendation'
export const DISMISS_KIND = 'dismiss_google_recommendation'
export const PAUSE_KIND = 'pause_auto_apply'

/** What the log keeps of them: enough to look them up. */
type AdviceLogged = { recommendationId: string }
type PauseLogged = { subscriptionId: string }

/** A recommendation is done when Google no longer offers it. */
export const adviceChanges: ChangeKind = {
  kinds: [APPLY_KIND, DISMISS_KIND],
  find: async (ads, { after }) => {
    const { recommendationId } = after as AdviceLogged
    const open = await liveAdvice(ads, recommendationId)
    return open
      ? null
      : `customers/${ads.account.googleCustomerId}/recommendations/${recommendationId}`
  },
  made: (ctx, { customerId, after }) =>
    forgetAdvice(ctx, customerId, (after as AdviceLogged).recommendationId),
}

export const pauseChanges: ChangeKind = {
  kinds: [PAUSE_KIND],
  find: async (ads, { after }) => {
    const { subscriptionId } = after as PauseLogged
    const operation = pauseOperation(ads.account.googleCustomerId, subscriptionId)
    const [name = null] = await lookAgain(ads, [operation])
    return name
  },
  made: (ctx, { customerId, after }) =>
    notePaused(ctx, customerId, (after as PauseLogged).subscriptionId),
}

export function pauseOperation(googleCustomerId: string, subscriptionId: string): Operation {
  const resourceName = `customers/${googleCustomerId}/recommendationSubscriptions/${subscriptionId}`
  return {
    recommendationSubscriptionOperation: {
      updateMask: 'status',
      update: { resourceName, status: 'PAUSED' },
    },
  }
}

/** What was handled is not shown again; were it open after all, the next day's question brings it back. */
export async function forgetAdvice(ctx: Context, customerId: number, id: string): Promise<void> {
  await ctx.db
    .delete(googleRecommendations)
    .where(
      and(
        eq(googleRecommendations.customerId, customerId),
        eq(googleRecommendations.recommendationId, id),
      ),
    )
}

async function notePaused(ctx: Context, customerId: number, id: string): Promise<void> {
  await ctx.db
    .update(accountInventory)
    .set({
      rows: sql`(select jsonb_agg(case when one->>'id' = ${id} then one || '{"status":"PAUSED"}'::jsonb else one end)
        from jsonb_array_elements(${accountInventory.rows}) as one)`,
    })
    .where(
      and(
        eq(accountInventory.customerId, customerId),
        eq(accountInventory.part, 'autoApply'),
        sql`jsonb_array_length(${accountInventory.rows}) > 0`,
      ),
    )
}
