import { type SettledSteps, settleLog } from '#changes/change-log.ts'
import { syncAccount, syncKeyOf } from '#features/sync/contract.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { EXPERIMENT, type ExperimentState } from '#shared/applied-experiment.ts'
import { finalOf, type Measured } from '#shared/measured.ts'
import { type Application, findApplication } from '../queries/applications.ts'
import { setState } from './finish-application.ts'

/** On what becomes of an experiment. */
export type Decision = 'promote' | 'end'

export const UNDER_WAY = { promote: EXPERIMENT.promoting, end: EXPERIMENT.ending } as const
export const DONE = { promote: EXPERIMENT.promoted, end: EXPERIMENT.ended } as const

/** What came of the decision, at once or looked up later; `settled`: of its step alone, the log of all. */
export async function finishDecision(
  ctx: Context,
  application: Application,
  settled: SettledSteps,
): Promise<Application> {
  const { customerId, id, state, experimentState } = application
  const decision: Decision = experimentState === EXPERIMENT.promoting ? 'promote' : 'end'
  const step = settled.results.at(-1)
  const next: Record<string, ExperimentState> = {
    done: DONE[decision],
    failed: EXPERIMENT.running,
    unknown: UNDER_WAY[decision],
  }
  // What was not judged when it ended never will be.
  const isUnjudged = decision === 'end' && step?.outcome === 'done' && !isJudged(application)
  const patch = {
    state,
    ...(isUnjudged && { measureAfter: null }),
    experimentState: next[step?.outcome ?? 'failed']!,
    experimentNote: step?.message ?? null,
  }
  await inTransaction(ctx, async (ctx) => {
    if (!(await setState(ctx, application, patch))) return
    if (!(await settleLog(ctx, customerId, settled))) return
    const uniqueKey = syncKeyOf(customerId)
    await enqueue(ctx, syncAccount, { customerId, reason: 'requested' }, { uniqueKey })
  })
  return (await findApplication(ctx, customerId, id)) ?? application
}

// Only measure-applications writes it.
const isJudged = ({ measured }: Application) => finalOf(measured as Measured | null) !== null
