/** Statuses, match types and types of campaigns, keywords and segments. */

/** By gender of the noun; `state` is what a change sets. */
export const STATUSES = {
  ENABLED: { masculine: 'Activo', feminine: 'Activa', state: 'Activo' },
  PAUSED: { masculine: 'Pausado', feminine: 'Pausada', state: 'En pausa' },
  REMOVED: { masculine: 'Eliminado', feminine: 'Eliminada', state: 'Eliminado' },
  HIDDEN: { masculine: 'Oculto', feminine: 'Oculta', state: 'Oculto' },
  UNKNOWN: { masculine: 'Desconocido', feminine: 'Desconocida', state: 'Desconocido' },
} as const

/** `short` heads a cell ('Frase'); `inSentence` follows 'concordancia' ('de frase'). */
export const MATCH_TYPES = {
  EXACT: { short: 'Exacta', inSentence: 'exacta' },
  PHRASE: { short: 'Frase', inSentence: 'de frase' },
  BROAD: { short: 'Amplia', inSentence: 'amplia' },
} as const

export const UNKNOWN_MATCH_TYPE = 'Desconocida'

/** Google's advertising channel types. */
export const CAMPAIGN_TYPES = {
  SEARCH: 'Búsqueda',
  DISPLAY: 'Display',
  SHOPPING: 'Shopping',
  HOTEL: 'Hoteles',
  VIDEO: 'Vídeo',
  MULTI_CHANNEL: 'Multicanal',
  LOCAL: 'Local',
  SMART: 'Inteligente',
  PERFORMANCE_MAX: 'Máximo rendimiento',
  LOCAL_SERVICES: 'Servicios locales',
  DISCOVERY: 'Discovery',
  DEMAND_GEN: 'Generación de demanda',
  TRAVEL: 'Viajes',
} as const

/** Types of audience segments, by the names that the audiences panel knows. */
export const SEGMENT_TYPES = {
  USER_LIST: 'Lista usuarios',
  USER_INTEREST: 'Intereses',
  AFFINITY: 'Afinidad',
  DEMOGRAPHIC: 'Demográfico',
  REMARKETING: 'Remarketing',
  SIMILAR: 'Similar',
  CUSTOM: 'Personalizada',
} as const

/** Whether a search term is a keyword or a negative by now. */
export const TERM_STATUSES = { ADDED: 'Añadido', EXCLUDED: 'Excluido' } as const
