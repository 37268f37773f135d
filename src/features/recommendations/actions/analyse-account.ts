import { randomUUID } from 'node:crypto'
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { isFirstReading } from '#account-data/snapshot/load-coverage.ts'
import { loadSnapshot } from '#account-data/snapshot/load-snapshot.ts'
import { gateFaults } from '#changes/gate.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { analyses, recommendations } from '#platform/db/schema/recommendations.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { STATUS } from '#shared/change-states.ts'
import { calibrationFactors } from '../queries/calibration.ts'
import { readKnown } from '../queries/known-recommendations.ts'
import { type Difference, differenceOf } from '../rules/difference.ts'
import { runAnalysis } from './run-analysis.ts'

const VANISHED = 'El problema ya no aparece en los datos.'
/** Rows per statement: one long statement would hold up everybody on the embedded engine. */
const BATCH = 200

/** A request made while an analysis runs gets one of its own after it: its data may be newer. */
export async function letOthersAsk(ctx: Context, jobId: string): Promise<void> {
  await ctx.db.update(jobs).set({ uniqueKey: null }).where(eq(jobs.id, jobId))
}

/** Runs the engine over an account's present facts and brings its recommendations up to date. Safe to repeat. */
export async function analyseAccount(ctx: Context, customerId: number): Promise<void> {
  const [account] = await ctx.db
    .select({ syncVersion: adAccounts.syncVersion })
    .from(adAccounts)
    .where(eq(adAccounts.customerId, customerId))
  if (!account || (await isFirstReading(ctx, customerId))) return
  const snapshot = await loadSnapshot(ctx, customerId)
  if (!snapshot) return
  const calibration = await calibrationFactors(ctx)
  const { recommendations, silenced } = await runAnalysis({ ...snapshot, calibration })
  const found = await withinLimits(ctx, customerId, recommendations)
  await inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now()
    const values = { customerId, analysedAt: now, silenced, syncVersion: account.syncVersion }
    const [written] = await ctx.db
      .insert(analyses)
      .values(values)
      .onConflictDoUpdate({
        target: analyses.customerId,
        set: values,
        // One that saw newer data has ended before this one.
        setWhere: lte(analyses.syncVersion, account.syncVersion),
      })
      .returning({ customerId: analyses.customerId })
    if (!written) return
    const known = await readKnown(ctx, customerId)
    await storeDifference(ctx, customerId, differenceOf(known, found, now))
  })
}

/** A card whose own operations go beyond the limits is a fault of its rule: never shown, and told to the operator. */
async function withinLimits(
  ctx: Context,
  customerId: number,
  recommendations: readonly Analysed[],
): Promise<Analysed[]> {
  const kept: Analysed[] = []
  for (const one of recommendations) {
    const operations = one.evidence.change?.operations ?? []
    const faults = await gateFaults(ctx, customerId, operations)
    if (faults.length === 0) kept.push(one)
    else ctx.log.error({ customerId, rule: one.rule, faults }, 'card beyond its limits, not shown')
  }
  return kept
}

async function storeDifference(ctx: Context, customerId: number, difference: Difference) {
  const now = ctx.clock.now()
  const added = difference.added.map((one) => ({
    ...rowOf(customerId, one, now),
    id: randomUUID(),
    createdAt: now,
  }))
  const renewed = difference.renewed.map(({ known, analysed }) => ({
    ...rowOf(customerId, analysed, now),
    id: known.id,
    createdAt: known.createdAt,
  }))
  // Two analyses of one account at once: the first to write made the row, and it says the same.
  for (const batch of inBatches(added))
    await ctx.db.insert(recommendations).values(batch).onConflictDoNothing()
  for (const batch of inBatches(renewed))
    await ctx.db
      .insert(recommendations)
      .values(batch)
      .onConflictDoUpdate({
        target: [recommendations.customerId, recommendations.id],
        set: RENEWED,
      })
  for (const batch of inBatches(difference.vanished))
    await ctx.db
      .update(recommendations)
      .set({ status: STATUS.closed, closedReason: VANISHED, updatedAt: now })
      .where(
        and(
          eq(recommendations.customerId, customerId),
          inArray(
            recommendations.id,
            batch.map(({ id }) => id),
          ),
        ),
      )
}

const RENEWED = {
  status: sql`excluded.status`,
  closedReason: sql`excluded.closed_reason`,
  dismissedReason: sql`excluded.dismissed_reason`,
  dismissedEvidence: sql`excluded.dismissed_evidence`,
  rule: sql`excluded.rule`,
  category: sql`excluded.category`,
  priority: sql`excluded.priority`,
  expectedValueMicros: sql`excluded.expected_value_micros`,
  turn: sql`excluded.turn`,
  stakeMicros: sql`excluded.stake_micros`,
  body: sql`excluded.body`,
  updatedAt: sql`excluded.updated_at`,
}

function rowOf(customerId: number, analysed: Analysed, now: Date) {
  return {
    customerId,
    status: STATUS.pending,
    closedReason: null,
    dismissedReason: null,
    dismissedEvidence: null,
    fingerprint: analysed.fingerprint,
    rule: analysed.rule,
    category: analysed.categoria,
    priority: analysed.prioridad,
    expectedValueMicros: analysed.expectedValueMicros,
    turn: analysed.turn,
    stakeMicros: analysed.stakeMicros,
    body: analysed,
    updatedAt: now,
  }
}

function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let i = 0; i < rows.length; i += BATCH) yield rows.slice(i, i + BATCH)
}
