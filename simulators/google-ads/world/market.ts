import type { Blueprint } from './blueprint.ts'
import { buildAccount } from './build-account.ts'
import type { LocalTime } from './calendar.ts'
import { dayNumber, monthPosition, weekdayOf } from './calendar.ts'
import { calibrate } from './calibrate.ts'
import { computeDay } from './day.ts'
import type { ConversionEvent, ConversionModel, DayTraffic } from './day-traffic.ts'
import { buildDemand, type Demand } from './demand.ts'
import { compilePlan, type Plan } from './plan.ts'
import type { AccountState } from './structure.ts'
import type { Trade } from './vocabulary/trade.ts'

/** Days of history before the present. */
export const HISTORY_DAYS = 800
const KEPT_PLANS = 6

export type Market = {
  blueprint: Blueprint
  demand: readonly Demand[]
  conversions: ConversionModel
  /** The account now; changed by `change`. */
  readonly state: AccountState
  /** Counts changes, so that what was derived from the state can be refreshed. */
  revision(): number
  /** Applies a change at once to `state` and from `effectiveDay` on to traffic. */
  change(effectiveDay: number, apply: Change): void
  /** Forgets every change. */
  reset(): void
  /** Undefined before the history and after today. Today ends at the last full hour. */
  traffic(day: number, now: LocalTime): DayTraffic | undefined
  /** Of a day's conversions, those reported by `now`. */
  reported(traffic: DayTraffic, now: LocalTime, brokenFrom: number): readonly ConversionEvent[]
}

type Change = (state: AccountState) => void
type DayCache = {
  get(key: string): DayTraffic | undefined
  set(key: string, traffic: DayTraffic): void
}

type Version = { from: number; changes: number; id: number }

export function createMarket(options: {
  trade: Trade
  seed: number
  firstId: number
  name: string
  cache: DayCache
}): Market {
  const { trade, seed, name, cache } = options
  const blueprint = buildAccount(trade, seed, options.firstId)
  const demand = buildDemand(blueprint, seed)
  calibrate(blueprint, demand)
  const conversions = {
    actions: [...blueprint.state.conversionActions.values()],
    economics: trade.economics,
  }
  const timeline = createTimeline(blueprint, demand)
  return {
    blueprint,
    demand,
    conversions,
    get state() {
      return timeline.state()
    },
    revision: timeline.revision,
    change: timeline.change,
    reset: timeline.reset,
    traffic(day, now) {
      if (day > now.day || day < now.day - HISTORY_DAYS) return undefined
      const hours = day === now.day ? now.hour : 24
      const version = timeline.versionAt(day)
      const key = `${name}|${day}|${hours}|${version.id}`
      let traffic = cache.get(key)
      if (!traffic) {
        const season = seasonFactor(trade.season, day)
        const plan = timeline.planOf(version)
        traffic = computeDay({ plan, demand, day, seed, season, hours, conversions })
        cache.set(key, traffic)
      }
      return traffic
    },
    reported(traffic, now, brokenFrom) {
      const age = now.day - traffic.day
      return traffic.events.filter(
        (event) => event.lagDays <= age && traffic.day + event.lagDays < brokenFrom,
      )
    },
  }
}

/** The account through time: which changes hold on which day, and the plan compiled from them. */
function createTimeline(blueprint: Blueprint, demand: readonly Demand[]) {
  const initial = structuredClone(blueprint.state)
  let state = blueprint.state
  let changes: Change[] = []
  let revision = 0
  let versions: Version[] = [{ from: Number.NEGATIVE_INFINITY, changes: 0, id: 0 }]
  const plans = new Map<number, Plan>()

  function stateAt(version: Version): AccountState {
    if (version.changes === changes.length) return state
    const past = structuredClone(initial)
    for (const apply of changes.slice(0, version.changes)) apply(past)
    return past
  }

  return {
    state: () => state,
    revision: () => revision,
    versionAt: (day: number) => versions.findLast((version) => version.from <= day) as Version,
    planOf(version: Version): Plan {
      let plan = plans.get(version.id)
      if (!plan) {
        plan = compilePlan(blueprint, stateAt(version), demand)
        plans.set(version.id, plan)
        for (const id of plans.keys()) if (plans.size > KEPT_PLANS) plans.delete(id)
      }
      return plan
    },
    change(effectiveDay: number, apply: Change): void {
      apply(state)
      changes.push(apply)
      revision++
      const last = versions.at(-1) as Version
      const next = { from: effectiveDay, changes: changes.length, id: revision }
      if (effectiveDay > last.from) versions.push(next)
      else versions[versions.length - 1] = { ...next, from: last.from }
    },
    reset(): void {
      state = structuredClone(initial)
      changes = []
      revision++
      versions = versions.slice(0, 1)
    },
  }
}

/** Least recently used days up to about `maxBytes`. */
export function createDayCache(maxBytes: number): DayCache {
  const days = new Map<string, DayTraffic>()
  let bytes = 0
  const sizeOf = ({ demandAt, clicks, cost, events }: DayTraffic) =>
    500 + demandAt.byteLength + 7 * clicks.byteLength + cost.byteLength + events.length * 110
  return {
    get(key) {
      const traffic = days.get(key)
      if (traffic) {
        days.delete(key)
        days.set(key, traffic)
      }
      return traffic
    },
    set(key, traffic) {
      days.set(key, traffic)
      bytes += sizeOf(traffic)
      for (const [oldest, old] of days) {
        if (bytes <= maxBytes) break
        days.delete(oldest)
        bytes -= sizeOf(old)
      }
    },
  }
}

const TREND_BASE = dayNumber('2026-06-01')

/** Demand of a day relative to an average day: month (interpolated between mid-months), weekday, slow trend. */
function seasonFactor(season: Trade['season'], day: number): number {
  const position = monthPosition(day) - 0.5
  const before = Math.floor(position)
  const share = position - before
  const month = (at: number) => season.months[(at + 12) % 12] as number
  const seasonal = month(before) * (1 - share) + month(before + 1) * share
  const trend = (1 + season.trendPerYear) ** ((day - TREND_BASE) / 365)
  return seasonal * (season.weekdays[weekdayOf(day)] as number) * trend
}
