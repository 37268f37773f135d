import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { dueOf } from '#account-data/held-up.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { SECOND } from '#shared/applied-halves.ts'
import { STATE, STATUS } from '#shared/change-states.ts'
import type { Measured } from '#shared/measured.ts'
import type { Known } from '../rules/difference.ts'
import { readyOnOf } from '../rules/experiment-way.ts'
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
      returnedAt: recommendations.returnedAt,
      updatedAt: recommendations.updatedAt,
      dismissedEvidence: recommendations.dismissedEvidence,
    })
    .from(recommendations)
    .where(eq(recommendations.customerId, customerId))
    .for('update', { of: recommendations })
  const worse = await readWorse(ctx, customerId)
  const settled = await readSettled(ctx, customerId)
  return rows.map(({ operations, ...row }) => ({
    ...row,
    changes: changesOf(operations ?? []),
    worse: worse.get(row.id) ?? null,
    settledUntil: settled.get(row.id) ?? null,
  }))
}

/** By recommendation, the last day on which its applications are looked at; missing where none came to anything, or one is in hand. */
async function readSettled(ctx: Context, customerId: number): Promise<Map<string, Date>> {
  const of = recommendationApplications
  const rows = await ctx.db
    .select({
      id: of.recommendationId,
      appliedAt: of.appliedAt,
      experiment: of.experiment,
      measureAfter: of.measureAfter,
      measured: of.measured,
      isInHand: sql<boolean>`coalesce(${inArray(of.secondState, HALF_WAITS)}
        or ${inArray(of.experimentState, ON_TRIAL)}, false)`,
    })
    .from(of)
    .where(and(eq(of.customerId, customerId), ne(of.state, STATE.failed)))
  const settled = new Map<string, Date>()
  for (const { id, measured, ...row } of rows) {
    // Only measure-applications writes it. What was ended before any look waits as long as if there were to be one.
    const due = dueOf({ measured: measured as Measured | null, measureAfter: row.measureAfter })
    const until = new Date(`${due ?? readyOnOf(row, 'UTC')}T00:00:00Z`)
    if (until >= (settled.get(id) ?? until)) settled.set(id, until)
  }
  for (const { id, isInHand } of rows) if (isInHand) settled.delete(id)
  return settled
}

/** Meanwhile its problem is still there by design: of the other half, or of all searches. */
const HALF_WAITS = [SECOND.waiting, SECOND.applying]
const ON_TRIAL = [EXPERIMENT.running, EXPERIMENT.promoting, EXPERIMENT.ending]

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
