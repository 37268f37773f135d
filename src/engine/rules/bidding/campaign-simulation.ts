import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { BudgetExponent } from '../../account/budget-exponent.ts'
import type { CampaignSimulation, PortfolioSimulation } from '../../account/inventory.ts'
import { newest, type Point, simulationOf } from '../../account/simulations.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { likelyExponent } from '../../statistics/budget-response.ts'
import type { Exponent } from '../../statistics/learned-exponents.ts'
import { drawNormal, type Uniforms } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { TargetUsers } from './target-users.ts'

/** Google tells a portfolio's for all its campaigns together. */
export function targetSimulationOf(
  snapshot: AccountSnapshot,
  { campaign, portfolio }: TargetUsers,
  type: 'TARGET_CPA' | 'TARGET_ROAS' = 'TARGET_CPA',
): CampaignSimulation | PortfolioSimulation | null {
  if (!portfolio) return simulationOf(snapshot, campaign.id, type)
  const own = snapshot.inventory?.portfolioSimulations?.filter(
    (one) => one.portfolioId === portfolio.id && one.type === type,
  )
  return newest(own)
}

/**
 * Exponent of conversions ~ cost^theta by least squares of the logarithms; null with fewer than three points that cost
 * different amounts. Above 1 would mean the next euro beats today's: cut there.
 */
export function simulatedElasticity(points: readonly Point[]): number | null {
  const usable = points
    .filter(({ costMicros, conversionsMicros }) => costMicros > 0 && conversionsMicros > 0)
    .map(({ costMicros, conversionsMicros }) => ({
      x: Math.log(costMicros),
      y: Math.log(conversionsMicros),
    }))
  if (usable.length < 3) return null
  const mean = (of: (point: { x: number; y: number }) => number) =>
    usable.reduce((sum, point) => sum + of(point), 0) / usable.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const spread = mean((point) => (point.x - x) ** 2)
  if (spread < 1e-6) return null
  const slope = mean((point) => (point.x - x) * (point.y - y)) / spread
  return Math.min(1, Math.max(0, slope))
}

/** What added money is expected to bring. */
export type ExpectedResponse = {
  /** From Google's budget simulation; null: as is believed. */
  simulated: Exponent | null
  believed: BudgetExponent
}

/** The exponent of conversions over spend. */
export function expectedElasticity({ simulated, believed }: ExpectedResponse): number {
  return simulated?.mean ?? likelyExponent(believed)
}

/** How conversions follow a campaign's budget where Google's curve tells: where it bids, beside what is believed of it anyway. */
export function simulatedBudget(
  snapshot: AccountSnapshot,
  campaign: CampaignFacts<never>,
  believed: BudgetExponent,
): Exponent | null {
  if (isSmartBidding(campaign)) return believed.isSimulated ? believed : null
  const points = simulationOf(snapshot, campaign.id, 'BUDGET')?.points ?? []
  const mean = simulatedElasticity(points)
  return mean === null ? null : { mean, sd: THRESHOLDS.simulationElasticitySd.value }
}

/** Google's curve is no certainty either. */
export function drawSimulatedElasticity(next: Uniforms, { mean, sd }: Exponent): number {
  const drawn = mean + sd * drawNormal(next)
  return Math.min(1, Math.max(0.01, drawn))
}
