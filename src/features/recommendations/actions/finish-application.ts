import { and, eq, sql } from 'drizzle-orm'
import { type SettledSteps, type StepResult, settleLog } from '#changes/change-log.ts'
import { syncAccount, syncKeyOf } from '#features/sync/contract.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { AdAccount } from '#platform/google-ads/account-ads.ts'
import { enqueue } from '#platform/jobs.ts'
import { STATE, STATUS, type Status } from '#shared/change-states.ts'
import type { ChangeResult } from '../contract/changes.ts'
import type { Application } from '../queries/applications.ts'
import { appliedState, MEASURED, resultText, undoneState } from '../rules/change-state.ts'
import { measureAfter } from '../rules/outlook.ts'

/** What came of applying: of every step, those that were not sent as well. */
export async function finishApplying(
  ctx: Context,
  account: AdAccount,
  application: Application,
  settled: SettledSteps,
): Promise<ChangeResult> {
  const state = appliedState(settled.results)
  const isMade = MEASURED.includes(state)
  const open = state === STATE.applying ? STATUS.applying : STATUS.pending
  const patch = {
    state,
    problems: problemsOf(settled.results),
    measureAfter: isMade ? measureAfter(application.appliedAt, account.timeZone) : null,
  }
  return await finish(ctx, application, settled, { patch, status: isMade ? STATUS.applied : open })
}

/** What came of taking back, `by` a person or a job; `former`: where the application stood before. */
export async function finishUndoing(
  ctx: Context,
  application: Application,
  settled: SettledSteps,
  { former, by }: { former: Application['state']; by: string },
): Promise<ChangeResult> {
  const state = undoneState(settled.results, former)
  const isOver = state === STATE.undone
  const undone = { undoneAt: ctx.clock.now(), undoneBy: by, measureAfter: null }
  const patch = {
    state,
    ...(state !== former && { problems: problemsOf(settled.results) }),
    ...((isOver || state === STATE.partlyUndone) && undone),
  }
  return await finish(ctx, application, settled, { patch, status: isOver ? STATUS.pending : null })
}

/** Application, recommendation and log say the same: after a crash all is written, or is looked up again. */
async function finish(
  ctx: Context,
  application: Application,
  settled: SettledSteps,
  { patch, status }: { patch: StatePatch; status: Status | null },
): Promise<ChangeResult> {
  const { customerId } = application
  const result = resultOf({ ...application, ...patch }, settled.results)
  await inTransaction(ctx, async (ctx) => {
    await setState(ctx, application, patch)
    if (status) await setStatus(ctx, application, status)
    if (!(await settleLog(ctx, customerId, settled))) return
    const uniqueKey = syncKeyOf(customerId)
    await enqueue(ctx, syncAccount, { customerId, reason: 'requested' }, { uniqueKey })
  })
  return result
}

function problemsOf(results: readonly StepResult[]): string[] {
  return results.flatMap(({ summary, message }) =>
    message === null ? [] : [`${summary}: ${message}`],
  )
}

type StatePatch = Partial<Application> & Pick<Application, 'state'>

/** Changes an application's state and what goes with it; answers the row as it is then. */
export async function setState(
  ctx: Context,
  { customerId, id }: Application,
  patch: StatePatch,
): Promise<Application> {
  const [row] = await ctx.db
    .update(recommendationApplications)
    .set({ ...patch, stateSince: ctx.clock.now() })
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        eq(recommendationApplications.id, id),
      ),
    )
    .returning()
  return row!
}

export async function setStatus(
  ctx: Context,
  { customerId, recommendationId }: Application,
  status: Status,
): Promise<void> {
  const now = ctx.clock.now()
  const patch = { status, updatedAt: now, ...(status === STATUS.applied && { appliedAt: now }) }
  await ctx.db
    .update(recommendations)
    .set(patch)
    .where(
      and(eq(recommendations.customerId, customerId), eq(recommendations.id, recommendationId)),
    )
}

/** Where nothing was sent: as if the button had not been pressed. */
export async function forgetUnsent(ctx: Context, application: Application): Promise<void> {
  const { customerId, id } = application
  await ctx.db.execute(sql`
    with unsent as (
      delete from recommendation_applications
      where customer_id = ${customerId} and id = ${id} and not exists (
        select 1 from account_changes c
        where c.customer_id = ${customerId} and c.after->>'applicationId' = ${id})
      returning recommendation_id)
    update recommendations set status = ${STATUS.pending}, updated_at = ${ctx.clock.now().toISOString()}
    where customer_id = ${customerId} and id in (select recommendation_id from unsent)`)
}

export function resultOf(application: Application, steps: StepResult[]): ChangeResult {
  const { titulo } = application.body as { titulo: string }
  const { recommendationId, state } = application
  const message = resultText(state, steps)
  return { id: recommendationId, titulo, estado_cambio: state, steps, message }
}
