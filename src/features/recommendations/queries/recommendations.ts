import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Recommendation as Analysed } from '#engine/recommendation.ts'
import type { CallerContext } from '#platform/context.ts'
import { analyses, recommendations } from '#platform/db/schema/recommendations.ts'
import { jobs } from '#platform/db/schema/work.ts'
import { ownedAccount } from '#platform/owned-account.ts'
import { analyseAccount, type Recommendation } from '../contract.ts'

/** Alta before media before baja; within one priority by what is at stake. */
const BY_PRIORITY = sql`case ${recommendations.priority} when 'alta' then 3 when 'media' then 2 else 1 end desc`

export async function listPending(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<Recommendation[]> {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const rows = await ctx.db
    .select()
    .from(recommendations)
    .where(and(eq(recommendations.customerId, customerId), eq(recommendations.status, 'pendiente')))
    .orderBy(BY_PRIORITY, desc(recommendations.expectedValueMicros), recommendations.fingerprint)
  return rows.map(toRecommendation)
}

export async function listApplied(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<Recommendation[]> {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const rows = await ctx.db
    .select()
    .from(recommendations)
    .where(and(eq(recommendations.customerId, customerId), eq(recommendations.status, 'aplicada')))
    .orderBy(desc(recommendations.appliedAt), recommendations.fingerprint)
  return rows.map(toRecommendation)
}

export async function getSilence(ctx: CallerContext, googleCustomerId: string) {
  const { customerId } = await ownedAccount(ctx, googleCustomerId)
  const [analysis] = await ctx.db.select().from(analyses).where(eq(analyses.customerId, customerId))
  return {
    analysedAt: analysis?.analysedAt.toISOString() ?? null,
    isAnalysing: await hasOpenJob(ctx, customerId),
    reasons: analysis?.silenced ?? [],
  }
}

async function hasOpenJob(ctx: CallerContext, customerId: number): Promise<boolean> {
  const open = await ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, analyseAccount.name),
        inArray(jobs.status, ['waiting', 'running']),
        sql`${jobs.payload}->>'customerId' = ${String(customerId)}`,
      ),
    )
    .limit(1)
  return open.length > 0
}

function toRecommendation(row: typeof recommendations.$inferSelect): Recommendation {
  // Only `analyseAccount` writes bodies, and it writes the engine's own type.
  const body = row.body as Analysed
  return {
    id: row.id,
    titulo: body.titulo,
    descripcion: body.descripcion,
    categoria: body.categoria,
    prioridad: row.priority,
    impacto_estimado: body.impacto_estimado,
    tipo_objeto: body.tipo_objeto,
    objeto_id: body.objeto_id,
    estado: row.status,
    fecha_creacion: row.createdAt.toISOString(),
    fecha_aplicacion: row.appliedAt?.toISOString() ?? null,
    rule: row.rule,
    probability: body.probability,
    whyNow: body.whyNow,
    campaignId: body.campaignId,
    adGroupId: body.adGroupId,
    evidence: body.evidence,
  }
}
