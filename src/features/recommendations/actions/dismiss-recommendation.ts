import { and, eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { recommendations } from '#platform/db/schema/recommendations.ts'
import { AppError } from '#shared/app-error.ts'
import { STATUS } from '#shared/change-states.ts'
import { ownedRecommendation } from '../queries/applications.ts'
import { strengthOf } from '../rules/strength.ts'

/** Puts a pending one away until its evidence has grown. Harmless to repeat; throws conflict for an applied one. */
export async function dismissRecommendation(
  ctx: CallerContext,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<void> {
  const { recommendation, body } = await ownedRecommendation(ctx, id)
  if (recommendation.status !== STATUS.dismissed) {
    const [row] = await ctx.db
      .update(recommendations)
      .set({
        status: STATUS.dismissed,
        dismissedReason: reason || null,
        dismissedEvidence: strengthOf(body),
        updatedAt: ctx.clock.now(),
      })
      .where(
        and(
          eq(recommendations.customerId, recommendation.customerId),
          eq(recommendations.id, id),
          eq(recommendations.status, STATUS.pending),
        ),
      )
      .returning({ id: recommendations.id })
    if (!row) throw new AppError('conflict', 'Solo se puede descartar una recomendación pendiente.')
  }
}
