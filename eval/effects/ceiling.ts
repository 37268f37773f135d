import { chanceFrom } from '../chance.ts'
import type { EffectWorld } from './drifting-account.ts'
import type { Day } from './entity-days.ts'
import type { PlantedChange } from './planted-changes.ts'

/**
 * What could be told of one entity at best: by an observer who knows what it would have been expected to do but for as many others as
 * there are, how far entities of this world drift and how its days vary, and doubts the worth as the product does. He lacks only
 * the entity's own drift, and errs in 2.5 % each way where nothing was changed. True where he sees the gain.
 */
export function isSeenAtBest(
  change: PlantedChange,
  world: EffectWorld,
  weeksBefore: number,
): boolean {
  return chanceOfLoss(change, world, weeksBefore) < 0.025
}

/** P(net < 0) as he sees it. */
export function chanceOfLoss(
  { changed, untouched, worth }: PlantedChange,
  world: EffectWorld,
  weeksBefore: number,
): number {
  const before = sumOf(changed.slice(0, weeksBefore * 7))
  const after = sumOf(changed.slice(weeksBefore * 7))
  const apart = Math.sqrt(1 + 1 / untouched.length)
  const [clicks, rate, price] = [world.level.clicks, world.level.rate, world.prices].map(
    (sd) => sd * apart,
  ) as [number, number, number]
  const ofSales = ({ clicks, conversions }: Day) =>
    Math.sqrt((SALES + (CLICKS * conversions) / clicks) / (conversions || 0.5))
  const [sold, had] = [ofSales(before), ofSales(after)]
  let losses = 0
  for (const [a, b, c, d, e, f] of keptNormals()) {
    const wouldSell = before.conversions * Math.exp(clicks * a + rate * b + sold * c)
    const wouldCost = before.cost * Math.exp(clicks * a + price * d)
    const value = worth * Math.exp(DOUBT * e)
    const net =
      value * (after.conversions * Math.exp(had * f) - wouldSell) - (after.cost - wouldCost)
    if (net < 0) losses++
  }
  return losses / DRAWS
}

/** Variance over mean of conversions given the clicks, and of clicks, on average of the entities. */
const SALES = 1.4
const CLICKS = 1.6
/** Of what a conversion is worth, sd of the logarithm, as the product is told. */
const DOUBT = 0.1

const DRAWS = 10_000
type Normals = readonly [number, number, number, number, number, number]
let kept: Normals[] | null = null

/** Each with its mirror image. */
function keptNormals(): Normals[] {
  if (kept) return kept
  const { normal } = chanceFrom('ceiling')
  const half = Array.from(
    { length: DRAWS / 2 },
    (): Normals => [normal(), normal(), normal(), normal(), normal(), normal()],
  )
  kept = half.flatMap((one) => [one, one.map((z) => -z) as unknown as Normals])
  return kept
}

function sumOf(days: readonly Day[]): Day {
  return days.reduce((a, b) => ({
    clicks: a.clicks + b.clicks,
    cost: a.cost + b.cost,
    conversions: a.conversions + b.conversions,
  }))
}
