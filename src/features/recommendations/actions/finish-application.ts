import { and, eq, sql } from 'drizzle-orm'
import { settleUndone, type UndoneStep } from '#changes/take-back.ts'
import { syncAccount, syncKeyOf } from '#features/sync/contract.ts'
import type { Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { AdAccount } from '#platform/google-ads/account-ads.ts'
import { enqueue } from '#platform/jobs.ts'
import { STATE, STATUS, type Status } from '#shared/change-states.ts'
import type { ChangeResult } from '../contract/changes.ts'
import type { Application } from '../queries/applications.ts'
import {
  appliedState,
  MEASURED,
  resultText,
  type StepResult,
  undoneState,
} from '../rules/change-state.ts'
import { measureAfter } from '../rules/outlook.ts'

/**
 * What came of applying: application and recommendation say the same. In the transaction in which the steps are settled:
 * after a crash all is written, or is looked up again. `results`: of every step, those not even sent as well.
 */
export async function finishApplying(
  ctx: Context,
  account: AdAccount,
  application: Application,
  results: StepResult[],
): Promise<ChangeResult> {
  const state = appliedState(results)
  const isMade = MEASURED.includes(state)
  const done = await setState(ctx, application, {
    state,
    problems: problemsOf(results),
    measureAfter: isMade ? measureAfter(application.appliedAt, account.timeZone) : null,
  })
  const open = state === STATE.applying ? STATUS.applying : STATUS.pending
  await setStatus(ctx, application, isMade ? STATUS.applied : open)
  const result = resultOf(done, results)
  await showAccountChanged(ctx, account, results)
  return result
}

/** There is nothing to make in Google Ads from here. */
export async function finishByHand(
  ctx: Context,
  account: AdAccount,
  application: Application,
): Promise<ChangeResult> {
  return await inTransaction(ctx, (ctx) => finishApplying(ctx, account, application, []))
}

/** What came of taking back, `by` a person or a job; `former`: where the application stood before. */
export async function finishUndoing(
  ctx: Context,
  account: AdAccount,
  application: Application,
  { steps, former, by }: { steps: readonly UndoneStep[]; former: Application['state']; by: string },
): Promise<ChangeResult> {
  const results = steps.map(({ row, ...step }) => ({ ...step, summary: row.summary }))
  const state = undoneState(results, former)
  const isOver = state === STATE.undone
  return await inTransaction(ctx, async (ctx) => {
    await settleUndone(ctx, steps, by)
    const done = await setState(ctx, application, {
      state,
      ...(state !== former && { problems: problemsOf(results) }),
      ...((isOver || state === STATE.partlyUndone) && {
        undoneAt: ctx.clock.now(),
        undoneBy: by,
        measureAfter: null,
      }),
    })
    if (isOver) await setStatus(ctx, application, STATUS.pending)
    await showAccountChanged(ctx, account, results)
    return resultOf(done, results)
  })
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

/** Caches forget, and the entities are read anew. */
async function showAccountChanged(
  ctx: Context,
  { customerId }: AdAccount,
  results: readonly StepResult[],
): Promise<void> {
  if (!results.some(({ outcome }) => outcome === 'done')) return
  await ctx.db
    .update(adAccounts)
    .set({ syncVersion: sql`${adAccounts.syncVersion} + 1` })
    .where(eq(adAccounts.customerId, customerId))
  const uniqueKey = syncKeyOf(customerId)
  await enqueue(ctx, syncAccount, { customerId, reason: 'requested' }, { uniqueKey })
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
