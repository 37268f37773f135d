import type { BidStep, RecentSums, Traffic } from '#engine/account/snapshot.ts'
import { recentFrom } from '#engine/account/window.ts'
import { drawNormal, type Uniforms, uniformsFrom } from '#engine/statistics/random.ts'
import { addDays, daysInRange } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { drawBinomial, drawCount } from '../draws.ts'
import { WINDOW, WINDOW_DAYS } from './calendar.ts'
import { driftFactor } from './months.ts'
import { DISPERSION } from './populations.ts'
import { CREDIT } from './traffic.ts'
import type { Campaign, Unit, World } from './world.ts'

/** What each unit brought in the newest third of the window: rates hold still here, and only these figures show it. */
export function recentOf(world: World): (units: readonly Unit[]) => RecentSums {
  const next = uniformsFrom(`recent ${world.variant.name} ${world.seed}`)
  const campaigns = new Map(world.campaigns.map((campaign) => [campaign.id, campaign]))
  const known = new Map(
    world.units.map((unit) => [unit, lateOf(next, unit, campaigns.get(unit.campaignId)!)]),
  )
  return (units) => ({
    clicks: units.reduce((sum, unit) => sum + known.get(unit)!.clicks, 0),
    conversionsMicros: units.reduce((sum, unit) => sum + known.get(unit)!.conversionsMicros, 0),
  })
}

function lateOf(next: Uniforms, { clicks, conversions }: Unit, { calendar }: Campaign): RecentSums {
  const inLate = (shares: readonly number[]) =>
    shares.slice(WINDOW_DAYS - LATE_DAYS, WINDOW_DAYS).reduce((sum, share) => sum + share, 0)
  const [ofClicks, ofConversions] = [inLate(calendar.clicks), inLate(calendar.conversions)]
  const late = drawBinomial(next, clicks, ofClicks)
  // Conversions come from the clicks there were, counted more or less well.
  const weighed = (late * ofConversions) / ofClicks
  const rest = ((clicks - late) * (1 - ofConversions)) / (1 - ofClicks)
  // As unlike as they are, credits vary as so many equal ones.
  const credits = conversions > 0 ? Math.max(1, Math.round(conversions / CREDIT.spread)) : 0
  const own = drawBinomial(next, credits, weighed / (weighed + rest))
  return {
    clicks: late,
    conversionsMicros: credits > 0 ? Math.round((conversions * MICROS * own) / credits) : 0,
  }
}

const LATE_DAYS = daysInRange(recentFrom(WINDOW), WINDOW.to)

/**
 * Before the window some bids of a campaign were changed on one day: what came of it is all that shows how clicks and their
 * price follow a bid.
 */
export function bidStepsOf(
  world: World,
  bidMicrosOf: (units: readonly Unit[]) => number,
): BidStep[] {
  const next = uniformsFrom(`bid steps ${world.variant.name} ${world.seed}`)
  return world.campaigns.flatMap((campaign): BidStep[] => {
    if (campaign.kind !== 'manual' || next() >= STEPPED) return []
    const own = world.units.filter(({ campaignId }) => campaignId === campaign.id)
    const keywords = Map.groupBy(own, (unit) => `${unit.adGroupId} ${unit.criterionId}`)
    const moved = [...keywords.values()].map((units) => {
      const step = next() < MOVED ? (next() < 0.5 ? 0.8 : 1.25) : 1
      return { units, step, ...aroundDay(next, units, campaign, step) }
    })
    const rest = moved.filter(({ step }) => step === 1)
    const changed = moved
      .filter(({ step }) => step !== 1)
      .map(({ units, step, before, after }) => {
        const { adGroupId, criterionId } = units[0]!
        const toMicros = bidMicrosOf(units)
        const fromMicros = Math.round(toMicros / step)
        return { adGroupId, criterionId, fromMicros, toMicros, before, after }
      })
    const sumOf = (of: (one: (typeof rest)[number]) => Traffic) => added(rest.map(of))
    return [
      {
        campaignId: campaign.id,
        day: addDays(WINDOW.from, -SPAN_DAYS),
        changed,
        rest: { before: sumOf(({ before }) => before), after: sumOf(({ after }) => after) },
      },
    ]
  })
}

/** Share of campaigns that have such a day (17 % of 500 accounts changed nothing in 30 days), and of their bids then. */
const STEPPED = 0.83
const MOVED = 0.5
/** Before a change of a bid and after it, as the product reads them. */
const SPAN_DAYS = 14
/** sd of ln of what a click costs, from one month to the next (MobileAds: .11). */
const PRICE_DRIFT = 0.11

function aroundDay(
  next: Uniforms,
  units: readonly Unit[],
  { bids: { eta, kappa } }: Campaign,
  step: number,
) {
  const trafficAt = (multiplier: number): Traffic =>
    added(
      units.map(({ meanClicks, cpc }) => {
        const volume = driftFactor(next) * meanClicks * (SPAN_DAYS / WINDOW_DAYS)
        const clicks = drawCount(next, volume * multiplier ** eta, DISPERSION)
        const price = cpc * multiplier ** kappa * Math.exp(PRICE_DRIFT * drawNormal(next))
        return { clicks, costMicros: Math.round(clicks * price * MICROS) }
      }),
    )
  return { before: trafficAt(1 / step), after: trafficAt(1) }
}

function added(rows: readonly Traffic[]): Traffic {
  return {
    clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
    costMicros: rows.reduce((sum, { costMicros }) => sum + costMicros, 0),
  }
}
