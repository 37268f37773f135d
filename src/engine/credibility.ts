/**
 * Bühlmann credibility: how far a group's own rate may be believed against what its family expects of it.
 * `seen` conversions where `expected` were; `noise` = variance of the expectation's own units (Σ n²·var of a rate).
 */
export type GroupEvidence = { seen: number; expected: number; noise: number }

/** Variance of the groups' true factors seen/expected, by moments; 0 when chance explains all of it. */
export function factorVariance(groups: readonly GroupEvidence[]): number {
  let spread = 0
  let weight = 0
  for (const { seen, expected, noise } of groups) {
    spread += (seen - expected) ** 2 - expected - noise
    weight += expected ** 2
  }
  return groups.length >= LEAST_GROUPS && weight > 0 ? Math.max(0, spread / weight) : 0
}

/** The group's rate as a multiple of its family's, pulled towards 1. */
export function credibleFactor(group: GroupEvidence, variance: number): number {
  const { seen, expected, noise } = group
  if (expected <= 0 || variance <= 0) return 1
  const signal = variance * expected ** 2
  const trust = signal / (signal + expected + noise)
  return Math.max(LEAST_FACTOR, 1 + trust * (seen / expected - 1))
}

/** Fewer groups cannot tell how unlike groups are. */
const LEAST_GROUPS = 3
const LEAST_FACTOR = 0.05
