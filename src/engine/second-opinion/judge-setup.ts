import { isSmartBidding } from '../account/bidding-strategy.ts'
import type { GoogleAdvice, SecondOpinion, Surroundings } from './advice.ts'
import { plainOpinion } from './judge-promise.ts'
import { conversionsOf } from './opinion-figures.ts'

/** What is broken or empty at Google's side: mending it costs nothing, and no promise is needed to see that. */
const MENDED = {
  IMPROVE_GOOGLE_TAG_COVERAGE:
    'Donde falta la etiqueta no se cuenta ninguna conversión: la puja y los informes trabajan con menos de las que hay.',
  REFRESH_CUSTOMER_MATCH_LIST:
    'Una lista de clientes que no se renueva se va quedando vacía, y lo que la usa deja de llegar a ellos.',
  SHOPPING_FIX_DISAPPROVED_PRODUCTS: 'Un producto rechazado no se anuncia.',
  SHOPPING_FIX_SUSPENDED_MERCHANT_CENTER_ACCOUNT:
    'Con Merchant Center suspendido no se anuncia ningún producto.',
  SHOPPING_FIX_MERCHANT_CENTER_ACCOUNT_SUSPENSION_WARNING:
    'Si llega a suspenderse, deja de anunciarse todo: tiene un plazo.',
  SHOPPING_ADD_GTIN: 'Sin GTIN Google no sabe qué producto es y lo enseña menos.',
  SHOPPING_ADD_MORE_IDENTIFIERS:
    'Sin marca ni identificadores Google no sabe qué producto es y lo enseña menos.',
  SHOPPING_ADD_AGE_GROUP: 'Quien busca por edad no encuentra lo que no la dice.',
  SHOPPING_ADD_COLOR: 'Quien busca por color no encuentra lo que no lo dice.',
  SHOPPING_ADD_GENDER: 'Quien busca para hombre o mujer no encuentra lo que no lo dice.',
  SHOPPING_ADD_SIZE: 'Quien busca por talla no encuentra lo que no la dice.',
} as const

/** What may help or harm by how it is done, which Google's promise does not say. */
const LOOKED_AT = {
  CALL_ASSET:
    'Pulsar el teléfono se paga como un clic: compensa si alguien contesta a esas horas y la llamada se cuenta como conversión. Prográmalo solo en tu horario.',
  LEAD_FORM_ASSET:
    'Los contactos de un formulario de Google no pasan por tu página: suelen ser más y peores. Ponlo en una campaña y mira cuántos acaban en venta.',
  DYNAMIC_IMAGE_EXTENSION_OPT_IN:
    'Google escogería las imágenes de tu página, también las que no quieras. Mejor elige tú unas pocas y compara.',
  PERFORMANCE_MAX_FINAL_URL_OPT_IN:
    'Google llevaría a la página que prefiera, también al blog o a la ayuda. Actívalo con esas páginas excluidas y mira a las cuatro semanas adónde manda los clics.',
  SHOPPING_ADD_PRODUCTS_TO_CAMPAIGN:
    'Mira antes por qué no están: lo que se dejó fuera por margen o por falta de existencias volvería a gastar.',
  SHOPPING_TARGET_ALL_OFFERS:
    'Mira antes qué se dejó fuera y por qué: lo que no deja margen o no está en existencias volvería a gastar.',
} as const

/** Types judged by what they are, not by what conversions say. */
export const BY_SETUP: ReadonlySet<string> = new Set([
  ...Object.keys(MENDED),
  ...Object.keys(LOOKED_AT),
])

type Judge = (advice: GoogleAdvice, around: Surroundings) => SecondOpinion

const judgesOf = (reasons: Record<string, string>, verdict: 'apply' | 'try') =>
  Object.fromEntries(
    Object.entries(reasons).map(([type, reason]): [string, Judge] => [
      type,
      (_advice, around) => plainOpinion(verdict, reason, around),
    ]),
  )

export const SETUP_JUDGES: Record<string, Judge> = {
  ...judgesOf(MENDED, 'apply'),
  ...judgesOf(LOOKED_AT, 'try'),
}

/** Clicks for their own sake are the cheapest ones: right only where nothing tells which of them sell. */
export function judgeMostClicks(_advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  const { campaign } = around
  if (campaign && isSmartBidding(campaign))
    return plainOpinion(
      'discard',
      'La campaña puja por conversiones: pujar por clics compra los más baratos, vendan o no.',
      around,
    )
  if (conversionsOf(around) > 0)
    return plainOpinion(
      'discard',
      'Aquí se sabe qué clics acaban en conversión: pujar por el máximo de clics compra los más baratos, vendan o no.',
      around,
    )
  return plainOpinion(
    'try',
    'Mientras no se cuente ninguna conversión es una forma de ir conociendo las búsquedas. Ponle un CPC máximo, y mide antes de seguir.',
    around,
  )
}

export function judgeEnhancedCpc(_advice: GoogleAdvice, around: Surroundings): SecondOpinion {
  return plainOpinion(
    'discard',
    'Google retiró el CPC mejorado de Búsqueda y Display en marzo de 2025: quien lo tiene puja a mano.',
    around,
  )
}
