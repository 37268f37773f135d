import { type Operation, targetOf } from '#changes/operations.ts'
import { type EffectWindows, effectWindows, LAG_DAYS } from '#engine/effect/effect-windows.ts'
import { LOOK_WEEKS, MOST_WEEKS } from '#engine/effect/looks.ts'
import type { AppliedExperiment } from '#shared/applied-experiment.ts'
import { addDays, type Day, dayInZone, daysInRange } from '#shared/dates.ts'

/** One change of one campaign's bidding, or why that which a card does cannot be tried on half of the searches. */
export type TestedChange = { operation: Operation; campaignId: string } | { refusal: string }

/** Null for a card that has nothing to do with how a campaign bids or what it may spend. */
export function testedChange(operations: readonly Operation[]): TestedChange | null {
  if (operations.some((operation) => 'campaignBudgetOperation' in operation))
    return { refusal: BUDGET }
  if (operations.some((operation) => 'biddingStrategyOperation' in operation))
    return { refusal: PORTFOLIO }
  const bidding = operations.filter(isBidding)
  const [operation] = bidding
  if (!operation) return null
  if (operations.length > 1) return { refusal: SEVERAL }
  return { operation, campaignId: targetOf(operation).resourceName?.split('/').at(-1) ?? '' }
}

const BUDGET = 'De un presupuesto, las dos mitades se reparten el mismo.'
const PORTFOLIO =
  'Un experimento de Google prueba el cambio en una sola campaña, y el objetivo de una cartera de pujas vale para todas las que la usan.'
const SEVERAL =
  'Un experimento de Google prueba un solo cambio en una campaña, y esta recomendación hace varios.'

/** Of a campaign's strategy or target, and of nothing else. */
function isBidding(operation: Operation): boolean {
  if (!('campaignOperation' in operation)) return false
  const { kind, wanted, fields } = targetOf(operation)
  const isOfBids = fields.includes('biddingStrategyType')
  return kind === 'update' && isOfBids && Object.keys(wanted).every((path) => BIDS.test(path))
}

const BIDS = /^(maximize|target|manual|biddingStrategy)/

/** Only what runs can be promoted: after the last look so long is left to decide. */
const DECIDING_DAYS = 14

/** It starts tomorrow, for Google shares out whole days. */
export function experimentDates(today: Day): Pick<AppliedExperiment, 'startsOn' | 'endsOn'> {
  const { readyOn } = experimentWindows(today, MOST_WEEKS)
  return { startsOn: addDays(today, 1), endsOn: addDays(readyOn, DECIDING_DAYS) }
}

/** `madeOn`: the day before the first of the experiment. */
export function experimentWindows(madeOn: Day, weeks: number = LOOK_WEEKS): EffectWindows {
  return effectWindows(madeOn, LAG_DAYS, weeks)
}

/** The day from which on an application is measured. */
export function madeOnOf(
  application: { appliedAt: Date; experiment: AppliedExperiment | null },
  timeZone: string,
): Day {
  const { experiment, appliedAt } = application
  return experiment ? addDays(experiment.startsOn, -1) : dayInZone(appliedAt, timeZone)
}

/** The day of the first look at what it did. */
export function readyOnOf(application: Parameters<typeof madeOnOf>[0], timeZone: string): Day {
  return effectWindows(madeOnOf(application, timeZone), LAG_DAYS).readyOn
}

/** Of the last `most`, those since a campaign was first shown in them; at least one. */
export function weeksShown(
  days: readonly { day: Day; impressions: number }[],
  to: Day,
  most: number,
): number {
  const [first] = days.flatMap(({ day, impressions }) => (impressions > 0 ? [day] : [])).sort()
  return first ? Math.min(most, Math.max(1, daysInRange(first, to) / 7)) : most
}
