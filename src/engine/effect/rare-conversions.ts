import { studentQuantile } from './ratio-of-ratios.ts'

type Counts = { clicks: number; conversions: number }
/** Of all units of either half, in the windows before and after. */
type BothHalves = Record<'now' | 'later', Record<'before' | 'after', Counts>>

/**
 * How much further than the coins say the conversions gained may lie, down and up, for the few that there were. A unit that sold nothing looks
 * the same whichever way its coin falls, yet of what was to be sold none may have come by chance. Bounds of a mean are those at which a count
 * varies as that mean would let it (Wilson's, 1927, of a Poisson count), where the coins let it vary as the count itself does; all
 * four counts together as their squares add up (Zou & Donner, 2008).
 */
export function rareReach(
  { now, later }: BothHalves,
  { growth, soldDispersion }: { growth: number; soldDispersion: number },
  error: number,
): { down: number; up: number } {
  const scatter = soldDispersion * studentQuantile(error, Number.POSITIVE_INFINITY) ** 2
  const beyond = (arm: Counts, side: 1 | -1) => beyondCoins(arm, scatter, side)
  const square = (side: 1 | -1) =>
    beyond(now.after, side) +
    beyond(later.after, -side as 1 | -1) +
    growth ** 2 * (beyond(now.before, -side as 1 | -1) + beyond(later.before, side))
  return { down: Math.sqrt(Math.max(0, square(-1))), up: Math.sqrt(Math.max(0, square(1))) }
}

/** Square of the distance to the bound on that side, less what the coins hold of it already. */
function beyondCoins({ clicks, conversions }: Counts, scatter: number, side: 1 | -1): number {
  const held = scatter * Math.max(0, conversions)
  const far = Math.abs((side * scatter) / 2 + Math.sqrt(held + (scatter / 2) ** 2))
  // What had next to no clicks could not sell much more.
  const reach = side === 1 ? Math.min(far, Math.max(clicks, Math.sqrt(held))) : far
  return reach ** 2 - held
}
