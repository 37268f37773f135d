import type { AccountInventory, CampaignSimulation } from '#engine/account/inventory.ts'
import { addDays, type Day } from '#shared/dates.ts'
import type { Chance } from '../chance.ts'
import type { Account, Campaign } from './account.ts'
import { type Auction, levelOf, type Market, outcomeOf } from './market.ts'
import { auctionsOf, WEEKS, type Weeks } from './weeks.ts'

type Points = CampaignSimulation['points']

/**
 * Google's curves of the last week, of part of the campaigns that sell enough: what other targets would have brought, or
 * other budgets where the budget is what limits. They err: what Google expects of searches it partly counts as sold, the whole
 * curve is steeper or flatter than the truth, and each point lies somewhat off.
 */
export function simulationsOf(
  chance: Chance,
  account: Account,
  weeks: Weeks,
  { market, today }: { market: Market; today: Day },
): NonNullable<AccountInventory['simulations']> {
  const auctions = Map.groupBy(auctionsOf(account, weeks, WEEKS - 1), (one) => one.campaign)
  const believing = chance.uniform()
  const steeper = 0.05 * chance.normal()
  return account.campaigns.flatMap((campaign) => {
    const isShown = chance.happens(0.75)
    const errors = { believing, steeper: steeper + 0.07 * chance.normal() }
    const own = auctions.get(campaign) ?? []
    const at = (changed: Campaign) =>
      weekOf(market, own, levelOf(market, account, changed, own), believing)
    const now = at(campaign)
    if (!isShown || now.conversions < ENOUGH) return []
    const isBound = now.costMicros > 7 * 0.97 * campaign.budgetMicros
    const moved = isBound || campaign.target === undefined ? BUDGETS : TARGETS
    const type = moved === BUDGETS ? 'BUDGET' : TYPES[account.law]
    const points = moved.flatMap((factor) => {
      const changed = changedBy(factor, type, campaign)
      const value = type === 'BUDGET' ? changed.budgetMicros : changed.target!
      const week = pointOf(chance, errors, now, at(changed))
      return week.costMicros > 0
        ? [
            {
              value: type === 'TARGET_ROAS' ? Number(value.toFixed(2)) : Math.round(value),
              ...week,
            },
          ]
        : []
    })
    const [from, to] = [addDays(today, -7), addDays(today, -1)]
    return [{ campaignId: campaign.id, type, from, to, points: inOrder(points) }]
  })
}

/** Conversions of the week below which Google shows no curve. */
const ENOUGH = 5
const BUDGETS = [0.6, 0.8, 1, 1.25, 1.6, 2]
const TARGETS = [0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5]
const TYPES = {
  'target CPA': 'TARGET_CPA',
  'target ROAS': 'TARGET_ROAS',
  'no target': 'BUDGET',
} as const

/** Another target is simulated as if the budget gave room for it. */
function changedBy(factor: number, type: string, campaign: Campaign): Campaign {
  if (type === 'BUDGET') return { ...campaign, budgetMicros: campaign.budgetMicros * factor }
  return { ...campaign, target: campaign.target! * factor, budgetMicros: Number.POSITIVE_INFINITY }
}

type Week = { clicks: number; costMicros: number; conversions: number; valueMicros: number }

/** Of conversions so much as it `believes`, of the rest what is sold. */
function weekOf(
  market: Market,
  auctions: readonly Auction[],
  level: number,
  believing: number,
): Week {
  const week: Week = { clicks: 0, costMicros: 0, conversions: 0, valueMicros: 0 }
  for (const auction of auctions) {
    const { clicks, costMicros } = outcomeOf(market, auction, level, 1)
    const rate = auction.rate ** (1 - believing) * auction.believed ** believing
    week.clicks += 7 * clicks
    week.costMicros += 7 * costMicros
    week.conversions += 7 * clicks * rate
    week.valueMicros += 7 * clicks * rate * auction.valueMicros
  }
  return week
}

function pointOf(chance: Chance, { steeper }: { steeper: number }, now: Week, week: Week) {
  const off = (week.costMicros / now.costMicros) ** steeper * Math.exp(0.015 * chance.normal())
  return {
    clicks: Math.round(week.clicks),
    costMicros: Math.round(week.costMicros / 1e4) * 1e4,
    conversionsMicros: Math.round(week.conversions * off * 100) * 1e4,
    valueMicros: Math.round((week.valueMicros * off) / 1e4) * 1e4,
  }
}

/** More money never brings less. */
function inOrder(points: Points): Points {
  const byCost = points.toSorted((a, b) => a.costMicros - b.costMicros)
  let [conversionsMicros, valueMicros] = [0, 0]
  const rising = byCost.map((point) => {
    conversionsMicros = Math.max(conversionsMicros, point.conversionsMicros)
    valueMicros = Math.max(valueMicros, point.valueMicros)
    return { ...point, conversionsMicros, valueMicros }
  })
  return rising.toSorted((a, b) => a.value - b.value)
}
