import { and, eq, sql } from 'drizzle-orm'
import type { Account } from '#account-data/owned-account.ts'
import { type SettledSteps, settleLog } from '#changes/change-log.ts'
import type { ChangeKind } from '#changes/open-changes.ts'
import type { GoogleAdvice } from '#engine/second-opinion/advice.ts'
import { syncAccount, syncKeyOf } from '#features/sync/contract.ts'
import type { Context } from '#platform/context.ts'
import { accountInventory } from '#platform/db/schema/entities.ts'
import { googleRecommendations } from '#platform/db/schema/google-recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'

export const APPLY_KIND = 'apply_google_recommendation'
export const DISMISS_KIND = 'dismiss_google_recommendation'
export const PAUSE_KIND = 'pause_auto_apply'

export const adviceChanges: ChangeKind = {
  kinds: [APPLY_KIND, DISMISS_KIND, PAUSE_KIND],
  finish: finishAdvice,
}

/** Makes our tables say the same as Google. */
export async function finishAdvice(
  ctx: Context,
  { customerId }: Account,
  settled: SettledSteps,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    for (const { row, patch } of settled.log) {
      const id = patch.resourceName?.split('/').at(-1) ?? ''
      if (patch.outcome === 'done')
        await (row.kind === PAUSE_KIND ? notePaused : forgetAdvice)(ctx, customerId, id)
    }
    if (!(await settleLog(ctx, customerId, settled)) || !settled.log.some(isApplied)) return
    // Google does not say what it has changed: until it is read, a card of ours may rest on what no longer holds.
    const uniqueKey = syncKeyOf(customerId)
    await enqueue(ctx, syncAccount, { customerId, reason: 'requested' }, { uniqueKey })
  })
}

const isApplied = ({ row, patch }: SettledSteps['log'][number]) =>
  row.kind === APPLY_KIND && patch.outcome === 'done'

/** What was handled is not shown again; were it open after all, the next day's question brings it back. */
export async function forgetAdvice(ctx: Context, customerId: number, id: string): Promise<void> {
  await ctx.db.delete(googleRecommendations).where(isOne(customerId, id))
}

/** As Google proposes it now. */
export async function noteAdvice(
  ctx: Context,
  customerId: number,
  { id, type, proposal, impact }: Pick<GoogleAdvice, 'id' | 'type' | 'proposal' | 'impact'>,
): Promise<void> {
  const now = { type, impact, proposal: { ...proposal } }
  await ctx.db.update(googleRecommendations).set(now).where(isOne(customerId, id))
}

function isOne(customerId: number, id: string) {
  return and(
    eq(googleRecommendations.customerId, customerId),
    eq(googleRecommendations.recommendationId, id),
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
