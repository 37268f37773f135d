import type * as z from 'zod/mini'
import {
  type AppliedExperiment,
  EXPERIMENT,
  type ExperimentState,
} from '#shared/applied-experiment.ts'
import type { ChangeState } from '#shared/change-states.ts'
import { finalOf, type Measured } from '#shared/measured.ts'
import type { Experiment as Shape } from '../contract/changes.ts'
import { MEASURED } from './change-state.ts'

/** As it is shown; null for a card that was applied. */
export type ShownExperiment = z.infer<typeof Shape>

export function shownExperiment(application: {
  state: ChangeState
  experiment: AppliedExperiment | null
  experimentState: ExperimentState | null
  experimentNote: string | null
  measured: unknown
}): ShownExperiment | null {
  const { experiment, experimentState: state, experimentNote: note } = application
  if (!experiment || !state) return null
  const { startsOn, endsOn } = experiment
  // Of one that Google has not answered yet, or could not make, there is nothing to decide.
  const isRunning = state === EXPERIMENT.running && MEASURED.includes(application.state)
  // Only measure-applications writes it.
  const isJudged = finalOf(application.measured as Measured | null) !== null
  return { state, startsOn, endsOn, note, canPromote: isRunning && isJudged, canEnd: isRunning }
}

/** As a person sees it whose role decides nothing. */
export const undecidable = (shown: ShownExperiment): ShownExperiment => ({
  ...shown,
  canPromote: false,
  canEnd: false,
})
