import type { ConversionEvent, DayInput, DayTraffic } from './day-traffic.ts'
import type { Demand } from './demand.ts'
import { binomial, lognormal, mix, pick, unit } from './random.ts'
import { HOUR_SHARES } from './reference.ts'
import type { ConversionAction } from './structure.ts'
import type { Trade } from './vocabulary/trade.ts'

/** Credits seen under data-driven attribution when several clicks share a conversion. */
const SHARED_CREDITS = [250_000, 333_333, 500_000, 660_000, 750_000]
const SHARED = 0.2
/** Share of the conversions that a second tag does not see. */
const TWIN_MISSES = 0.03

/** The conversions of a day's clicks, whenever they are reported. Secondary actions included. */
export function conversionEvents(
  traffic: Omit<DayTraffic, 'events'>,
  { demand, hours, conversions: { actions, economics } }: DayInput,
): ConversionEvent[] {
  const events: ConversionEvent[] = []
  const primary = actions.reduce((sum, action) => sum + (action.primary ? action.rate : 0), 0)
  const shares = actions.map((a) => (a.primary ? a.rate / primary : a.rate))
  for (let row = 0; row < traffic.clicks.length; row++) {
    const clicks = traffic.clicks[row] as number
    if (clicks === 0) continue
    const search = demand[traffic.demandAt[row] as number] as Demand
    if (search.cvr === 0) continue
    shares.forEach((share, action) => {
      const key = mix(search.key, traffic.day, 50 + original(action, actions))
      const count = binomial(clicks, Math.min(0.9, search.cvr * share), key)
      for (let i = 0; i < count; i++) {
        const event = makeEvent(row, action, mix(key, i, 60), search, economics)
        if (actions[action]?.twinOf && unit(mix(event.key, 7)) < TWIN_MISSES) continue
        if (hours >= 24 || (event.lagDays === 0 && hourOf(event.key) < hours)) events.push(event)
      }
    })
  }
  return events
}

/** A twin reports the very same events. */
function original(action: number, actions: readonly ConversionAction[]): number {
  const name = actions[action]?.twinOf
  return name === undefined ? action : actions.findIndex((other) => other.name === name)
}

function makeEvent(
  row: number,
  action: number,
  key: number,
  search: Demand,
  economics: Trade['economics'],
): ConversionEvent {
  const credit = unit(mix(key, 1)) < SHARED ? pick(SHARED_CREDITS, key, 2) : 1_000_000
  const value = search.value > 0 ? search.value * lognormal(0.45, key, 3) : 0
  const cents = Math.round((value * 100 * credit) / 1e6)
  return { row, action, credit, valueMicros: cents * 10_000, lagDays: lagOf(key, economics), key }
}

function lagOf(key: number, economics: Trade['economics']): number {
  if (unit(mix(key, 4)) < economics.sameDay) return 0
  const lag = 1 + Math.floor(-Math.log(unit(mix(key, 5))) * economics.lagDays)
  return Math.min(lag, economics.maxLagDays)
}

function hourOf(key: number): number {
  let left = unit(mix(key, 6))
  for (let hour = 0; hour < 24; hour++) {
    left -= HOUR_SHARES[hour] as number
    if (left < 0) return hour
  }
  return 23
}
