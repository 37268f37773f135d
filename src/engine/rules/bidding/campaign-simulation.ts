import type { Day } from '#shared/dates.ts'
import type { CampaignSimulation, PortfolioSimulation } from '../../account/inventory.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import { drawNormal, type Uniforms } from '../../statistics/random.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import type { TargetUsers } from './target-users.ts'

type Point = CampaignSimulation['points'][number]

/** The newest simulation of a kind that Google offers for a campaign. */
export function simulationOf(
  { inventory }: AccountSnapshot,
  campaignId: string,
  type: CampaignSimulation['type'],
): CampaignSimulation | null {
  const own = inventory?.simulations?.filter(
    (one) => one.campaignId === campaignId && one.type === type,
  )
  return newest(own)
}

/** Of a target CPA: Google tells a portfolio's for all its campaigns together. */
export function targetSimulationOf(
  snapshot: AccountSnapshot,
  { campaign, portfolio }: TargetUsers,
): CampaignSimulation | PortfolioSimulation | null {
  if (!portfolio) return simulationOf(snapshot, campaign.id, 'TARGET_CPA')
  const own = snapshot.inventory?.portfolioSimulations?.filter(
    (one) => one.portfolioId === portfolio.id && one.type === 'TARGET_CPA',
  )
  return newest(own)
}

function newest<Simulation extends { to: Day }>(own: readonly Simulation[] = []) {
  return own.toSorted((a, b) => (a.to < b.to ? 1 : -1))[0] ?? null
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

/** Google's curve is no certainty either. */
export function drawSimulatedElasticity(next: Uniforms, elasticity: number): number {
  const drawn = elasticity + THRESHOLDS.simulationElasticitySd.value * drawNormal(next)
  return Math.min(1, Math.max(0.01, drawn))
}

/** Figures of a curve at `value`, between its points; null outside them. */
export function pointAt(points: readonly Point[], value: number): Point | null {
  const above = points.findIndex((point) => point.value >= value - 1e-9)
  const high = points[above]
  if (!high) return null
  const low = points[above - 1]
  if (!low) return Math.abs(high.value - value) <= 1e-6 * value ? high : null
  const share = (value - low.value) / (high.value - low.value)
  const between = (a: number, b: number) => a + share * (b - a)
  return {
    value,
    clicks: between(low.clicks, high.clicks),
    costMicros: between(low.costMicros, high.costMicros),
    conversionsMicros: between(low.conversionsMicros, high.conversionsMicros),
    valueMicros: between(low.valueMicros, high.valueMicros),
  }
}
