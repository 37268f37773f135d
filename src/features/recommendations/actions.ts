import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Recommendation as Analysed } from '#engine/recommendation.ts'
import { analyseAccount as runEngine } from '#engine/run-engine.ts'
import type { Context } from '#platform/context.ts'
import { analyses, recommendations } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { loadSnapshot } from './queries/load-snapshot.ts'
import { differenceOf } from './rules.ts'

const VANISHED = 'El problema ya no aparece en los datos.'

/** Runs the engine over an account's present facts and brings its recommendations up to date. Safe to repeat. */
export async function analyseAccount(ctx: Context, customerId: number): Promise<void> {
  const snapshot = await loadSnapshot(ctx, customerId)
  if (!snapshot) return
  const { recommendations: found, silenced } = runEngine(snapshot)
  await inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now()
    const known = await ctx.db
      .select({
        id: recommendations.id,
        fingerprint: recommendations.fingerprint,
        status: recommendations.status,
      })
      .from(recommendations)
      .where(eq(recommendations.customerId, customerId))
    const difference = differenceOf(known, found)
    for (const one of difference.added)
      await ctx.db
        .insert(recommendations)
        .values({
          customerId,
          id: randomUUID(),
          status: 'pendiente',
          createdAt: now,
          ...columnsOf(one, now),
        })
        // Two analyses of one account at once: the first to write made the row, and it says the same.
        .onConflictDoNothing()
    for (const { id, status, analysed } of difference.renewed)
      await updateOne(ctx, customerId, id, {
        status,
        closedReason: null,
        ...columnsOf(analysed, now),
      })
    for (const { id } of difference.vanished)
      await updateOne(ctx, customerId, id, {
        status: 'cerrada',
        closedReason: VANISHED,
        updatedAt: now,
      })
    await ctx.db
      .insert(analyses)
      .values({ customerId, analysedAt: now, silenced })
      .onConflictDoUpdate({
        target: analyses.customerId,
        set: { analysedAt: now, silenced: sql`excluded.silenced` },
      })
  })
}

function columnsOf(analysed: Analysed, now: Date) {
  return {
    fingerprint: analysed.fingerprint,
    rule: analysed.rule,
    category: analysed.categoria,
    priority: analysed.prioridad,
    expectedValueMicros: analysed.expectedValueMicros,
    body: analysed,
    updatedAt: now,
  }
}

async function updateOne(
  ctx: Context,
  customerId: number,
  id: string,
  values: Partial<typeof recommendations.$inferInsert>,
): Promise<void> {
  await ctx.db
    .update(recommendations)
    .set(values)
    .where(and(eq(recommendations.customerId, customerId), eq(recommendations.id, id)))
}
