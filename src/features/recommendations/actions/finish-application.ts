import { and, eq } from 'drizzle-orm'
import { type SettledSteps, type StepResult, settleLog } from '#changes/change-log.ts'
import { effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { syncAccount, syncKeyOf } from '#features/sync/contract.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { AdAccount } from '#platform/google-ads/account-ads.ts'
import { enqueue } from '#platform/jobs.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { SECOND } from '#shared/applied-halves.ts'
import { type ChangeState, STATE, STATUS, type Status } from '#shared/change-states.ts'
import type { Application } from '../queries/applications.ts'
import { appliedState, MEASURED, resultText, undoneState } from '../rules/change-state.ts'
import { madeOnOf } from '../rules/experiment-way.ts'
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
  const windows = effectWindows(madeOnOf(application, account.timeZone), LAG_DAYS)
  const measureAfter = isMade ? windows.readyOn : null
  const problems = problemsOf(settled.results)
  const status = isMade ? STATUS.applied : open
  const second = state === STATE.failed && cancelledSecond(application, NOT_BEGUN)
  const patch = { state, problems, measureAfter, ...second }
  return await finish(ctx, application, settled, patch, status)
}

/** What came of taking back; `former`: where the application stood before. */
export async function finishUndoing(
  ctx: Context,
  application: Application,
  settled: SettledSteps,
  former: ChangeState,
): Promise<ChangeOutcome> {
  const state = undoneState(settled.results, former)
  const isUndone = state === STATE.undone || state === STATE.partlyUndone
  const problems = state === former ? application.problems : problemsOf(settled.results)
  const undone = { undoneAt: ctx.clock.now(), measureAfter: null }
  const second = isUndone && cancelledSecond(application, TAKEN_BACK)
  const experiment = isUndone &&
    application.experiment && { experimentState: EXPERIMENT.ended, experimentNote: null }
  const patch = { state, problems, ...(isUndone && undone), ...second, ...experiment }
  const status = state === STATE.undone ? STATUS.pending : null
  return await finish(ctx, application, settled, patch, status)
}

/** What came of the half that had waited; `settled`: of its steps alone, the log of all. */
export async function finishSecond(
  ctx: Context,
  application: Application,
  settled: SettledSteps,
): Promise<ChangeOutcome> {
  const state = appliedState(settled.results)
  const problems = problemsOf(settled.results)
  const patch =
    state === STATE.applying
      ? { state }
      : {
          ...secondOutcome(application, state, problems[0] ?? null),
          problems: [...application.problems, ...problems],
        }
  return await finish(ctx, application, settled, patch, null)
}

/** The half that was changed first stands even where the other fails. */
function secondOutcome(application: Application, state: ChangeState, secondNote: string | null) {
  const first = application.problems.length === 0 ? STATE.applied : STATE.partlyApplied
  if (state === STATE.failed) return { state: first, secondState: SECOND.cancelled, secondNote }
  const together = state === STATE.applied ? first : STATE.partlyApplied
  return { state: together, secondState: SECOND.applied, secondNote: null }
}

function cancelledSecond({ secondState }: Application, secondNote: string) {
  return secondState === SECOND.waiting && { secondState: SECOND.cancelled, secondNote }
}

const NOT_BEGUN = 'No se hizo la primera mitad.'
const TAKEN_BACK = 'Se deshizo la primera mitad: la segunda no se hace.'

/** In the transaction in which the log is settled: after a crash all is written, or is looked up again. */
async function finish(
  ctx: Context,
  application: Application,
  settled: SettledSteps,
  patch: Parameters<typeof setState>[2],
  status: Status | null,
): Promise<ChangeOutcome> {
  const { customerId } = application
  await inTransaction(ctx, async (ctx) => {
    // Another process may have finished it meanwhile: what that one wrote stands.
    if (!(await setState(ctx, application, patch))) return
    if (status) await setStatus(ctx, application, status)
    if (!(await settleLog(ctx, customerId, settled))) return
    const uniqueKey = syncKeyOf(customerId)
    await enqueue(ctx, syncAccount, { customerId, reason: 'requested' }, { uniqueKey })
  })
  return resultOf({ ...application, ...patch }, settled.results)
}

function problemsOf(results: readonly StepResult[]): string[] {
  return results.flatMap(({ summary, message }) =>
    message === null ? [] : [`${summary}: ${message}`],
  )
}

/** Changes an application's state and what goes with it; null where it is no longer in the state that the caller knows. */
export async function setState(
  ctx: Context,
  { customerId, id, state }: Application,
  patch: Partial<Application> & Pick<Application, 'state'>,
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

export function resultOf(application: Application, steps: StepResult[]): ChangeOutcome {
  const { title } = application.body as Analysed
  const { recommendationId, state } = application
  const message = resultText(state, steps)
  return { id: recommendationId, title, state, steps, message }
}
