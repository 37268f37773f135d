/**
 * The specification's words for recommendations and their changes, which only the wire knows: inside, and in the tables, stand
 * the English names on the left. `rules/on-wire.ts` does the same to whole objects.
 */
export const CATEGORY_WORDS = {
  measurement: 'medicion',
  bids: 'pujas',
  ads: 'anuncios',
  keywords: 'keywords',
  'landing-pages': 'landing_pages',
  targeting: 'segmentacion',
  budget: 'presupuesto',
} as const

export const PRIORITY_WORDS = { high: 'alta', medium: 'media', low: 'baja' } as const

/** What a forecast counts in. */
export const KPI_WORDS = { cost: 'coste', conversions: 'conversiones' } as const

export const STATUS_WORDS = {
  pending: 'pendiente',
  applying: 'aplicando',
  applied: 'aplicada',
  dismissed: 'descartada',
  closed: 'cerrada',
} as const

/** Where a change stands. */
export const STATE_WORDS = {
  applying: 'aplicando',
  applied: 'aplicada',
  partly_applied: 'aplicada_en_parte',
  by_hand: 'hecha_a_mano',
  undoing: 'deshaciendo',
  undone: 'deshecha',
  partly_undone: 'deshecha_en_parte',
  failed: 'no_se_pudo',
} as const

/** What a value of a conversion is said of. */
export const SCOPE_WORDS = { campaign: 'campana', action: 'conversion' } as const

/** What an owner decided about search partners. */
export const PARTNER_WORDS = { data: 'datos', on: 'mantener', off: 'quitar' } as const

/** What an owner says of the consent mode of the web. */
export const CONSENT_WORDS = { on: 'si', off: 'no' } as const
