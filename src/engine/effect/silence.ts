import type { Disturbance } from './disturbed-days.ts'

/** Why nothing is said although there are figures. */
export type Silence =
  | 'no-control'
  | 'no-data'
  | 'unlisted'
  | 'too-new'
  | 'stopped'
  | 'lost'
  | 'changed-again'
  | 'no-worth'
  | 'too-many-changes'
  | 'disturbed'
  | 'turned'
  | 'few-days'
  | 'other-values'
  | 'too-few'

type Judged = { reason: Silence | null }

/** What was seen is not known to be the change's: days of something else, other changes or its own growth may have made it. */
const NOT_ITS_OWN: readonly Judged['reason'][] = [
  'unlisted',
  'too-many-changes',
  'changed-again',
  'too-new',
  'stopped',
  'lost',
  'disturbed',
  'turned',
  'few-days',
  'other-values',
]

export const hasOtherCause = ({ reason }: Judged) => NOT_ITS_OWN.includes(reason)

/** There is nothing to hold it against. */
const INCOMPARABLE: readonly Judged['reason'][] = [
  'no-control',
  'no-data',
  'unlisted',
  'too-new',
  'stopped',
  'lost',
]

/** Else its figures are of nothing, and none is shown. */
export const canCompare = ({ reason }: Judged) => !INCOMPARABLE.includes(reason)

/** Too many days were left out. */
export function reasonForDays(left: readonly Disturbance[]): Silence {
  if (left.some(({ isBeginning }) => isBeginning)) return 'too-new'
  if (left.some(({ isStopped }) => isStopped)) return 'stopped'
  return left.some(({ lost }) => lost) ? 'lost' : 'disturbed'
}
