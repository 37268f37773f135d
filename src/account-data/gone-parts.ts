import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { type ChangeState, STATE } from '#shared/change-states.ts'
import { readsOf } from './reads-of.ts'

/** Of those of an account that were taken back in part, by application: which fraction of the steps that were made. */
export async function readGoneParts(
  ctx: Context,
  customerId: number,
  applied: readonly { applicationId: string; state: ChangeState }[],
): Promise<(readonly [string, number])[]> {
  const ids = applied.flatMap(({ state, applicationId }) =>
    state === STATE.partlyUndone ? [applicationId] : [],
  )
  if (ids.length === 0) return []
  const { after, outcome, undoneAt } = accountChanges
  const applicationId = sql<string>`${after} ->> 'applicationId'`
  const parts = await readsOf(ctx, customerId)
    .select({ applicationId, part: sql<number>`count(${undoneAt})::float8 / count(*)` })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.customerId, customerId),
        inArray(applicationId, ids),
        eq(outcome, 'done'),
      ),
    )
    .groupBy(applicationId)
  return parts.map((one) => [one.applicationId, one.part] as const)
}
