import { conversionEvents } from './conversions.ts'
import type { ConversionEvent, Counts, DayInput, DayTraffic } from './day-traffic.ts'
import type { Demand } from './demand.ts'
import type { Plan } from './plan.ts'
import { binomial, lognormal, mix, negativeBinomial, normal, unit } from './random.ts'
import { HOUR_SHARES } from './reference.ts'

/** Variance of daily searches relative to their mean. */
const OVERDISPERSION = 1.5

/** The same input gives the same day, independent of what was computed before. */
export function computeDay(input: DayInput): DayTraffic {
  const { plan, demand, day } = input
  const searches = drawSearches(input)
  const served = servedShares(input, searches)
  const gone = HOUR_SHARES.slice(0, input.hours).reduce((sum, share) => sum + share, 0)
  if (scratch.cost.length < demand.length) scratch = rowsOf(demand.length)
  const rows = scratch
  let size = 0
  for (let u = 0; u < demand.length; u++) {
    const eligible = searches[u] as number
    if (eligible === 0) continue
    const key = mix((demand[u] as Demand).key, day)
    const share = served[plan.campaign[u] as number] as number
    drawRow(rows, size, u, key, eligible, share, plan)
    if (input.hours < 24) cutToHours(rows, size, key, gone)
    if ((rows.eligible[size] as number) > 0) size++
  }
  const traffic = { day, plan, ...slice(rows, size), events: [] as ConversionEvent[] }
  traffic.events = conversionEvents(traffic, input)
  return traffic
}

function drawSearches({ plan, demand, day, seed, season }: DayInput): Int32Array {
  const moods = plan.campaigns.map((campaign) => lognormal(0.08, seed, campaign.id, day))
  return Int32Array.from(demand, (search, u) => {
    const campaign = plan.campaign[u] as number
    if (campaign < 0) return 0
    const mean = (plan.volume[u] as number) * season * (moods[campaign] as number)
    return negativeBinomial(mean, OVERDISPERSION, mix(search.key, day, 1))
  })
}

/** Share of the day each campaign can pay for: its budget against what all its searches would cost. */
function servedShares({ plan, day, seed }: DayInput, searches: Int32Array): number[] {
  const wanted = new Array<number>(plan.budgets.length).fill(0)
  for (let u = 0; u < searches.length; u++) {
    if (searches[u] === 0) continue
    const budget = plan.campaigns[plan.campaign[u] as number]?.budget ?? 0
    const clicks = (searches[u] as number) * (plan.win[u] as number) * (plan.ctr[u] as number)
    wanted[budget] = (wanted[budget] as number) + clicks * (plan.cpc[u] as number)
  }
  const shares = plan.budgets.map((amount, i) => {
    const pace = 1 + 0.04 * normal(seed, i, day)
    return Math.min(1, (amount * pace) / Math.max(wanted[i] as number, 1))
  })
  return plan.campaigns.map((campaign) => shares[campaign.budget] ?? 1)
}

type Rows = Omit<DayTraffic, 'day' | 'plan' | 'events'>

type Written = Record<Exclude<keyof Rows, 'cost'>, Int32Array> & { cost: Float64Array }

/** Written over by each day: its own would be 300 kB of garbage beside what is kept of it. */
let scratch = rowsOf(0)

function rowsOf(size: number): Written {
  return {
    demandAt: new Int32Array(size),
    eligible: new Int32Array(size),
    impressions: new Int32Array(size),
    clicks: new Int32Array(size),
    cost: new Float64Array(size),
    lostToBudget: new Int32Array(size),
    lostToRank: new Int32Array(size),
    top: new Int32Array(size),
    absoluteTop: new Int32Array(size),
  }
}

function slice(rows: Written, size: number): Rows {
  return {
    demandAt: compact(rows.demandAt, size),
    eligible: compact(rows.eligible, size),
    impressions: compact(rows.impressions, size),
    clicks: compact(rows.clicks, size),
    cost: rows.cost.slice(0, size),
    lostToBudget: compact(rows.lostToBudget, size),
    lostToRank: compact(rows.lostToRank, size),
    top: compact(rows.top, size),
    absoluteTop: compact(rows.absoluteTop, size),
  }
}

const MOST_IN_16_BITS = 0xffff

/** One search is seldom made 65,536 times a day, and hundreds of days are kept. */
function compact(counts: Int32Array, size: number): Counts {
  for (let row = 0; row < size; row++)
    if ((counts[row] as number) > MOST_IN_16_BITS) return counts.slice(0, size)
  return new Uint16Array(counts.subarray(0, size))
}

function drawRow(
  rows: Written,
  at: number,
  u: number,
  key: number,
  eligible: number,
  share: number,
  plan: Plan,
): void {
  const affordable = share < 1 ? binomial(eligible, share, mix(key, 2)) : eligible
  const impressions = binomial(affordable, plan.win[u] as number, mix(key, 3))
  const clicks = binomial(impressions, plan.ctr[u] as number, mix(key, 4))
  const top = binomial(impressions, plan.top[u] as number, mix(key, 5))
  rows.demandAt[at] = u
  rows.eligible[at] = eligible
  rows.impressions[at] = impressions
  rows.clicks[at] = clicks
  // Every click is charged in whole cents.
  const cents = ((plan.cpc[u] as number) / 10_000) * (clicks ? lognormal(0.15, key, 6) : 0)
  rows.cost[at] = clicks ? Math.max(clicks, Math.round(clicks * cents)) * 10_000 : 0
  rows.lostToBudget[at] = eligible - affordable
  rows.lostToRank[at] = affordable - impressions
  rows.top[at] = top
  rows.absoluteTop[at] = binomial(top, plan.absoluteTop[u] as number, mix(key, 7))
}

/** What of a whole day's row has happened so far; never shrinks as the day goes on. */
function cutToHours(rows: Written, at: number, key: number, gone: number): void {
  const so = (count: number, purpose: number) =>
    Math.floor(count * gone + unit(mix(key, purpose)) * (1 - 1e-9))
  const clicks = rows.clicks[at] as number
  const impressions = so(rows.impressions[at] as number, 21)
  const clicked = Math.min(impressions, so(clicks, 21))
  const cents = (rows.cost[at] as number) / 10_000
  rows.cost[at] = clicked ? Math.round((cents * clicked) / clicks) * 10_000 : 0
  rows.clicks[at] = clicked
  rows.impressions[at] = impressions
  rows.lostToBudget[at] = so(rows.lostToBudget[at] as number, 22)
  rows.lostToRank[at] = so(rows.lostToRank[at] as number, 23)
  rows.top[at] = Math.min(impressions, so(rows.top[at] as number, 21))
  rows.absoluteTop[at] = Math.min(rows.top[at] as number, so(rows.absoluteTop[at] as number, 21))
  rows.eligible[at] =
    impressions + (rows.lostToBudget[at] as number) + (rows.lostToRank[at] as number)
}
