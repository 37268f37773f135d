import { and, eq, sql } from 'drizzle-orm'
import type { ChangeSearch } from '#changes/open-changes.ts'
import type { Context } from '#platform/context.ts'
import { accountInventory } from '#platform/db/schema/entities.ts'
import { googleRecommendations } from '#platform/db/schema/google-recommendations.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import { INVENTORY_QUERIES } from '#platform/google-ads/queries.ts'
import { liveAdvice } from '../queries/live-advice.ts'

export const APPLY_KIND = 'apply_google_recommendation'
export const DISMISS_KIND = 'dismiss_google_recommendation'
export const PAUSE_KIND = 'pause_auto_apply'

/** What the log keeps of them: enough to look them up. */
export type AdviceLogged = { recommendationId: string }
export type PauseLogged = { subscriptionId: string }

/** For those whose answer never came: a recommendation is done when Google no longer offers it. */
export const adviceSearch: ChangeSearch = {
  kinds: [APPLY_KIND, DISMISS_KIND],
  find: (ads, googleCustomerId, { after }) =>
    findHandled(ads, googleCustomerId, (after as AdviceLogged).recommendationId),
  alongside: (ctx, { customerId, after }) =>
    forgetAdvice(ctx, customerId, (after as AdviceLogged).recommendationId),
}

export const pauseSearch: ChangeSearch = {
  kinds: [PAUSE_KIND],
  find: (ads, googleCustomerId, { after }) =>
    findPaused(ads, googleCustomerId, (after as PauseLogged).subscriptionId),
  alongside: (ctx, { customerId, after }) =>
    notePaused(ctx, customerId, (after as PauseLogged).subscriptionId),
}

export async function findHandled(ads: GoogleAds, googleCustomerId: string, id: string) {
  const open = await liveAdvice(ads, googleCustomerId, id)
  return open ? null : `customers/${googleCustomerId}/recommendations/${id}`
}

export async function findPaused(ads: GoogleAds, googleCustomerId: string, id: string) {
  const rows = await ads.search(googleCustomerId, INVENTORY_QUERIES.autoApply)
  const found = rows.find(({ recommendationSubscription: one }) =>
    one?.resourceName?.endsWith(`/${id}`),
  )?.recommendationSubscription
  return found?.status === 'PAUSED' ? (found.resourceName ?? null) : null
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

export async function notePaused(ctx: Context, customerId: number, id: string): Promise<void> {
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
