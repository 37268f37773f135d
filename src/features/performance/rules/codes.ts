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
