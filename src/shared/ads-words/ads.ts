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
  DEMAND_GEN_CAROUSEL_AD: 'Carrusel de generación de demanda',
  DEMAND_GEN_VIDEO_RESPONSIVE_AD: 'Vídeo de generación de demanda',
  DEMAND_GEN_PRODUCT_AD: 'Producto de generación de demanda',
  VIDEO_BUMPER_AD: 'Vídeo bumper',
  VIDEO_NON_SKIPPABLE_IN_STREAM_AD: 'Vídeo in-stream no saltable',
  VIDEO_TRUEVIEW_IN_STREAM_AD: 'Vídeo in-stream saltable',
  IN_FEED_VIDEO_AD: 'Vídeo in-feed',
  YOUTUBE_AUDIO_AD: 'Audio de YouTube',
  APP_AD: 'Aplicación',
  APP_ENGAGEMENT_AD: 'Interacción con la aplicación',
  APP_PRE_REGISTRATION_AD: 'Registro previo en la aplicación',
  LEGACY_APP_INSTALL_AD: 'Instalación de la aplicación',
  SHOPPING_SMART_AD: 'Shopping inteligente',
  SHOPPING_COMPARISON_LISTING_AD: 'Comparación de productos',
  SMART_CAMPAIGN_AD: 'Campaña inteligente',
  HOTEL_AD: 'Hotel',
  TRAVEL_AD: 'Viajes',
  LOCAL_AD: 'Local',
  TEXT_AD: 'Texto',
  LEGACY_RESPONSIVE_DISPLAY_AD: 'Display adaptable antiguo',
  HTML5_UPLOAD_AD: 'HTML5',
  DYNAMIC_HTML5_AD: 'HTML5 dinámico',
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
  NOT_APPLICABLE: 'No se aplica',
} as const

export const AD_APPROVALS: Readonly<Record<string, string>> = {
  APPROVED: 'Aprobado',
  APPROVED_LIMITED: 'Aprobado con límites',
  AREA_OF_INTEREST_ONLY: 'Solo en zonas de interés',
  DISAPPROVED: 'Rechazado',
}

/** Images and videos beside an ad, by the place that Google has for them. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  AD_IMAGE: 'Imagen',
  MARKETING_IMAGE: 'Imagen horizontal',
  SQUARE_MARKETING_IMAGE: 'Imagen cuadrada',
  PORTRAIT_MARKETING_IMAGE: 'Imagen vertical',
  TALL_PORTRAIT_MARKETING_IMAGE: 'Imagen vertical alta',
  CLASSIC_DISPLAY_IMAGE: 'Imagen de Display',
  LOGO: 'Logotipo',
  LANDSCAPE_LOGO: 'Logotipo horizontal',
  BUSINESS_LOGO: 'Logotipo de la empresa',
  VIDEO: 'Vídeo',
  YOUTUBE_VIDEO: 'Vídeo de YouTube',
  RELATED_YOUTUBE_VIDEOS: 'Vídeos de YouTube relacionados',
}
