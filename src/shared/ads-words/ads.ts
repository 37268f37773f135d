/** Ads and their texts: type, strength, approval, and Google's verdict about a piece. */

export const AD_TYPES: Readonly<Record<string, string>> = {
  RESPONSIVE_SEARCH_AD: 'Búsqueda adaptable',
  RESPONSIVE_DISPLAY_AD: 'Display adaptable',
  EXPANDED_TEXT_AD: 'Texto expandido',
  EXPANDED_DYNAMIC_SEARCH_AD: 'Búsqueda dinámica',
  CALL_AD: 'Solo llamada',
  IMAGE_AD: 'Imagen',
  VIDEO_AD: 'Vídeo',
  VIDEO_RESPONSIVE_AD: 'Vídeo adaptable',
  SHOPPING_PRODUCT_AD: 'Producto de Shopping',
  DEMAND_GEN_MULTI_ASSET_AD: 'Generación de demanda',
  APP_AD: 'Aplicación',
}

/** `onCard`: the plainer word that recommendations use. */
export const AD_STRENGTHS = {
  EXCELLENT: { name: 'Excelente', onCard: 'Excelente' },
  GOOD: { name: 'Buena', onCard: 'Buena' },
  AVERAGE: { name: 'Media', onCard: 'Media' },
  POOR: { name: 'Deficiente', onCard: 'Mala' },
} as const

/** Strengths that say why there is none yet. */
export const NO_AD_STRENGTH = { PENDING: 'Pendiente', NO_ADS: 'Sin anuncios' } as const

/** Google's verdict about one headline or description. */
export const PIECE_VERDICTS = {
  BEST: 'Mejor',
  GOOD: 'Bueno',
  LOW: 'Bajo',
  LEARNING: 'En aprendizaje',
  PENDING: 'Pendiente',
} as const

export const AD_APPROVALS: Readonly<Record<string, string>> = {
  APPROVED: 'Aprobado',
  APPROVED_LIMITED: 'Aprobado con límites',
  AREA_OF_INTEREST_ONLY: 'Solo en zonas de interés',
  DISAPPROVED: 'Rechazado',
}
