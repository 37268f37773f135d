/** What is sold, not how it is advertised: no wording takes these limits away. */
const OF_TRADE = {
  ALCOHOL: 'bebidas alcohólicas',
  GAMBLING: 'juego y apuestas',
  HEALTH_IN_PERSONALIZED_ADS: 'salud, en anuncios personalizados',
  BIRTH_CONTROL: 'anticonceptivos',
  ADULT_CONTENT: 'contenido para adultos',
  POLITICAL_CONTENT: 'contenido político',
  FINANCIAL_SERVICES: 'servicios financieros',
}

/** Why Google disapproves an ad, by its policy topic; inside a sentence. */
export const POLICY_TOPICS: Readonly<Record<string, string>> = {
  DESTINATION_NOT_WORKING: 'la página no funciona',
  DESTINATION_MISMATCH: 'la página no es del dominio anunciado',
  DESTINATION_NOT_CRAWLABLE: 'Google no puede leer la página',
  DESTINATION_EXPERIENCE: 'mala experiencia en la página',
  ONE_WEBSITE_PER_AD_GROUP: 'dos webs en el mismo grupo',
  TRADEMARKS_IN_AD_TEXT: 'marca registrada en el texto',
  TRADEMARK: 'marca registrada',
  CAPITALIZATION: 'mayúsculas',
  PUNCTUATION: 'puntuación o símbolos',
  MISLEADING_CONTENT: 'contenido engañoso',
  ...OF_TRADE,
}

export const TRADE_TOPICS: ReadonlySet<string> = new Set(Object.keys(OF_TRADE))
