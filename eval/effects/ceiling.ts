import type { EffectWorld } from './drifting-account.ts'
import type { Day } from './entity-days.ts'
import type { PlantedChange } from './planted-changes.ts'

/**
 * What could be told of one entity at best: by an observer who knows what it would have been expected to do, how far
 * entities of this world drift and how its days vary, and lacks only its own drift. True where he sees the gain at 5 %.
 */
export function isSeenAtBest(
  { changed, worth }: PlantedChange,
  world: EffectWorld,
  weeksBefore: number,
): boolean {
  const before = sumOf(changed.slice(0, weeksBefore * 7))
  const after = sumOf(changed.slice(weeksBefore * 7))
  const times = (worth * before.conversions) / before.cost
  const chance = (figure: keyof Day, phi: number) => phi / before[figure] + phi / after[figure]
  const ofRate = chance('conversions', 1 + DISPERSION / 4) + world.level.rate ** 2
  const ofClicks = chance('clicks', DISPERSION) + world.level.clicks ** 2
  const variance = times ** 2 * ofRate + (times - 1) ** 2 * ofClicks + PRICES ** 2
  const net = worth * (after.conversions - before.conversions) - (after.cost - before.cost)
  return net > 1.96 * before.cost * Math.sqrt(variance)
}

/** Of clicks, on average of the entities. */
const DISPERSION = 1.6
/** How prices drift, sd of the logarithm. */
const PRICES = 0.03

function sumOf(days: readonly Day[]): Day {
  return days.reduce((a, b) => ({
    clicks: a.clicks + b.clicks,
    cost: a.cost + b.cost,
    conversions: a.conversions + b.conversions,
  }))
}
