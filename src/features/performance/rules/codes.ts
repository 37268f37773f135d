/** Codes of the wire, mapped from Google's enum names by name: Google's own numbers differ and change. */

const STATUS: Record<string, number> = {
  UNSPECIFIED: 0,
  UNKNOWN: 1,
  ENABLED: 2,
  PAUSED: 3,
  REMOVED: 4,
}

const CAMPAIGN_TYPE: Record<string, number> = {
  UNSPECIFIED: 0,
  UNKNOWN: 1,
  SEARCH: 2,
  DISPLAY: 3,
  SHOPPING: 4,
  HOTEL: 5,
  VIDEO: 6,
  MULTI_CHANNEL: 7,
  LOCAL: 8,
  SMART: 9,
  PERFORMANCE_MAX: 10,
  LOCAL_SERVICES: 11,
  DISCOVERY: 12,
  DEMAND_GEN: 13,
}

const UNKNOWN = 1

export function statusCode(name: string): number {
  return STATUS[name] ?? UNKNOWN
}

/** A type without a code (TRAVEL) is unknown; its name travels beside the code. */
export function campaignTypeCode(name: string): number {
  return CAMPAIGN_TYPE[name] ?? UNKNOWN
}

const MATCH_TYPE: Record<string, number> = {
  UNSPECIFIED: 0,
  UNKNOWN: 1,
  EXACT: 2,
  PHRASE: 3,
  BROAD: 4,
}

/** 2 exact, 3 phrase, 4 broad; anything else is unknown. */
export function matchTypeCode(name: string): number {
  return MATCH_TYPE[name] ?? UNKNOWN
}

/** Google's criterion types by the names the audiences panel knows; the rest keep their own. */
const SEGMENT_TYPE: Record<string, string> = {
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
  return SEGMENT_TYPE[name] ?? name
}

/** Google's four states as the three of the panel: what is both added and excluded does not show any more. */
export function termStatus(name: string): 'ADDED' | 'EXCLUDED' | 'NONE' {
  if (name === 'EXCLUDED' || name === 'ADDED_EXCLUDED') return 'EXCLUDED'
  return name === 'ADDED' ? 'ADDED' : 'NONE'
}
