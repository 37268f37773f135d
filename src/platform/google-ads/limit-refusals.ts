/** Why Google does not take one more of something, or an amount, by its code. */
export const LIMIT_TEXTS: Record<string, string> = {
  SHARED_SET_LIMIT:
    'La lista ya tiene todas las palabras que Google admite: quita en Google Ads las que sobren.',
  ACCOUNT_LIMIT: full('La cuenta'),
  CAMPAIGN_LIMIT: full('La campaña'),
  ADGROUP_LIMIT: full('El grupo de anuncios'),
  AD_GROUP_AD_LIMIT: full('El anuncio'),
  AD_GROUP_CRITERION_LIMIT: full('La palabra clave o el segmento'),
  RESOURCE_LIMIT: 'Ya hay tantos elementos de este tipo como Google admite: quita los que sobren.',
  BUDGET_BELOW_PER_DAY_MINIMUM: 'El presupuesto queda por debajo del mínimo diario de Google.',
  NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT: tooFine(),
  VALUE_NOT_MULTIPLE_OF_BILLABLE_UNIT: tooFine(),
}

function full(place: string): string {
  return `${place} ya tiene tantos elementos de este tipo como Google admite: quita los que sobren.`
}

function tooFine(): string {
  return 'Google no admite importes tan finos en la moneda de la cuenta.'
}
