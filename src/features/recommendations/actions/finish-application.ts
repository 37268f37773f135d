import { and, eq, sql } from 'drizzle-orm'
import { type SettledSteps, type StepResult, settleLog } from '#changes/change-log.ts'
import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { syncAccount, syncKeyOf } from '#features/sync/contract.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { AdAccount } from '#platform/google-ads/account-ads.ts'
import { enqueue } from '#platform/jobs.ts'
import { STATE, STATUS, type Status } from '#shared/change-states.ts'
import { dayInZone } from '#shared/dates.ts'
import type { Application } from '../queries/applications.ts'
import { appliedState, MEASURED, resultText, undoneState } from '../rules/change-state.ts'
import type { ChangeOutcome } from '../rules/on-wire.ts'

/** What came of applying: of every step, those that were not sent as well. */
export async function finishApplying(
  ctx: Context,
  account: AdAccount,
  application: Application,
  settled: SettledSteps,
): Promise<ChangeOutcome> {
  const state = appliedState(settled.results)
  const isMade = MEASURED.includes(state)
  const open = state === STATE.applying ? STATUS.applying : STATUS.pending
  const problems = problemsOf(settled.results)
  await inTransaction(ctx, async (ctx) => {
    const windows = effectWindows(dayInZone(application.appliedAt, account.timeZone), LAG_DAYS)
    const measureAfter = isMade ? windows.readyOn : null
    await setState(ctx, application, { state, problems, measureAfter })
    await setStatus(ctx, application, isMade ? STATUS.applied : open)
    await settle(ctx, application, settled)
  })
  return resultOf({ ...application, state }, settled.results)
}

/** What came of taking back, `by` a person or a job; `former`: where the application stood before. */
export async function finishUndoing(
  ctx: Context,
  application: Application,
  settled: SettledSteps,
  { former, by }: { former: Application['state']; by: string },
): Promise<ChangeOutcome> {
  const state = undoneState(settled.results, former)
  const isOver = state === STATE.undone
  const problems = state === former ? application.problems : problemsOf(settled.results)
  const undone = { undoneAt: ctx.clock.now(), undoneBy: by, measureAfter: null }
  await inTransaction(ctx, async (ctx) => {
    const isUndone = isOver || state === STATE.partlyUndone
    await setState(ctx, application, { state, problems, ...(isUndone && undone) })
    if (isOver) await setStatus(ctx, application, STATUS.pending)
    await settle(ctx, application, settled)
  })
  return resultOf({ ...application, state }, settled.results)
}

/** In the transaction in which the application is finished: after a crash all is written, or is looked up again. */
async function settle(
  ctx: Context,
  { customerId }: Application,
  settled: SettledSteps,
): Promise<void> {
  if (!(await settleLog(ctx, customerId, settled))) return
  const uniqueKey = syncKeyOf(customerId)
  await enqueue(ctx, syncAccount, { customerId, reason: 'requested' }, { uniqueKey })
}

function problemsOf(results: readonly StepResult[]): string[] {
  return results.flatMap(({ summary, message }) =>
    message === null ? [] : [`${summary}: ${message}`],
  )
}

/** Changes an application's state and what goes with it; answers the row as it is then. */
export async function setState(
  ctx: Context,
  { customerId, id }: Application,
  patch: Partial<Application> & Pick<Application, 'state'>,
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

export function resultOf(application: Application, steps: StepResult[]): ChangeOutcome {
  const { title } = application.body as Analysed
  const { recommendationId, state } = application
  const message = resultText(state, steps)
  return { id: recommendationId, title, state, steps, message }
}
