import { eq, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { recommendations } from '#platform/db/schema/recommendations.ts'
import type { Known } from '../rules/difference.ts'

/** Every recommendation an account ever had, locked until the transaction ends: none can be applied meanwhile. */
export async function readKnown(ctx: Context, customerId: number): Promise<Known[]> {
  const rows = await ctx.db
    .select({
      id: recommendations.id,
      fingerprint: recommendations.fingerprint,
      status: recommendations.status,
      createdAt: recommendations.createdAt,
      dismissedEvidence: recommendations.dismissedEvidence,
      // While one half waits, the other's problem is still there by design.
      measureAfter: sql<string | null>`(
        select max(a.measure_after) from recommendation_applications a
        where a.customer_id = ${recommendations.customerId}
          and a.recommendation_id = ${recommendations.id}
        having not bool_or(coalesce(a.second_state in ('waiting', 'applying'), false)))`,
    })
    .from(recommendations)
    .where(eq(recommendations.customerId, customerId))
    .for('update', { of: recommendations })
  return rows.map(({ measureAfter, ...row }) => ({
    ...row,
    settledUntil: measureAfter === null ? null : new Date(`${measureAfter}T00:00:00Z`),
  }))
}
