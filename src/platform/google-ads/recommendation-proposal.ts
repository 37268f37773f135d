import type { AdsRow } from './row.ts'

/** What one of Google's recommendations proposes; at most one stands there, each type under its own name. */
export function proposalOf(
  recommendation: NonNullable<AdsRow['recommendation']>,
): Record<string, unknown> {
  const entry = Object.entries(recommendation).find(([key]) => key.endsWith('Recommendation'))
  return (entry?.[1] ?? {}) as Record<string, unknown>
}
