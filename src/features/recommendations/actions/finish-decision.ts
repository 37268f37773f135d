import type { SettledSteps } from '#changes/change-log.ts'
import type { Context } from '#platform/context.ts'
import { EXPERIMENT, type ExperimentState } from '#shared/applied-experiment.ts'
import { finalOf, type Measured } from '#shared/measured.ts'
import { type Application, findApplication } from '../queries/applications.ts'
import { storeOutcome } from './application-state.ts'

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
  await storeOutcome(ctx, application, settled, { patch, status: null })
  return (await findApplication(ctx, customerId, id)) ?? application
}

// Only measure-applications writes it.
const isJudged = ({ measured }: Application) => finalOf(measured as Measured | null) !== null
