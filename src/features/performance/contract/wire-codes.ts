/**
 * The specification's codes and names, which only the wire knows: inside stand Google's enum names. Mapped by name, because
 * Google's own numbers differ and change. A name without a code is UNKNOWN.
 */
export const STATUSES = ['UNSPECIFIED', 'UNKNOWN', 'ENABLED', 'PAUSED', 'REMOVED'] as const
export const MATCH_TYPES = ['UNSPECIFIED', 'UNKNOWN', 'EXACT', 'PHRASE', 'BROAD'] as const
export const CAMPAIGN_TYPES = [
  'UNSPECIFIED',
  'UNKNOWN',
  'SEARCH',
  'DISPLAY',
  'SHOPPING',
  'HOTEL',
  'VIDEO',
  'MULTI_CHANNEL',
  'LOCAL',
  'SMART',
  'PERFORMANCE_MAX',
  'LOCAL_SERVICES',
  'DISCOVERY',
  'DEMAND_GEN',
] as const

/** Of campaigns, ad groups, ads and keywords. */
export const statusCode = (name: string) => codeOf(STATUSES, name)
export const statusName = (code: number) => STATUSES[code] ?? 'UNKNOWN'

/** Of keywords. */
export const matchTypeCode = (name: string) => codeOf(MATCH_TYPES, name)
export const matchTypeName = (code: number) => MATCH_TYPES[code] ?? 'UNKNOWN'

/** Google's name travels beside the code, for a type without one (TRAVEL). */
export const campaignTypeCode = (name: string) => codeOf(CAMPAIGN_TYPES, name)
/** Google's own name; '' where nothing tells it. */
export const typeName = (name: string) => (name === 'UNKNOWN' || name === 'UNSPECIFIED' ? '' : name)
export const campaignTypeName = (code: number) => CAMPAIGN_TYPES[code] ?? 'UNKNOWN'

function codeOf(names: readonly string[], name: string): number {
  const code = names.indexOf(name)
  return code === -1 ? names.indexOf('UNKNOWN') : code
}

/** Google's criterion types by the names the audiences panel knows; the rest keep their own. */
const SEGMENT_TYPES: Record<string, string> = {
  CUSTOM_AFFINITY: 'CUSTOM',
  CUSTOM_INTENT: 'CUSTOM',
  CUSTOM_AUDIENCE: 'CUSTOM',
  AGE_RANGE: 'DEMOGRAPHIC',
  GENDER: 'DEMOGRAPHIC',
  PARENTAL_STATUS: 'DEMOGRAPHIC',
  INCOME_RANGE: 'DEMOGRAPHIC',
  EXTENDED_DEMOGRAPHIC: 'DEMOGRAPHIC',
}

export function segmentType(name: string): string {
  return SEGMENT_TYPES[name] ?? name
}

/** Google's four states as the three of the panel: what is both added and excluded does not show any more. */
export function termStatus(name: string): 'ADDED' | 'EXCLUDED' | 'NONE' {
  if (name === 'EXCLUDED' || name === 'ADDED_EXCLUDED') return 'EXCLUDED'
  return name === 'ADDED' ? 'ADDED' : 'NONE'
}

/** Pending recommendations by priority. */
export const alertsOnWire = ({ high, medium }: { high: number; medium: number }) => ({
  alta: high,
  media: medium,
})
