import type { Alert } from '#engine/watch/alert.ts'
import { findAlerts } from '#engine/watch/find-alerts.ts'
import { paceOf } from '#engine/watch/pace.ts'
import { daysInRange } from '#shared/dates.ts'
import { atLeast, atMost, between, type LayerOptions, type Metric, noted } from './metric.ts'
import { accountAsKnown } from './watch/as-known.ts'
import {
  drawWorld,
  type Event,
  LAWS,
  type Law,
  type WatchPlan,
  type WatchWorld,
} from './watch/world.ts'

const VOLUMES = [1, 5, 20, 100]
const HISTORY = 150
const WATCHED_DAYS = 30
/** An alert that comes back within these is the same one. */
const SAME_DAYS = 14

/** Alerts of figures outside their band: how many on accounts where nothing happened, and what is found where something did. */
export function watchLayer({ seeds, full }: LayerOptions): Metric[] {
  const count = full ? 40 : 6
  return [
    ...LAWS.map((law) => quiet(law, seeds.first, count)),
    ...LAWS.map((law) => pace(law, seeds.first, count)),
    ...LAWS.flatMap((law) => EVENTS.flatMap((event) => power(law, event, seeds.first, count))),
  ]
}

/** A month of mornings, each with what was known then. */
function quiet(law: Law, first: number, count: number): Metric {
  let told = 0
  let accounts = 0
  for (const conversionsADay of VOLUMES)
    for (let at = 0; at < count; at++) {
      const seed = `quiet ${law} ${conversionsADay} ${first + at}`
      told += alertsTold(drawWorld({ seed, law, conversionsADay, days: HISTORY + WATCHED_DAYS }))
      accounts++
    }
  return atMost(`watch, nothing happened (${law}): alerts an account and month`, told / accounts, 1)
}

function alertsTold(world: WatchWorld): number {
  const seen: { key: string; at: number }[] = []
  let told = 0
  for (let last = HISTORY; last < HISTORY + WATCHED_DAYS; last++)
    for (const alert of findAlerts(accountAsKnown(world, last))) {
      const key = `${alert.campaignId} ${alert.metric} ${alert.seen > alert.expected}`
      const before = seen.find((one) => one.key === key)
      if (before && last - before.at <= SAME_DAYS) before.at = last
      else {
        told++
        seen.push({ key, at: last })
      }
    }
  return told
}

/** On the tenth of a month, held against how it ended. */
function pace(law: Law, first: number, count: number): Metric {
  let within = 0
  let told = 0
  for (const conversionsADay of VOLUMES)
    for (let at = 0; at < 3 * count; at++) {
      const seed = `pace ${law} ${conversionsADay} ${first + at}`
      const { days, sums } = accountAsKnown(
        drawWorld({ seed, law, conversionsADay, days: HISTORY + 40 }),
        HISTORY + 39,
      )
      const now = days.findIndex((day, i) => i >= HISTORY - 25 && day.endsWith('-10'))
      const end = days.findIndex((day, i) => i > now && day.endsWith('-01'))
      const spend = sums.costMicros.slice(0, now)
      const today = days[now]!
      const found = paceOf({ today, spend, todayMicros: 0, budgetMicros: null })
      if (!found.forecast || end < 0) continue
      const came = sums.costMicros.slice(now - 9, end).reduce((sum, one) => sum + one, 0)
      told++
      if (came >= found.forecast.lowMicros && came <= found.forecast.highMicros) within++
    }
  return between(`watch, month's end within its range (${law})`, within / told, 0.72, 0.92)
}

type Planted = {
  name: string
  event: Omit<Event, 'day'>
  cause: string[]
  from: number | null
  target: number
}

const EVENTS: Planted[] = [
  {
    name: 'rate × .4, all',
    event: { kind: 'rate', factor: 0.4 },
    cause: ['rate'],
    from: 20,
    target: 0.8,
  },
  {
    name: 'rate × .2, on mobile',
    event: { kind: 'rate', factor: 0.2, device: 'MOBILE' },
    cause: ['rate'],
    from: 100,
    target: 0.6,
  },
  {
    name: 'impressions × .3, largest campaign',
    event: { kind: 'impressions', factor: 0.3, campaign: 0 },
    cause: ['impressions'],
    from: 5,
    target: 0.8,
  },
  {
    name: 'price × 2, largest campaign',
    event: { kind: 'price', factor: 2, campaign: 0 },
    cause: ['cpc'],
    from: 5,
    target: 0.8,
  },
  {
    name: 'share × .5, largest campaign',
    event: { kind: 'share', factor: 0.5, campaign: 0 },
    cause: ['rank', 'impressions', 'budget'],
    from: 5,
    target: 0.8,
  },
]

/** Where days far out are a part of life, or the event falls among holidays, only a clear break can be told. */
const NOT_ASKED: readonly Law[] = ['bursts', 'sparse', 'holy week']
/** Looked at on the seventh morning after it began. */
const FOUND_AFTER = 6

function power(law: Law, planted: Planted, first: number, count: number): Metric[] {
  return VOLUMES.flatMap((conversionsADay) => {
    let [found, dated, named] = [0, 0, 0]
    for (let at = 0; at < count; at++) {
      const day = HISTORY + (at % 7)
      const seed = `${planted.name} ${law} ${conversionsADay} ${first + at}`
      const plan: WatchPlan = {
        seed,
        law,
        conversionsADay,
        days: day + FOUND_AFTER + 1,
        event: { ...planted.event, day },
      }
      const world = drawWorld(plan)
      const alert = findAlerts(accountAsKnown(world, day + FOUND_AFTER)).find((one) =>
        isOf(one, planted),
      )
      if (!alert) continue
      found++
      if (Math.abs(daysInRange(world.days[day]!, alert.from) - 1) <= 2) dated++
      if (planted.cause.includes(alert.causes[0]?.kind ?? '')) named++
    }
    const name = `watch, ${planted.name} (${law}, ${conversionsADay} conv. a day)`
    const share = found / count
    const { from, target } = planted
    const isAsked = from !== null && conversionsADay >= from && !NOT_ASKED.includes(law)
    return [
      isAsked
        ? atLeast(`${name}: found in a week`, share, target)
        : noted(`${name}: found in a week`, share),
      ...(found > 0
        ? [
            noted(`${name}: day right by 2`, dated / found),
            noted(`${name}: main cause right`, named / found),
          ]
        : []),
    ]
  })
}

/** Of the place where it was planted, or of the account as a whole. */
function isOf({ campaignId }: Alert, { event }: Planted): boolean {
  return (
    campaignId === null || event.campaign === undefined || campaignId === String(event.campaign + 1)
  )
}
