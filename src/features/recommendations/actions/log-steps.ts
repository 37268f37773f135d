import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { syncAccount, syncKeyOf } from '#features/sync/contract.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import type { GoogleAds } from '#platform/google-ads/client.ts'
import { enqueue } from '#platform/jobs.ts'
import {
  type Application,
  type LoggedStep,
  RECOMMENDATION_KIND,
  readSteps,
  type StepAfter,
} from '../queries/applications.ts'
import { type AdAccount, areLinked, type PlannedStep } from '../queries/change-plan.ts'
import { readTargets } from '../queries/read-entities.ts'
import { type Image, type Target, targetOf } from '../rules/operations.ts'
import type { Sent } from './send-operations.ts'

/** Rows of the log before anything is sent; a process that dies now leaves them to be looked up. */
export async function logSteps(
  ctx: CallerContext,
  application: Application,
  steps: readonly PlannedStep[],
): Promise<LoggedStep[]> {
  const { customerId, id, recommendationId } = application
  const operations = steps.map(({ operation }) => operation)
  const together = areLinked(operations) ? operations : null
  await ctx.db.insert(accountChanges).values(
    steps.map(({ operation, target, before, summary }, index) => ({
      customerId,
      id: randomUUID(),
      at: ctx.clock.now(),
      userId: ctx.caller.userId,
      kind: RECOMMENDATION_KIND,
      summary,
      recommendationId,
      outcome: 'sent' as const,
      before: { image: before },
      after: { applicationId: id, index, operation, together, image: null } satisfies StepAfter,
      resourceName: target.kind === 'create' ? null : target.resourceName,
    })),
  )
  return await readSteps(ctx, customerId, id)
}

/** Writes how each step went. */
export async function settleSteps(
  ctx: Context,
  steps: readonly LoggedStep[],
  settled: readonly { sent: Sent; image: Image | null }[],
): Promise<void> {
  for (const [i, row] of steps.entries()) {
    const { sent, image } = settled[i]!
    await updateStep(ctx, row, {
      outcome: sent.outcome,
      requestId: sent.requestId,
      resourceName: sent.resourceName ?? row.resourceName,
      after: { ...row.step, image },
    })
  }
}

export async function updateStep(
  ctx: Context,
  { customerId, id }: Pick<LoggedStep, 'customerId' | 'id'>,
  patch: Partial<typeof accountChanges.$inferInsert>,
): Promise<void> {
  await ctx.db
    .update(accountChanges)
    .set(patch)
    .where(and(eq(accountChanges.customerId, customerId), eq(accountChanges.id, id)))
}

/** The same place by its name: how a thing that was created is read back. */
export function namedTarget(target: Target, resourceName: string): Target {
  return { ...target, kind: 'update', resourceName }
}

/**
 * How the places look after the change. Reading is no part of it: where it fails, what was wanted stands for what
 * is there.
 */
export async function readAfterImages(
  ads: GoogleAds,
  googleCustomerId: string,
  steps: readonly { row: LoggedStep; sent: Sent }[],
): Promise<(Image | null)[]> {
  const targets = steps.map(({ row, sent }) =>
    namedTarget(targetOf(row.step.operation), sent.resourceName ?? ''),
  )
  const made = steps.flatMap(({ row, sent }, i) => {
    const isThere = sent.outcome === 'done' && targetOf(row.step.operation).kind !== 'remove'
    return isThere ? [i] : []
  })
  const images = steps.map((): Image | null => null)
  const read = await readTargets(
    ads,
    googleCustomerId,
    made.map((i) => targets[i]!),
  ).catch(() => [])
  for (const [n, i] of made.entries())
    images[i] = read[n]?.image ?? expectedImage(steps[i]!.row, targets[i]!)
  return images
}

/** Of a thing that was created nobody knows more than Google. */
function expectedImage({ image }: LoggedStep, { wanted }: Target): Image | null {
  return image && { ...image, ...wanted }
}

/** Caches forget, and the entities are read anew. */
export async function showAccountChanged(ctx: Context, { customerId }: AdAccount): Promise<void> {
  await ctx.db
    .update(adAccounts)
    .set({ syncVersion: sql`${adAccounts.syncVersion} + 1` })
    .where(eq(adAccounts.customerId, customerId))
  const uniqueKey = syncKeyOf(customerId)
  await enqueue(ctx, syncAccount, { customerId, reason: 'requested' }, { uniqueKey })
}
