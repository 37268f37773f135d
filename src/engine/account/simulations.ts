import type { Day } from '#shared/dates.ts'
import type { CampaignSimulation } from './inventory.ts'
import type { AccountSnapshot } from './snapshot.ts'

export type Point = CampaignSimulation['points'][number]

/** The newest simulation of a kind that Google offers for a campaign. */
export function simulationOf(
  { inventory }: Pick<AccountSnapshot, 'inventory'>,
  campaignId: string,
  type: CampaignSimulation['type'],
): CampaignSimulation | null {
  const own = inventory?.simulations?.filter(
    (one) => one.campaignId === campaignId && one.type === type,
  )
  return newest(own)
}

export function newest<Simulation extends { to: Day }>(own: readonly Simulation[] = []) {
  return own.toSorted((a, b) => (a.to < b.to ? 1 : -1))[0] ?? null
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
