import { and, eq, inArray } from 'drizzle-orm'
import { type SettledSteps, settleLog } from '#changes/change-log.ts'
import { syncAccount, syncKeyOf } from '#features/sync/contract.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { STATUS, type Status } from '#shared/change-states.ts'
import type { Application } from '../queries/applications.ts'

type Patch = Partial<Application> & Pick<Application, 'state'>

/** What came of a change, in one transaction with its log: after a crash all is written, or is looked up again. */
export async function storeOutcome(
  ctx: Context,
  application: Application,
  settled: SettledSteps,
  { patch, status }: { patch: Patch; status: Status | null },
): Promise<void> {
  const { customerId } = application
  await inTransaction(ctx, async (ctx) => {
    // Another process may have finished it meanwhile: what that one wrote stands.
    if (!(await setState(ctx, application, patch))) return
    if (status) await setStatus(ctx, application, status)
    if (!(await settleLog(ctx, customerId, settled))) return
    const uniqueKey = syncKeyOf(customerId)
    await enqueue(ctx, syncAccount, { customerId, reason: 'requested' }, { uniqueKey })
  })
}

/** Changes an application's state and what goes with it; null where it is no longer in the state that the caller knows. */
export async function setState(
  ctx: Context,
  { customerId, id, state }: Application,
  patch: Patch,
): Promise<Application | null> {
  const [row] = await ctx.db
    .update(recommendationApplications)
    .set({ ...patch, stateSince: ctx.clock.now() })
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        eq(recommendationApplications.id, id),
        eq(recommendationApplications.state, state),
      ),
    )
    .returning()
  return row ?? null
}

/** Back to pending only from where it was made: what was closed or dismissed since stays that. */
export async function setStatus(
  ctx: Context,
  { customerId, recommendationId }: Pick<Application, 'customerId' | 'recommendationId'>,
  status: Status,
): Promise<void> {
  const now = ctx.clock.now()
  const patch = { status, updatedAt: now, ...(status === STATUS.applied && { appliedAt: now }) }
  await ctx.db
    .update(recommendations)
    .set(patch)
    .where(
      and(
        eq(recommendations.customerId, customerId),
        eq(recommendations.id, recommendationId),
        status === STATUS.pending ? inArray(recommendations.status, MADE) : undefined,
      ),
    )
}

const MADE = [STATUS.applying, STATUS.applied]
