import {
  type AppliedExperiment,
  EXPERIMENT,
  type ExperimentState,
} from '#shared/applied-experiment.ts'
import { addDays, type Day } from '#shared/dates.ts'

/**
 * What became of an experiment in Google Ads, by others or by itself; null where it runs on. `live`: null where Google no longer
 * has it; `lastDay`: up to which it is needed.
 */
export function changeElsewhere(
  live: { status: string; endsOn: Day } | null,
  experiment: Pick<AppliedExperiment, 'startsOn' | 'endsOn'>,
  { today, lastDay }: { today: Day; lastDay: Day },
): { experimentState: ExperimentState; experimentNote: string } | null {
  const { status, endsOn } = live ?? { status: 'REMOVED', endsOn: experiment.endsOn }
  if (status === 'REMOVED') return ended(GONE)
  if (status === 'PROMOTED')
    return { experimentState: EXPERIMENT.promoted, experimentNote: PROMOTED }
  if (status === 'GRADUATED') return ended(GRADUATED)
  // Google may still be at it the day before.
  if (status === 'SETUP') return today < experiment.startsOn ? null : ended(NOT_MADE)
  const isHalted = status === 'HALTED' && endsOn > today
  const isLongOver = addDays(endsOn, LOOKED_AFTER_DAYS) < today
  if (endsOn >= lastDay && !isHalted && !isLongOver) return null
  return ended(isHalted || endsOn < experiment.endsOn ? ENDED : OVER)
}

/** So long after its end it may still be judged: who has no figures by then gets none. */
const LOOKED_AFTER_DAYS = 90

const ended = (experimentNote: string) => ({ experimentState: EXPERIMENT.ended, experimentNote })

const GONE = 'El experimento ya no está en Google Ads.'
const PROMOTED = 'Se promovió en Google Ads.'
const GRADUATED = 'En Google Ads se convirtió en una campaña aparte.'
const NOT_MADE = 'Google no pudo preparar el experimento: no llegó a empezar.'
const ENDED = 'Se terminó en Google Ads.'
const OVER = 'Llegó a su último día sin que se decidiera.'
