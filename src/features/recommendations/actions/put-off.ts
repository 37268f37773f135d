import { and, eq, inArray, or } from 'drizzle-orm'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import type { CallerContext } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendations } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { AppError } from '#shared/app-error.ts'
import { STATUS } from '#shared/change-states.ts'
import { ownedRecommendation } from '../queries/applications.ts'
import { dismissRecommendation } from './dismiss-recommendation.ts'

const DAY_MS = 86_400_000

/** Takes pending ones out of the lists until that instant; later ones of the same put it off anew. */
export async function snoozeRecommendations(
  ctx: CallerContext,
  { ids, days }: { ids: readonly string[]; days: number },
): Promise<{ until: string }> {
  const until = new Date(ctx.clock.now().getTime() + days * DAY_MS)
  await inTransaction(ctx, async (ctx) => {
    for (const [customerId, own] of await ownIds(ctx, ids)) {
      const rows = await ctx.db
        .update(recommendations)
        .set({ snoozedUntil: until })
        .where(
          and(
            eq(recommendations.customerId, customerId),
            inArray(recommendations.id, own),
            eq(recommendations.status, STATUS.pending),
          ),
        )
        .returning({ id: recommendations.id })
      if (rows.length < own.length)
        throw new AppError('conflict', 'Solo se puede posponer lo que está pendiente.')
    }
  })
  return { until: until.toISOString() }
}

/** All of them or none. */
export async function dismissSeveral(ctx: CallerContext, ids: readonly string[]) {
  await inTransaction(ctx, async (ctx) => {
    for (const id of new Set(ids)) await dismissRecommendation(ctx, { id })
  })
  return { ids: [...new Set(ids)] }
}

/** Brings back what was put off or put away; what has been decided otherwise since stays as it is. */
export async function restoreRecommendations(ctx: CallerContext, ids: readonly string[]) {
  const restored: string[] = []
  await inTransaction(ctx, async (ctx) => {
    for (const [customerId, own] of await ownIds(ctx, ids)) {
      const rows = await ctx.db
        .update(recommendations)
        .set({
          status: STATUS.pending,
          snoozedUntil: null,
          dismissedReason: null,
          dismissedEvidence: null,
          updatedAt: ctx.clock.now(),
        })
        .where(
          and(
            eq(recommendations.customerId, customerId),
            inArray(recommendations.id, own),
            or(
              eq(recommendations.status, STATUS.pending),
              eq(recommendations.status, STATUS.dismissed),
            ),
          ),
        )
        .returning({ id: recommendations.id })
      restored.push(...rows.map(({ id }) => id))
    }
  })
  return { ids: restored }
}

/** By account. Throws not_found when one is not the caller's. */
async function ownIds(ctx: CallerContext, ids: readonly string[]): Promise<Map<number, string[]>> {
  const rows = await ctx.db
    .select({ customerId: recommendations.customerId, id: recommendations.id })
    .from(recommendations)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendations.customerId))
    .where(and(inArray(recommendations.id, [...ids]), accountsOfCaller(ctx)))
  const missing = ids.find((id) => !rows.some((row) => row.id === id))
  if (missing !== undefined) await ownedRecommendation(ctx, missing)
  return new Map(
    [...Map.groupBy(rows, ({ customerId }) => customerId)].map(([customerId, own]) => [
      customerId,
      own.map(({ id }) => id),
    ]),
  )
}
