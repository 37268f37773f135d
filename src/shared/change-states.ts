/**
 * Where a recommendation and its change stand. The values are the specification's words: they travel on the wire, and the
 * tables `recommendations` and `recommendation_applications` keep them as they are.
 */
export const STATUS = {
  pending: 'pendiente',
  /** Being made or taken back; its latest application says since when. */
  applying: 'aplicando',
  applied: 'aplicada',
  dismissed: 'descartada',
  closed: 'cerrada',
} as const
export type Status = (typeof STATUS)[keyof typeof STATUS]

export const STATE = {
  applying: 'aplicando',
  applied: 'aplicada',
  /** Some steps were made, others were refused. */
  partlyApplied: 'aplicada_en_parte',
  /** Nothing to make in Google Ads from here: the user says that he did it. */
  byHand: 'hecha_a_mano',
  undoing: 'deshaciendo',
  undone: 'deshecha',
  partlyUndone: 'deshecha_en_parte',
  /** Google refused, or never answered and nothing was found there. */
  failed: 'no_se_pudo',
} as const
export type ChangeState = (typeof STATE)[keyof typeof STATE]
