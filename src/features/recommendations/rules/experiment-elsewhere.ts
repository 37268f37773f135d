import {
  type AppliedExperiment,
  EXPERIMENT,
  type ExperimentState,
} from '#shared/applied-experiment.ts'
import type { Day } from '#shared/dates.ts'

/**
 * What became of an experiment in Google Ads, by others or by itself; null where it runs on. `lastDay`: up to which it is needed.
 */
export function changeElsewhere(
  { status, endsOn }: { status: string; endsOn: Day },
  experiment: Pick<AppliedExperiment, 'endsOn'>,
  lastDay: Day,
): { experimentState: ExperimentState; experimentNote: string } | null {
  if (status === 'PROMOTED')
    return { experimentState: EXPERIMENT.promoted, experimentNote: PROMOTED }
  if (status === 'GRADUATED') return ended(GRADUATED)
  if (status === 'SETUP') return ended(NOT_MADE)
  if (endsOn >= lastDay) return null
  return ended(endsOn < experiment.endsOn ? ENDED : OVER)
}

const ended = (experimentNote: string) => ({ experimentState: EXPERIMENT.ended, experimentNote })

export const GONE = 'El experimento ya no está en Google Ads.'
const PROMOTED = 'Se promovió en Google Ads.'
const GRADUATED = 'En Google Ads se convirtió en una campaña aparte.'
const NOT_MADE = 'Google no pudo preparar el experimento: no llegó a empezar.'
const ENDED = 'Se terminó en Google Ads.'
const OVER = 'Llegó a su último día sin que se decidiera.'
