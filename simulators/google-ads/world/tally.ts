import type { Measures } from '../account-source.ts'
import type { ConversionEvent, DayTraffic } from './day-traffic.ts'
import { lognormal, mix, unit } from './random.ts'

/** Counts of one entity on one day; whole numbers (micros for money, millionths in the events) so that sums are exact. */
export type Tally = {
  impressions: number
  clicks: number
  cost: number
  eligible: number
  lostToBudget: number
  lostToRank: number
  top: number
  absoluteTop: number
  exactEligible: number
  events: ConversionEvent[]
}

export function emptyTally(): Tally {
  return {
    impressions: 0,
    clicks: 0,
    cost: 0,
    eligible: 0,
    lostToBudget: 0,
    lostToRank: 0,
    top: 0,
    absoluteTop: 0,
    exactEligible: 0,
    events: [],
  }
}

/** The day's rows summed by `keyOf` (−1: leave out), conversions as far as `events` has them. */
export function tallyBy(
  traffic: DayTraffic,
  events: readonly ConversionEvent[],
  size: number,
  keyOf: (row: number) => number,
): (Tally | undefined)[] {
  const tallies = new Array<Tally | undefined>(size)
  const at = (key: number): Tally => {
    let tally = tallies[key]
    if (!tally) {
      tally = emptyTally()
      tallies[key] = tally
    }
    return tally
  }
  for (let row = 0; row < traffic.demandAt.length; row++) {
    const key = keyOf(row)
    if (key >= 0) addRow(at(key), traffic, row)
  }
  for (const event of events) {
    const key = keyOf(event.row)
    if (key >= 0) at(key).events.push(event)
  }
  return tallies
}

/** Adds one search's row; impression share exists for Search and Shopping only. */
export function addRow(tally: Tally, traffic: DayTraffic, row: number): void {
  const u = traffic.demandAt[row] as number
  const { plan } = traffic
  tally.impressions += traffic.impressions[row] as number
  tally.clicks += traffic.clicks[row] as number
  tally.cost += traffic.cost[row] as number
  if (!plan.campaigns[plan.campaign[u] as number]?.searchShare) return
  tally.eligible += traffic.eligible[row] as number
  tally.lostToBudget += traffic.lostToBudget[row] as number
  tally.lostToRank += traffic.lostToRank[row] as number
  tally.top += traffic.top[row] as number
  tally.absoluteTop += traffic.absoluteTop[row] as number
  if (plan.match[u] === 1) tally.exactEligible += traffic.eligible[row] as number
}

export function addTally(into: Tally, tally: Tally): void {
  into.impressions += tally.impressions
  into.clicks += tally.clicks
  into.cost += tally.cost
  into.eligible += tally.eligible
  into.lostToBudget += tally.lostToBudget
  into.lostToRank += tally.lostToRank
  into.top += tally.top
  into.absoluteTop += tally.absoluteTop
  into.exactEligible += tally.exactEligible
  into.events.push(...tally.events)
}

export function measuresOf(tally: Tally, isPrimary: (action: number) => boolean): Measures {
  let credit = 0
  let value = 0
  let allCredit = 0
  for (const event of tally.events) {
    allCredit += event.credit
    if (!isPrimary(event.action)) continue
    credit += event.credit
    value += event.valueMicros
  }
  return {
    impressions: tally.impressions,
    clicks: tally.clicks,
    costMicros: tally.cost,
    conversions: credit / 1e6,
    conversionsValue: value / 1e6,
    allConversions: allCredit / 1e6,
    eligibleImpressions: tally.eligible,
    lostToBudgetImpressions: tally.lostToBudget,
    lostToRankImpressions: tally.lostToRank,
    topImpressions: tally.top,
    absoluteTopImpressions: tally.absoluteTop,
    exactMatchEligibleImpressions: tally.exactEligible,
  }
}

/** A part of an entity (an ad, a device, a city …): its share and how it differs from the whole. */
export type Cell = { share: number; ctr?: number; cpc?: number; cvr?: number }

/** Divides a tally among cells; the parts add up to it exactly. The same seed gives the same parts. */
export function splitTally(whole: Tally, cells: readonly Cell[], seed: number): Tally[] {
  if (cells.length === 1) return [whole]
  const parts = cells.map(emptyTally)
  const shares = cells.map((cell, i) => cell.share * lognormal(0.15, seed, i, 1))
  const impressions = apportion(whole.impressions, shares, unit(mix(seed, 2)))
  const clicks = apportion(
    whole.clicks,
    cells.map((cell, i) => (impressions[i] as number) * (cell.ctr ?? 1)),
    unit(mix(seed, 3)),
  )
  coverClicks(impressions, clicks)
  const cents = apportion(
    whole.cost / 10_000,
    cells.map((cell, i) => (clicks[i] as number) * (cell.cpc ?? 1)),
    0.5,
  )
  const top = apportion(whole.top, impressions, unit(mix(seed, 4)))
  const absoluteTop = apportion(whole.absoluteTop, top, unit(mix(seed, 5)))
  const budget = apportion(whole.lostToBudget, shares, unit(mix(seed, 6)))
  const rank = apportion(whole.lostToRank, shares, unit(mix(seed, 7)))
  const exact = apportion(whole.exactEligible, shares, unit(mix(seed, 8)))
  parts.forEach((part, i) => {
    part.impressions = impressions[i] as number
    part.clicks = clicks[i] as number
    part.cost = (cents[i] as number) * 10_000
    part.top = top[i] as number
    part.absoluteTop = absoluteTop[i] as number
    part.lostToBudget = budget[i] as number
    part.lostToRank = rank[i] as number
    part.exactEligible = exact[i] as number
    if (whole.eligible > 0) part.eligible = part.impressions + part.lostToBudget + part.lostToRank
  })
  placeEvents(whole, parts, cells, seed)
  return parts
}

