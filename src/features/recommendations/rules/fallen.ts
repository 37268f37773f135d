import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import { SECOND } from '#shared/applied-halves.ts'
import { STATE } from '#shared/change-states.ts'
import type { Measured } from '#shared/measured.ts'
import type { Fallen } from '../emails.ts'
import type { Application } from '../queries/applications.ts'

/** As its letter tells it. */
export function fallenOf(application: Application, measured: Measured): Fallen {
  const { body, secondState, experiment, state } = application
  return {
    title: (body as Analysed).title,
    measured: state === STATE.partlyApplied ? { ...measured, isPartly: true } : measured,
    waits: secondState === SECOND.waiting,
    trialEndsOn: experiment?.endsOn ?? null,
    isByHand: state === STATE.byHand,
  }
}
