/** Changes: how one was made, to what, and what was done. */

export const CHANGE_CLIENTS: Readonly<Record<string, string>> = {
  GOOGLE_ADS_WEB_CLIENT: 'Google Ads (web)',
  GOOGLE_ADS_AUTOMATED_RULE: 'Regla automática',
  GOOGLE_ADS_SCRIPTS: 'Script',
  GOOGLE_ADS_BULK_UPLOAD: 'Subida en bloque',
  GOOGLE_ADS_API: 'API de Google Ads',
  GOOGLE_ADS_EDITOR: 'Google Ads Editor',
  GOOGLE_ADS_MOBILE_APP: 'Aplicación móvil',
  GOOGLE_ADS_RECOMMENDATIONS: 'Recomendación de Google',
  GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION: 'Aplicación automática de Google',
  SEARCH_ADS_360_SYNC: 'Search Ads 360',
  SEARCH_ADS_360_POST: 'Search Ads 360',
  INTERNAL_TOOL: 'Herramienta de Google',
  OTHER: 'Otra herramienta',
  // Google's word for what the API's version has no name for.
  UNKNOWN: 'Otra herramienta',
}

/** With the article that a sentence needs: all that Google's history of changes tells of. */
export const CHANGED_RESOURCES: Readonly<Record<string, string>> = {
  CAMPAIGN: 'la campaña',
  CAMPAIGN_BUDGET: 'el presupuesto',
  CAMPAIGN_CRITERION: 'un criterio de la campaña',
  CAMPAIGN_ASSET: 'un recurso de la campaña',
  AD_GROUP: 'el grupo de anuncios',
  AD_GROUP_AD: 'un anuncio',
  AD_GROUP_ASSET: 'un recurso del grupo de anuncios',
  AD_GROUP_BID_MODIFIER: 'un ajuste de puja',
  AD_GROUP_CRITERION: 'un criterio del grupo de anuncios',
  AD: 'un anuncio',
  ASSET: 'un recurso',
  CUSTOMER_ASSET: 'un recurso de la cuenta',
  ASSET_SET: 'un conjunto de recursos',
  ASSET_SET_ASSET: 'un recurso de un conjunto',
  CAMPAIGN_ASSET_SET: 'un conjunto de recursos de la campaña',
  FEED: 'un feed',
  FEED_ITEM: 'un elemento de un feed',
  CAMPAIGN_FEED: 'un feed de la campaña',
  AD_GROUP_FEED: 'un feed del grupo de anuncios',
  UNKNOWN: 'un elemento de un tipo nuevo',
}

export const CHANGE_OPERATIONS: Readonly<Record<string, string>> = {
  CREATE: 'Se añadió',
  UPDATE: 'Se cambió',
  REMOVE: 'Se quitó',
}

/** What an operation of ours is about, with the article that a sentence needs. */
export const OPERATION_NOUNS: Readonly<Record<string, string>> = {
  campaignOperation: 'la campaña',
  campaignBudgetOperation: 'el presupuesto',
  biddingStrategyOperation: 'la cartera de pujas',
  experimentOperation: 'el experimento',
  experimentArmOperation: 'el grupo del experimento',
  conversionActionOperation: 'la acción de conversión',
  customerOperation: 'la cuenta',
  adGroupOperation: 'el grupo de anuncios',
  adGroupAdOperation: 'el anuncio',
  sharedSetOperation: 'la lista de palabras clave negativas',
  sharedCriterionOperation: 'la palabra clave negativa de la lista',
  campaignSharedSetOperation: 'la lista de negativas de la campaña',
  assetOperation: 'el recurso',
  campaignAssetOperation: 'el recurso de la campaña',
  recommendationSubscriptionOperation: 'la aplicación automática de Google',
}