/** The first of the two parts that `splitTally` would make, without the lists that it makes: of assets there are thousands a day. */
export function splitOff(whole: Tally, cell: Cell, rest: Cell, seed: number): Tally {
  const inCell = cell.share * lognormal(0.15, seed, 0, 1)
  const inRest = rest.share * lognormal(0.15, seed, 1, 1)
  const byShare = (total: number, purpose: number) =>
    firstOfTwo(total, inCell, inRest, unit(mix(seed, purpose)))
  const impressions = byShare(whole.impressions, 2)
  const others = whole.impressions - impressions
  const clicks = firstOfTwo(
    whole.clicks,
    impressions * (cell.ctr ?? 1),
    others * (rest.ctr ?? 1),
    unit(mix(seed, 3)),
  )
  // Then impressions move from one part to the other.
  if (clicks > impressions || whole.clicks - clicks > others)
    return splitTally(whole, [cell, rest], seed)[0] as Tally
  const otherClicks = whole.clicks - clicks
  const cents = firstOfTwo(
    whole.cost / 10_000,
    clicks * (cell.cpc ?? 1),
    otherClicks * (rest.cpc ?? 1),
    0.5,
  )
  const top = firstOfTwo(whole.top, impressions, others, unit(mix(seed, 4)))
  const lostToBudget = byShare(whole.lostToBudget, 6)
  const lostToRank = byShare(whole.lostToRank, 7)
  const part: Tally = {
    impressions,
    clicks,
    cost: cents * 10_000,
    eligible: whole.eligible > 0 ? impressions + lostToBudget + lostToRank : 0,
    lostToBudget,
    lostToRank,
    top,
    absoluteTop: firstOfTwo(whole.absoluteTop, top, whole.top - top, unit(mix(seed, 5))),
    exactEligible: byShare(whole.exactEligible, 8),
    events: [],
  }
  if (whole.events.length > 0) {
    const other = { ...emptyTally(), clicks: otherClicks }
    placeEvents(whole, [part, other], [cell, rest], seed)
  }
  return part
}

/** What `apportion` gives the first of two. */
function firstOfTwo(total: number, first: number, second: number, start: number): number {
  const sum = first + second
  if (total === 0) return 0
  if (sum <= 0 || second <= 0) return total
  return Math.min(total, Math.floor((total * first) / sum + start))
}

/** Whole numbers in proportion to the weights whose sum is `total`: systematic sampling from a random start. */
function apportion(total: number, weights: readonly number[], start: number): number[] {
  const parts = new Array<number>(weights.length).fill(0)
  if (total === 0) return parts
  let sum = 0
  let last = -1
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] as number
    sum += weight
    if (weight > 0) last = i
  }
  if (sum <= 0) {
    parts[0] = total
    return parts
  }
  let cumulated = 0
  let given = 0
  for (let i = 0; i <= last; i++) {
    cumulated += weights[i] as number
    const upTo = i === last ? total : Math.min(total, Math.floor((total * cumulated) / sum + start))
    parts[i] = upTo - given
    given = upTo
  }
  return parts
}

/** No part may have more clicks than impressions: impressions move over from the largest part. */
function coverClicks(impressions: number[], clicks: readonly number[]): void {
  for (let i = 0; i < clicks.length; i++) {
    let missing = (clicks[i] as number) - (impressions[i] as number)
    while (missing > 0) {
      const spare = (at: number) => (impressions[at] as number) - (clicks[at] as number)
      let richest = 0
      for (let at = 1; at < clicks.length; at++) if (spare(at) > spare(richest)) richest = at
      const moved = Math.min(missing, spare(richest))
      if (moved <= 0) return
      impressions[richest] = (impressions[richest] as number) - moved
      impressions[i] = (impressions[i] as number) + moved
      missing -= moved
    }
  }
}

function placeEvents(whole: Tally, parts: Tally[], cells: readonly Cell[], seed: number): void {
  if (whole.events.length === 0) return
  const weights = parts.map((part, i) => part.clicks * (cells[i]?.cvr ?? 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  for (const event of whole.events) {
    let left = unit(mix(event.key, seed)) * total
    let at = weights.findIndex((weight) => {
      left -= weight
      return left < 0
    })
    if (at < 0) at = 0
    ;(parts[at] as Tally).events.push(event)
  }
}
