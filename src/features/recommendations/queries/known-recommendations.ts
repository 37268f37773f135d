import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { STATUS } from '#shared/change-states.ts'
import type { Known } from '../rules/difference.ts'
import { type MeasuredWorse, measuredWorse } from '../rules/measured-worse.ts'
import { changesOf } from '../rules/moved-pages.ts'

/** Every recommendation an account ever had, locked until the transaction ends: none can be applied meanwhile. */
export async function readKnown(ctx: Context, customerId: number): Promise<Known[]> {
  const rows = await ctx.db
    .select({
      id: recommendations.id,
      fingerprint: recommendations.fingerprint,
      status: recommendations.status,
      operations: sql<object[] | null>`case when ${recommendations.status} = ${STATUS.pending}
        then ${recommendations.body} #> '{evidence,change,operations}' end`,
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
  const worse = await readWorse(ctx, customerId)
  return rows.map(({ measureAfter, operations, ...row }) => ({
    ...row,
    changes: changesOf(operations ?? []),
    worse: worse.get(row.id) ?? null,
    settledUntil: measureAfter === null ? null : new Date(`${measureAfter}T00:00:00Z`),
  }))
}

/** Fingerprints of what waits for a decision. */
export async function readShown(ctx: Context, customerId: number): Promise<string[]> {
  const { fingerprint, status } = recommendations
  const rows = await ctx.db
    .select({ fingerprint })
    .from(recommendations)
    .where(and(eq(recommendations.customerId, customerId), eq(status, STATUS.pending)))
    .orderBy(fingerprint)
  return rows.map((row) => row.fingerprint)
}

/** By recommendation, those whose newest application with a final verdict was measured worse. */
async function readWorse(ctx: Context, customerId: number): Promise<Map<string, MeasuredWorse>> {
  const { recommendationId, measured, body, appliedAt } = recommendationApplications
  const rows = await ctx.db
    .select({
      recommendationId,
      body: sql<Analysed | null>`case when ${measured} ->> 'verdict' = 'worsened' then ${body} end`,
    })
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        isNotNull(measured),
        // What is looked at again has no verdict yet.
        sql`${measured} -> 'looks' ->> 'next' is null`,
      ),
    )
    .orderBy(appliedAt)
  const newest = new Map(rows.map((row) => [row.recommendationId, row]))
  // Only the engine's own output is stored as a body.
  return new Map(
    [...newest].flatMap(([id, { body }]) => (body ? [[id, measuredWorse(body)] as const] : [])),
  )
}
