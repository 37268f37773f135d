/** What is said in place of a share that Google does not tell. */
export const SHARE_EDGES = ['<\u00a010\u00a0%', '>\u00a090\u00a0%'] as const
export type ShareEdge = (typeof SHARE_EDGES)[number]

/**
 * Google tells no impression share under 10 % and none lost over 90 %, but 0.0999 and 0.9001, from which sums of days
 * stray by what they round. Null for a share that is told.
 */
export function shareEdge(fraction: number, of: 'had' | 'lost'): ShareEdge | null {
  if (of === 'had') return fraction < 0.1 + ROUNDED / 10 ? SHARE_EDGES[0] : null
  return fraction > 0.9 - ROUNDED ? SHARE_EDGES[1] : null
}

/** Of a few hundred impressions that were to be had, half a one. */
const ROUNDED = 0.0005
