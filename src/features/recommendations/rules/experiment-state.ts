import type * as z from 'zod/mini'
import {
  type AppliedExperiment,
  EXPERIMENT,
  type ExperimentState,
} from '#shared/applied-experiment.ts'
import { finalOf, type Measured } from '#shared/measured.ts'
import type { Experiment as Shape } from '../contract/changes.ts'

/** As it is shown; null for a card that was applied. */
export type ShownExperiment = z.infer<typeof Shape>

export function shownExperiment(application: {
  experiment: AppliedExperiment | null
  experimentState: ExperimentState | null
  experimentNote: string | null
  measured: unknown
}): ShownExperiment | null {
  const { experiment, experimentState: state, experimentNote: note } = application
  if (!experiment || !state) return null
  const { startsOn, endsOn } = experiment
  const isRunning = state === EXPERIMENT.running
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
