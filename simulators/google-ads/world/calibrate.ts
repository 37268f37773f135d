import type { Blueprint } from './blueprint.ts'
import { toBillable } from './build-account.ts'
import type { Demand } from './demand.ts'
import { compilePlan, type Plan } from './plan.ts'
import type { CampaignPlan } from './vocabulary/trade.ts'

/** Share of clicks whose search terms Google shows (observed: about half). */
const VISIBLE_CLICKS = 0.5
const PLANT_WINDOW_DAYS = 90

/**
 * Turns relative volumes into searches per day, so that every campaign gets the clicks its plan says, planted
 * searches enough of them to be proven, and budgets their amounts. Changes `demand` and the budgets in place.
 */
export function calibrate(blueprint: Blueprint, demand: Demand[]): void {
  const plan = compilePlan(blueprint, blueprint.state, demand)
  const rates = clickRates(plan)
  plantVolumes(blueprint, demand, plan, rates)
  scaleCampaigns(blueprint, demand, plan, rates)
  setBudgets(blueprint, demand, plan, rates)
  markVisible(demand, plan, rates)
}

/** Expected clicks per search, devices included. */
function clickRates(plan: Plan): Float64Array {
  return plan.win.map((win, u) => {
    const campaign = plan.campaigns[plan.campaign[u] as number]
    const devices = campaign?.deviceWeights.reduce((sum, weight) => sum + weight, 0) ?? 0
    return win * (plan.ctr[u] as number) * devices
  })
}

function plantVolumes(
  { trade }: Blueprint,
  demand: Demand[],
  plan: Plan,
  rates: Float64Array,
): void {
  const base = conversionRates(demand, plan, rates)
  const account = base.get(-1) ?? trade.economics.cvr
  demand.forEach((search, u) => {
    if (!search.plant) return
    const rate = rates[u] as number
    if (rate === 0) throw new Error(`Nothing serves the planted search ${search.text}`)
    const p0 = Math.min(account, base.get(plan.campaign[u] as number) ?? account)
    // Evidence gates: no conversion in 3/p0 clicks for a term, 5/p0 for a keyword.
    const clicks =
      search.plant === 'waste' ? 7 / p0 : search.plant === 'dead' ? 9 / p0 : 15 / search.cvr
    search.volume = clicks / PLANT_WINDOW_DAYS / rate
  })
}

/** Conversions per click by campaign index; −1: all. */
function conversionRates(demand: readonly Demand[], plan: Plan, rates: Float64Array) {
  const sums = new Map<number, { clicks: number; conversions: number }>()
  demand.forEach((search, u) => {
    const campaign = plan.campaign[u] as number
    if (search.plant || campaign < 0) return
    const clicks = search.volume * (rates[u] as number)
    for (const key of [campaign, -1]) {
      const sum = sums.get(key) ?? { clicks: 0, conversions: 0 }
      sum.clicks += clicks
      sum.conversions += clicks * search.cvr
      sums.set(key, sum)
    }
  })
  return new Map([...sums].map(([key, sum]) => [key, sum.conversions / sum.clicks]))
}

function scaleCampaigns(
  { trade }: Blueprint,
  demand: Demand[],
  plan: Plan,
  rates: Float64Array,
): void {
  const natural = new Array<number>(plan.campaigns.length).fill(0)
  const fixed = new Array<number>(plan.campaigns.length).fill(0)
  demand.forEach((search, u) => {
    const campaign = plan.campaign[u] as number
    if (campaign < 0) return
    const sums = search.plant ? fixed : natural
    sums[campaign] = (sums[campaign] as number) + search.volume * (rates[u] as number)
  })
  const scales = trade.campaigns.map((campaign, i) => {
    const wanted = campaign.clicksPerDay - (fixed[i] as number)
    return Math.max(wanted, campaign.clicksPerDay * 0.3) / Math.max(natural[i] as number, 1e-9)
  })
  demand.forEach((search, u) => {
    if (search.plant) return
    const served = plan.campaign[u] as number
    const home = plan.campaigns.findIndex((campaign) => campaign.id === search.campaignId)
    const scale = scales[served >= 0 ? served : home] ?? 0
    search.volume *= Math.min(scale, 1e6)
  })
}

function setBudgets(
  { state, trade }: Blueprint,
  demand: Demand[],
  plan: Plan,
  rates: Float64Array,
): void {
  const costs = new Array<number>(plan.campaigns.length).fill(0)
  demand.forEach((search, u) => {
    const campaign = plan.campaign[u] as number
    if (campaign < 0) return
    costs[campaign] =
      (costs[campaign] as number) + search.volume * (rates[u] as number) * (plan.cpc[u] as number)
  })
  const amounts = new Map<number, number>()
  plan.campaigns.forEach((campaign, i) => {
    const setUp = trade.campaigns[i] as CampaignPlan
    const cost = (costs[i] as number) || setUp.clicksPerDay * trade.economics.cpc * setUp.cpc * 1e6
    const budgetId = state.campaigns.get(campaign.id)?.budgetId ?? 0
    amounts.set(budgetId, (amounts.get(budgetId) ?? 0) + cost * setUp.headroom)
  })
  for (const [id, amount] of amounts) {
    const budget = state.budgets.get(id)
    // Daily budgets are typed without cents.
    if (budget) budget.amountMicros = toBillable(Math.max(1, Math.round(amount / 1e6)) * 1e6)
  }
}

/** The most searched terms are visible until they carry half of the clicks, per kind of campaign. */
function markVisible(demand: Demand[], plan: Plan, rates: Float64Array): void {
  for (const performanceMax of [false, true]) {
    const terms = demand
      .map((search, u) => ({ search, clicks: search.volume * (rates[u] as number), u }))
      .filter(
        ({ search, u }) =>
          search.text &&
          (plan.campaign[u] as number) >= 0 &&
          (plan.campaigns[plan.campaign[u] as number]?.kind === 'pmax') === performanceMax,
      )
    const total = terms.reduce((sum, term) => sum + term.clicks, 0)
    let shown = terms.reduce((sum, { search, clicks }) => sum + (search.visible ? clicks : 0), 0)
    for (const { search, clicks } of terms.sort((a, b) => b.clicks - a.clicks)) {
      if (shown >= total * VISIBLE_CLICKS) break
      if (search.visible) continue
      search.visible = true
      shown += clicks
    }
  }
}
