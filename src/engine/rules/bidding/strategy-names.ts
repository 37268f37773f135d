/** Bidding strategies as Google Ads shows them in Spanish. */
export const STRATEGY_NAMES: Readonly<Record<string, string>> = {
  MANUAL_CPC: 'CPC manual',
  ENHANCED_CPC: 'CPC mejorado',
  TARGET_SPEND: 'maximizar clics',
  TARGET_CPA: 'CPA objetivo',
  TARGET_ROAS: 'ROAS objetivo',
  MAXIMIZE_CONVERSIONS: 'maximizar conversiones',
  MAXIMIZE_CONVERSION_VALUE: 'maximizar el valor de conversión',
  TARGET_IMPRESSION_SHARE: 'cuota de impresiones objetivo',
}
