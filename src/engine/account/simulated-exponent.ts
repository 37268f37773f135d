import type { Exponent } from '../statistics/learned-exponents.ts'
import { THRESHOLDS } from '../thresholds/thresholds.ts'
import { sharesOf } from './known-settings.ts'
import { type Point, pointAt, simulationOf } from './simulations.ts'
import type { AccountSnapshot, CampaignFacts } from './snapshot.ts'

export type SimulatedExponent = Exponent & { isOfBudget: boolean }

/**
 * How what a campaign bids for follows its cost around today's, by Google's curve of its target, or of its budget where that is
 * what limits it: conversions ~ cost^theta. Null where no curve tells.
 */
export function simulatedExponent(
  snapshot: Pick<AccountSnapshot, 'inventory'>,
  campaign: CampaignFacts<never>,
): SimulatedExponent | null {
  const isLimited = (sharesOf(campaign)?.lostToBudget ?? 0) > 0
  const isHeld = Boolean(campaign.targetCpaMicros || campaign.targetRoas) && !isLimited
  const target = ofTarget(snapshot, campaign)
  const budget = isHeld ? null : ofBudget(snapshot, campaign)
  const told = budget ?? target
  return told && { ...told, isOfBudget: budget !== null }
}

function ofTarget(
  snapshot: Pick<AccountSnapshot, 'inventory'>,
  { id, targetCpaMicros, targetRoas }: CampaignFacts<never>,
): Exponent | null {
  if (targetCpaMicros) {
    const points = simulationOf(snapshot, id, 'TARGET_CPA')?.points ?? []
    return slopeAt(points, targetCpaMicros, 'conversionsMicros')
  }
  if (!targetRoas) return null
  return slopeAt(simulationOf(snapshot, id, 'TARGET_ROAS')?.points ?? [], targetRoas, 'valueMicros')
}

function ofBudget(
  snapshot: Pick<AccountSnapshot, 'inventory'>,
  { id, budgetMicros, biddingStrategyType = '' }: CampaignFacts<never>,
): Exponent | null {
  if (!budgetMicros) return null
  const bought = /ROAS|VALUE/.test(biddingStrategyType) ? 'valueMicros' : 'conversionsMicros'
  return slopeAt(simulationOf(snapshot, id, 'BUDGET')?.points ?? [], budgetMicros, bought)
}

/** By least squares of the logarithms, of points the less the further their cost is from today's. */
function slopeAt(
  points: readonly Point[],
  value: number,
  bought: 'conversionsMicros' | 'valueMicros',
): Exponent | null {
  const now = pointAt(points, value)
  if (!now || now.costMicros <= 0) return null
  const near = points.flatMap((point) => {
    if (point.costMicros <= 0 || point[bought] <= 0) return []
    const x = Math.log(point.costMicros / now.costMicros)
    return [{ x, y: Math.log(point[bought]), weight: Math.exp(-((x / NEAR) ** 2) / 2) }]
  })
  const weights = near.reduce((sum, { weight }) => sum + weight, 0)
  const meanOf = (of: (one: (typeof near)[number]) => number) =>
    near.reduce((sum, one) => sum + one.weight * of(one), 0) / weights
  const [x, y] = [meanOf((one) => one.x), meanOf((one) => one.y)]
  const spread = meanOf((one) => (one.x - x) ** 2)
  if (near.length < 3 || !(spread > LEAST_SPREAD ** 2)) return null
  const slope = meanOf((one) => (one.x - x) * (one.y - y)) / spread
  const missed = meanOf((one) => (one.y - y - slope * (one.x - x)) ** 2)
  const scattered = missed / spread / Math.max(1, near.length - 2)
  return { mean: slope, sd: Math.sqrt(THRESHOLDS.simulatedExponentSd.value ** 2 + scattered) }
}

/** ln of cost, within which a curve is straight enough to tell its slope; and how far apart its points must lie at least. */
const NEAR = 0.4
const LEAST_SPREAD = 0.05
