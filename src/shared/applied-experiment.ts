import type { Day } from './dates.ts'

/** Where the experiment stands, by what was asked of Google from here. */
export const EXPERIMENT = {
  running: 'running',
  /** What was tried holds for the whole campaign. */
  promoting: 'promoting',
  promoted: 'promoted',
  /** The campaign goes on as it was. */
  ending: 'ending',
  ended: 'ended',
} as const
export type ExperimentState = (typeof EXPERIMENT)[keyof typeof EXPERIMENT]

/** One of Google's own experiments, in which a card is tried on half of a campaign's searches. */
export type AppliedExperiment = {
  campaignId: string
  /** Both included, in the account's time zone. */
  startsOn: Day
  endsOn: Day
}
