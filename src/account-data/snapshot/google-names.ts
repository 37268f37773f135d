import type { EntityStatus } from '#engine/account/inventory.ts'
import type { MatchType, SearchTermFacts } from '#engine/account/snapshot.ts'

/** Google's enum names as the engine's; what is new or unknown counts as the widest of them. */

/** Undefined where Google, or a file, does not say. */
export function knownName(name: string | null): string | undefined {
  return name === null || name === 'UNKNOWN' || name === 'UNSPECIFIED' ? undefined : name
}

/** What a file does not tell (UNKNOWN) had traffic in its period; what it tells and names no state of ours is unknown. */
export function entityStatus(name: string): EntityStatus {
  if (name === 'UNSPECIFIED') return 'UNKNOWN'
  return name === 'PAUSED' || name === 'REMOVED' ? name : 'ENABLED'
}

/** Of none that is not known, which Google may have made since, anything may be said that depends on it. */
export function isMatchType(name: string): name is MatchType {
  return name === 'EXACT' || name === 'PHRASE' || name === 'BROAD'
}

export function matchType(name: string): MatchType {
  return isMatchType(name) ? name : 'BROAD'
}

export function termStatus(name: string): SearchTermFacts['status'] {
  return name === 'ADDED' || name === 'EXCLUDED' || name === 'ADDED_EXCLUDED' || name === 'NONE'
    ? name
    : 'UNKNOWN'
}
