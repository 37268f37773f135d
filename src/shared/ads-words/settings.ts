/** Settings of campaigns and conversion actions that a change or a recommendation names. */

export const BIDDING_STRATEGIES = {
  MANUAL_CPC: 'CPC manual',
  ENHANCED_CPC: 'CPC mejorado',
  TARGET_SPEND: 'Maximizar clics',
  TARGET_CPA: 'CPA objetivo',
  TARGET_ROAS: 'ROAS objetivo',
  MAXIMIZE_CONVERSIONS: 'Maximizar conversiones',
  MAXIMIZE_CONVERSION_VALUE: 'Maximizar el valor de conversión',
  TARGET_IMPRESSION_SHARE: 'Cuota de impresiones objetivo',
  TARGET_CPM: 'CPM objetivo',
  TARGET_CPV: 'CPV objetivo',
  TARGET_CPC: 'CPC objetivo',
  TARGET_OUTRANK_SHARE: 'Cuota de ranking superior objetivo',
  PAGE_ONE_PROMOTED: 'Ubicación objetivo en la página de búsqueda',
  MANUAL_CPM: 'CPM visible',
  MANUAL_CPV: 'CPV máximo',
  MANUAL_CPA: 'CPA manual',
  FIXED_CPM: 'CPM fijo',
  FIXED_SHARE_OF_VOICE: 'Cuota de voz fija',
  PERCENT_CPC: 'CPC porcentual',
  COMMISSION: 'Comisión',

  INVALID: 'Estrategia no válida',
} as const

export const GEO_TARGET_TYPES = {
  PRESENCE: 'Personas que están allí',
  PRESENCE_OR_INTEREST: 'Personas que están allí o se interesan por el lugar',
} as const

export const AD_ROTATIONS = {
  OPTIMIZE: 'Optimizar',
  ROTATE: 'Rotar por igual',
  ROTATE_INDEFINITELY: 'Rotar por igual sin fin',
} as const

/** What a campaign can be narrowed by. */
export const TARGETING_DIMENSIONS = {
  AUDIENCE: 'Audiencias',
  KEYWORD: 'Palabras clave',
  TOPIC: 'Temas',
  PLACEMENT: 'Ubicaciones',
  AGE_RANGE: 'Edad',
  GENDER: 'Sexo',
  PARENTAL_STATUS: 'Situación parental',
  INCOME_RANGE: 'Ingresos',
} as const

export const ASSET_TYPES = { SITELINK: 'Enlace de sitio', CALLOUT: 'Texto destacado' } as const

export const COUNTING_TYPES = { ONE_PER_CLICK: 'Una por clic', MANY_PER_CLICK: 'Todas' } as const

export const CONVERSION_CATEGORIES: Readonly<Record<string, string>> = {
  DEFAULT: 'Sin categoría',
  PAGE_VIEW: 'Página vista',
  PURCHASE: 'Compra',
  SIGNUP: 'Registro',
  DOWNLOAD: 'Descarga',
  ADD_TO_CART: 'Añadir al carrito',
  BEGIN_CHECKOUT: 'Inicio de pago',
  SUBSCRIBE_PAID: 'Suscripción de pago',
  PHONE_CALL_LEAD: 'Llamada',
  IMPORTED_LEAD: 'Contacto importado',
  SUBMIT_LEAD_FORM: 'Formulario',
  BOOK_APPOINTMENT: 'Cita',
  REQUEST_QUOTE: 'Presupuesto pedido',
  GET_DIRECTIONS: 'Cómo llegar',
  OUTBOUND_CLICK: 'Clic de salida',
  CONTACT: 'Contacto',
  ENGAGEMENT: 'Interacción',
  STORE_VISIT: 'Visita a tienda',
  STORE_SALE: 'Venta en tienda',
  QUALIFIED_LEAD: 'Contacto cualificado',
  CONVERTED_LEAD: 'Contacto convertido',
}
