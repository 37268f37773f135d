import type { FieldRow } from '../../account-source.ts'
import { rebid } from '../auction.ts'
import { dayText, type LocalTime } from '../calendar.ts'
import type { Market } from '../market.ts'
import type { Campaign } from '../structure.ts'
import { addTally, emptyTally, measuresOf, type Tally } from '../tally.ts'
import { lastWeek } from './advice-rows.ts'
import { biddingStrategyFields } from './campaign-fields.ts'
import { inherit, type RowBook } from './row-book.ts'

const BUDGET_FACTORS = [0.6, 0.8, 1, 1.25, 1.6, 2]
const TARGET_FACTORS = [0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.35, 1.5]
/** A campaign that loses more to its budget than this has no room to bid higher. */
const UNLIMITED = 0.02

type Growth = { clicks: number; cost: number; conversions: number }

/** Google's curves over the last seven days: budgets of limited campaigns, targets of those that bid to one. */
export function simulationRows(market: Market, book: RowBook, now: LocalTime): FieldRow[] {
  const week = lastWeek(market, book, now)
  const live = [...book.state.campaigns.values()].filter(({ status }) => status === 'ENABLED')
  return live.flatMap((campaign) => {
    const base = week.get(campaign.id)
    if (!base || base.clicks === 0) return []
    const limited = base.lostToBudget / Math.max(1, base.eligible)
    return [
      ...budgetRow(market, book, campaign, base, limited, now),
      ...(limited <= UNLIMITED ? targetRow(market, book, campaign, base, now) : []),
    ]
  })
}

function budgetRow(
  market: Market,
  book: RowBook,
  campaign: Campaign,
  base: Tally,
  limited: number,
  now: LocalTime,
): FieldRow[] {
  const budget = book.state.budgets.get(campaign.budgetId)
  if (campaign.channel !== 'SEARCH' || !budget || budget.shared) return []
  const wanted = base.cost / (1 - limited)
  // A limited budget buys an even sample of the day, so that twice the money is twice the searches.
  const paid = limited > UNLIMITED ? base.cost : Math.max(base.cost, 7 * budget.amountMicros)
  const points = BUDGET_FACTORS.map((raise) => {
    const growth = Math.min(wanted, paid * raise) / base.cost
    return {
      budgetAmountMicros: String(Math.round((budget.amountMicros * raise) / 10_000) * 10_000),
      ...printed(market, base, { clicks: growth, cost: growth, conversions: growth }),
    }
  })
  return [rowOf(book, campaign, 'BUDGET', now, { 'budget_point_list.points': points })]
}

/** Of a strategy that campaigns share: what all that run on it would bring together. */
export function portfolioSimulationRows(market: Market, book: RowBook, now: LocalTime): FieldRow[] {
  const week = lastWeek(market, book, now)
  const { state, prefix, customer } = book
  const live = [...state.campaigns.values()].filter(({ status }) => status === 'ENABLED')
  const [from, to] = [dayText(now.day - 7), dayText(now.day - 1)]
  return [...state.biddingStrategies.values()].flatMap((strategy) => {
    const users = live.filter(({ biddingStrategyId }) => biddingStrategyId === strategy.id)
    const tallies = users.flatMap(({ id }) => week.get(id) ?? [])
    if (tallies.every(({ clicks }) => clicks === 0)) return []
    if (tallies.some((one) => one.lostToBudget / Math.max(1, one.eligible) > UNLIMITED)) return []
    const base = emptyTally()
    for (const tally of tallies) addTally(base, tally)
    const points = TARGET_FACTORS.map((factor) => ({
      targetCpaMicros: String(Math.round((strategy.targetCpaMicros * factor) / 10_000) * 10_000),
      ...printed(market, base, growthAt(market, users, now, factor)),
    }))
    return [
      inherit(customer, {
        ...biddingStrategyFields(strategy, prefix),
        'bidding_strategy_simulation.resource_name': `${prefix}/biddingStrategySimulations/${strategy.id}~TARGET_CPA~UNIFORM~${from}~${to}`,
        'bidding_strategy_simulation.bidding_strategy_id': BigInt(strategy.id),
        'bidding_strategy_simulation.type': 'TARGET_CPA',
        'bidding_strategy_simulation.modification_method': 'UNIFORM',
        'bidding_strategy_simulation.start_date': from,
        'bidding_strategy_simulation.end_date': to,
        'bidding_strategy_simulation.target_cpa_point_list.points': points,
      }),
    ]
  })
}

