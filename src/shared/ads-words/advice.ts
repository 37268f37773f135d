import { wordOf } from './forms.ts'

/**
 * Types of Google's recommendations as what they propose: `one` names one of them, `many` all of a type that Google applies
 * by itself, where it is said otherwise.
 */
const ADVICE_TYPES: Readonly<Record<string, { one: string; many?: string }>> = {
  CAMPAIGN_BUDGET: { one: 'Subir el presupuesto', many: 'Subir presupuestos' },
  FORECASTING_CAMPAIGN_BUDGET: { one: 'Subir el presupuesto ante una subida de la demanda' },
  MARGINAL_ROI_CAMPAIGN_BUDGET: { one: 'Ajustar el presupuesto' },
  MOVE_UNUSED_BUDGET: {
    one: 'Mover presupuesto que no se gasta',
    many: 'Mover presupuesto sin gastar',
  },
  KEYWORD: { one: 'Añadir una palabra clave', many: 'Añadir palabras clave' },
  KEYWORD_MATCH_TYPE: {
    one: 'Cambiar la concordancia de palabras clave',
    many: 'Cambiar concordancias',
  },
  USE_BROAD_MATCH_KEYWORD: {
    one: 'Pasar las palabras clave a concordancia amplia',
    many: 'Pasar palabras clave a concordancia amplia',
  },
  TARGET_CPA_OPT_IN: { one: 'Pujar por CPA objetivo', many: 'Pujar por CPA objetivo' },
  TARGET_ROAS_OPT_IN: { one: 'Pujar por ROAS objetivo', many: 'Pujar por ROAS objetivo' },
  MAXIMIZE_CLICKS_OPT_IN: { one: 'Pujar por el máximo de clics', many: 'Pujar por más clics' },
  MAXIMIZE_CONVERSIONS_OPT_IN: {
    one: 'Pujar por el máximo de conversiones',
    many: 'Pujar por más conversiones',
  },
  MAXIMIZE_CONVERSION_VALUE_OPT_IN: {
    one: 'Pujar por el máximo valor de conversión',
    many: 'Pujar por más valor',
  },
  ENHANCED_CPC_OPT_IN: { one: 'Activar el CPC mejorado', many: 'Usar CPC mejorado' },
  SET_TARGET_CPA: { one: 'Poner un CPA objetivo', many: 'Fijar un CPA objetivo' },
  FORECASTING_SET_TARGET_CPA: { one: 'Poner un CPA objetivo ante una subida de la demanda' },
  SET_TARGET_ROAS: { one: 'Poner un ROAS objetivo', many: 'Fijar un ROAS objetivo' },
  FORECASTING_SET_TARGET_ROAS: { one: 'Poner un ROAS objetivo ante una subida de la demanda' },
  RAISE_TARGET_CPA: { one: 'Subir el CPA objetivo', many: 'Subir el CPA objetivo' },
  RAISE_TARGET_CPA_BID_TOO_LOW: { one: 'Subir un CPA objetivo demasiado bajo' },
  LOWER_TARGET_ROAS: { one: 'Bajar el ROAS objetivo', many: 'Bajar el ROAS objetivo' },
  SITELINK_ASSET: { one: 'Añadir enlaces de sitio' },
  CALLOUT_ASSET: { one: 'Añadir textos destacados' },
  CALL_ASSET: { one: 'Añadir un teléfono' },
  LEAD_FORM_ASSET: { one: 'Añadir un formulario' },
  RESPONSIVE_SEARCH_AD: { one: 'Añadir un anuncio adaptable', many: 'Añadir anuncios adaptables' },
  RESPONSIVE_SEARCH_AD_ASSET: {
    one: 'Añadir textos a un anuncio',
    many: 'Añadir textos a los anuncios',
  },
  RESPONSIVE_SEARCH_AD_IMPROVE_AD_STRENGTH: {
    one: 'Mejorar la calidad de un anuncio',
    many: 'Mejorar la eficacia de los anuncios',
  },
  SEARCH_PARTNERS_OPT_IN: {
    one: 'Salir en los socios de búsqueda',
    many: 'Activar los socios de búsqueda',
  },
  DISPLAY_EXPANSION_OPT_IN: {
    one: 'Salir también en la red de Display',
    many: 'Activar la red de Display',
  },
  PERFORMANCE_MAX_OPT_IN: { one: 'Crear una campaña de máximo rendimiento' },
  OPTIMIZE_AD_ROTATION: {
    one: 'Optimizar la rotación de anuncios',
    many: 'Optimizar la rotación de anuncios',
  },
  CUSTOM_AUDIENCE_OPT_IN: { one: 'Crear un público personalizado' },
  IMPROVE_GOOGLE_TAG_COVERAGE: { one: 'Poner la etiqueta de Google en más páginas' },
  REFRESH_CUSTOMER_MATCH_LIST: { one: 'Renovar una lista de clientes' },
  PERFORMANCE_MAX_FINAL_URL_OPT_IN: { one: 'Dejar que Máximo rendimiento elija la página' },
  IMPROVE_PERFORMANCE_MAX_AD_STRENGTH: { one: 'Mejorar los anuncios de Máximo rendimiento' },
  IMPROVE_DEMAND_GEN_AD_STRENGTH: { one: 'Mejorar los anuncios de generación de demanda' },
  UPGRADE_SMART_SHOPPING_CAMPAIGN_TO_PERFORMANCE_MAX: {
    one: 'Pasar la campaña de Shopping inteligente a Máximo rendimiento',
    many: 'Pasar a Máximo rendimiento',
  },
  UPGRADE_LOCAL_CAMPAIGN_TO_PERFORMANCE_MAX: {
    one: 'Pasar la campaña local a Máximo rendimiento',
  },
  MIGRATE_DYNAMIC_SEARCH_ADS_CAMPAIGN_TO_PERFORMANCE_MAX: {
    one: 'Pasar la campaña dinámica de búsqueda a Máximo rendimiento',
  },
  SHOPPING_MIGRATE_REGULAR_SHOPPING_CAMPAIGN_OFFERS_TO_PERFORMANCE_MAX: {
    one: 'Pasar los productos de Shopping a Máximo rendimiento',
  },
  SHOPPING_ADD_AGE_GROUP: { one: 'Indicar el grupo de edad de los productos' },
  SHOPPING_ADD_COLOR: { one: 'Indicar el color de los productos' },
  SHOPPING_ADD_GENDER: { one: 'Indicar para qué sexo son los productos' },
  SHOPPING_ADD_SIZE: { one: 'Indicar la talla de los productos' },
  SHOPPING_ADD_GTIN: { one: 'Indicar el GTIN de los productos' },
  SHOPPING_ADD_MORE_IDENTIFIERS: { one: 'Añadir identificadores a los productos' },
  SHOPPING_ADD_PRODUCTS_TO_CAMPAIGN: { one: 'Añadir productos a la campaña' },
  SHOPPING_TARGET_ALL_OFFERS: { one: 'Anunciar todos los productos' },
  SHOPPING_FIX_DISAPPROVED_PRODUCTS: { one: 'Corregir los productos rechazados' },
  SHOPPING_FIX_SUSPENDED_MERCHANT_CENTER_ACCOUNT: {
    one: 'Resolver la suspensión de Merchant Center',
  },
  SHOPPING_FIX_MERCHANT_CENTER_ACCOUNT_SUSPENSION_WARNING: {
    one: 'Resolver el aviso de suspensión de Merchant Center',
  },
  DYNAMIC_IMAGE_EXTENSION_OPT_IN: { one: 'Activar las imágenes dinámicas' },
  CAMPAIGN_SPECIFIC_APP_GOAL: { one: 'Dar a la campaña un objetivo de aplicación propio' },
  TEXT_AD: { one: 'Añadir un anuncio de texto' },
}

export function adviceTitle(type: string): string {
  return wordOf(ADVICE_TYPES, type)?.one ?? NEW_TYPE
}

export function adviceTypeName(type: string): string {
  return wordOf(ADVICE_TYPES, type)?.many ?? adviceTitle(type)
}

/** Google calls UNKNOWN what the API's version has no name for. */
const NEW_TYPE = 'Recomendación de un tipo nuevo'
