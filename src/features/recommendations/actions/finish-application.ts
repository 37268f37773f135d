import type { Context } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import type { ChangeResult } from '../contract/changes.ts'
import type { Application, LoggedStep } from '../queries/applications.ts'
import type { AdAccount } from '../queries/change-plan.ts'
import { appliedState, MEASURED, resultText, undoneState } from '../rules/change-state.ts'
import type { Image } from '../rules/operations.ts'
import { measureAfter } from '../rules/outlook.ts'
import { setState, setStatus } from './claim-application.ts'
import { settleSteps, showAccountChanged, updateStep } from './log-steps.ts'
import type { Sent } from './send-operations.ts'

export type StepResult = ChangeResult['steps'][number]

export function resultOf(application: Application, steps: StepResult[]): ChangeResult {
  const { titulo } = application.body as { titulo: string }
  const { recommendationId, state } = application
  return {
    id: recommendationId,
    titulo,
    estado_cambio: state,
    steps,
    message: resultText(state, steps),
  }
}

/** Log, application and recommendation in one: after a crash they say the same or are looked up again. */
export async function finishApplying(
  ctx: Context,
  account: AdAccount,
  application: Application,
  made: {
    settled: readonly { row: LoggedStep; sent: Sent; image: Image | null }[]
    /** Every step, those that were not even sent as well. */
    results: StepResult[]
  },
): Promise<ChangeResult> {
  const state =
    made.settled.length === 0 && made.results.length === 0
      ? 'hecha_a_mano'
      : appliedState(made.results)
  return await inTransaction(ctx, async (ctx) => {
    await settleSteps(
      ctx,
      made.settled.map(({ row }) => row),
      made.settled,
    )
    const done = await setState(ctx, application, {
      state,
      problems: made.results.flatMap(({ summary, message }) =>
        message === null ? [] : [`${summary}: ${message}`],
      ),
      measureAfter: MEASURED.includes(state)
        ? measureAfter(application.appliedAt, account.timeZone)
        : null,
    })
    const status = MEASURED.includes(state)
      ? 'aplicada'
      : state === 'aplicando'
        ? 'aplicando'
        : 'pendiente'
    await setStatus(ctx, account.customerId, application.recommendationId, status)
    if (made.results.some(({ outcome }) => outcome === 'done'))
      await showAccountChanged(ctx, account)
    return resultOf(done, made.results)
  })
}

export type Undone = {
  row: LoggedStep
  outcome: 'done' | 'failed' | 'unknown'
  message: string | null
  requestId: string | null
}

/** As above, for taking back. `former`: where it stood before. */
export async function finishUndoing(
  ctx: Context,
  account: AdAccount,
  application: Application,
  undone: { steps: readonly Undone[]; former: Application['state']; by: string },
): Promise<ChangeResult> {
  const state = undoneState(undone.steps, undone.former)
  return await inTransaction(ctx, async (ctx) => {
    const now = ctx.clock.now()
    for (const { row, outcome, requestId } of undone.steps)
      if (outcome === 'done')
        await updateStep(ctx, row, { undoneAt: now, undoneBy: undone.by, undoRequestId: requestId })
    const isOver = state === 'deshecha'
    const results = undone.steps.map(({ row, outcome, message }) => ({
      summary: row.summary,
      outcome,
      message,
    }))
    const done = await setState(ctx, application, {
      state,
      ...(state !== undone.former && {
        problems: results.flatMap(({ summary, message }) =>
          message === null ? [] : [`${summary}: ${message}`],
        ),
      }),
      ...((isOver || state === 'deshecha_en_parte') && {
        undoneAt: now,
        undoneBy: undone.by,
        measureAfter: null,
      }),
    })
    if (isOver) await setStatus(ctx, account.customerId, application.recommendationId, 'pendiente')
    if (results.some(({ outcome }) => outcome === 'done')) await showAccountChanged(ctx, account)
    return resultOf(done, results)
  })
}