/** A target CPA raises every bid in proportion, a target ROAS lowers it. */
function targetRow(
  market: Market,
  book: RowBook,
  campaign: Campaign,
  base: Tally,
  now: LocalTime,
): FieldRow[] {
  const { targetCpaMicros, targetRoas } = campaign
  if (targetCpaMicros !== undefined) {
    const points = TARGET_FACTORS.map((factor) => ({
      targetCpaMicros: String(Math.round((targetCpaMicros * factor) / 10_000) * 10_000),
      ...printed(market, base, growthAt(market, [campaign], now, factor)),
    }))
    return [rowOf(book, campaign, 'TARGET_CPA', now, { 'target_cpa_point_list.points': points })]
  }
  if (targetRoas === undefined) return []
  const points = TARGET_FACTORS.map((factor) => ({
    targetRoas: Math.round(targetRoas * factor * 100) / 100,
    ...printed(market, base, growthAt(market, [campaign], now, 1 / factor)),
  }))
  return [rowOf(book, campaign, 'TARGET_ROAS', now, { 'target_roas_point_list.points': points })]
}

/** What the last week's searches would have brought at `factor` times the bids, by the same auction. */
function growthAt(
  market: Market,
  campaigns: readonly Campaign[],
  now: LocalTime,
  factor: number,
): Growth {
  const ids = new Set(campaigns.map(({ id }) => id))
  const [before, after] = [
    { clicks: 0, cost: 0, conversions: 0 },
    { clicks: 0, cost: 0, conversions: 0 },
  ]
  for (let day = now.day - 7; day < now.day; day++) {
    const traffic = market.traffic(day, now)
    if (!traffic) continue
    const { plan } = traffic
    const own = plan.campaigns.map(({ id }) => ids.has(id))
    for (let row = 0; row < traffic.demandAt.length; row++) {
      const u = traffic.demandAt[row] as number
      if (!own[plan.campaign[u] as number]) continue
      const win = plan.win[u] as number
      const clicks = (traffic.eligible[row] as number) * win * (plan.ctr[u] as number)
      const growth = rebid(win, factor)
      const cpc = plan.cpc[u] as number
      const cvr = market.demand[u]?.cvr ?? 0
      before.clicks += clicks
      before.cost += clicks * cpc
      before.conversions += clicks * cvr
      after.clicks += clicks * growth.clicks
      after.cost += clicks * cpc * growth.cost
      after.conversions += clicks * growth.clicks * cvr
    }
  }
  const growth = (key: keyof Growth) => (before[key] > 0 ? after[key] / before[key] : 1)
  return { clicks: growth('clicks'), cost: growth('cost'), conversions: growth('conversions') }
}

function printed(market: Market, base: Tally, growth: Growth): object {
  const { actions } = market.conversions
  const measures = measuresOf(base, (action) => actions[action]?.primary === true)
  const cents = (micros: number) => String(Math.round(micros / 10_000) * 10_000)
  const hundredths = (value: number) => Math.round(value * 100) / 100
  return {
    clicks: String(Math.round(measures.clicks * growth.clicks)),
    costMicros: cents(measures.costMicros * growth.cost),
    impressions: String(Math.round(measures.impressions * growth.clicks)),
    biddableConversions: hundredths(measures.conversions * growth.conversions),
    biddableConversionsValue: hundredths(measures.conversionsValue * growth.conversions),
  }
}

function rowOf(
  book: RowBook,
  campaign: Campaign,
  type: string,
  now: LocalTime,
  points: Record<string, object[]>,
): FieldRow {
  const [from, to] = [dayText(now.day - 7), dayText(now.day - 1)]
  const [[list, values]] = Object.entries(points) as [[string, object[]]]
  return inherit(book.campaign(campaign.id), {
    'campaign_simulation.resource_name': `${book.prefix}/campaignSimulations/${campaign.id}~${type}~UNIFORM~${from}~${to}`,
    'campaign_simulation.campaign_id': BigInt(campaign.id),
    'campaign_simulation.type': type,
    'campaign_simulation.modification_method': 'UNIFORM',
    'campaign_simulation.start_date': from,
    'campaign_simulation.end_date': to,
    [`campaign_simulation.${list}`]: values,
  })
}
