/** Where a recommendation and its change stand, as the tables keep it. */
export const STATUS = {
  pending: 'pending',
  /** Being made or taken back; its latest application says since when. */
  applying: 'applying',
  applied: 'applied',
  dismissed: 'dismissed',
  closed: 'closed',
} as const
export type Status = (typeof STATUS)[keyof typeof STATUS]

export const STATE = {
  applying: 'applying',
  applied: 'applied',
  /** Some steps were made, others were refused. */
  partlyApplied: 'partly_applied',
  /** Nothing to make in Google Ads from here: the user says that he did it. */
  byHand: 'by_hand',
  undoing: 'undoing',
  undone: 'undone',
  partlyUndone: 'partly_undone',
  /** Google refused, or never answered and nothing was found there. */
  failed: 'failed',
} as const
export type ChangeState = (typeof STATE)[keyof typeof STATE]

/** `message`: why, in Spanish. `half`: which of a card's halves, unless it is the first. */
export type RefusedStep = { summary: string; message: string; half?: 'second' }
