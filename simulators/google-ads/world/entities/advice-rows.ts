import type { FieldRow } from '../../account-source.ts'
import { dayText, type LocalTime } from '../calendar.ts'
import { campaignTallies } from '../facts/campaign-facts.ts'
import { factContext } from '../facts/fact-context.ts'
import type { Market } from '../market.ts'
import { recommendationsOf } from '../recommendations.ts'
import { addTally, emptyTally, measuresOf, type Tally } from '../tally.ts'
import { inherit, type RowBook } from './row-book.ts'

/** Exponent of clicks on budget: throttled searches are like those already bought. */
const BUDGET_EXPONENT = 0.85

export function recommendationRows(market: Market, book: RowBook, now: LocalTime): FieldRow[] {
  const week = lastWeek(market, book, now)
  const { handledRecommendations } = book.state
  return recommendationsOf(book.state, book.prefix)
    .filter((r) => handledRecommendations.get(r.resourceName) !== 'APPLIED')
    .map((recommendation) => {
      const { campaignId, type, resourceName } = recommendation
      const budget = type === 'CAMPAIGN_BUDGET' ? recommendation : undefined
      const factor = budget
        ? (budget.amountMicros / budget.budget.amountMicros) ** BUDGET_EXPONENT
        : 1.08
      const base = week.get(campaignId) ?? emptyTally()
      return inherit(book.campaign(campaignId), {
        'recommendation.resource_name': resourceName,
        'recommendation.type': type,
        'recommendation.campaign': `${book.prefix}/campaigns/${campaignId}`,
        'recommendation.campaigns': [`${book.prefix}/campaigns/${campaignId}`],
        'recommendation.dismissed': handledRecommendations.has(resourceName),
        'recommendation.impact': {
          baseMetrics: printedMetrics(market, base, 1),
          potentialMetrics: printedMetrics(market, base, factor),
        },
        ...(budget && {
          'recommendation.campaign_budget': `${book.prefix}/campaignBudgets/${budget.budget.id}`,
          'recommendation.campaign_budget_recommendation': {
            currentBudgetAmountMicros: String(budget.budget.amountMicros),
            recommendedBudgetAmountMicros: String(budget.amountMicros),
          },
        }),
        ...(recommendation.type === 'KEYWORD' && {
          'recommendation.ad_group': `${book.prefix}/adGroups/${recommendation.adGroupId}`,
          'recommendation.keyword_recommendation': {
            keyword: { text: recommendation.text, matchType: 'BROAD' },
          },
        }),
      })
    })
}

function lastWeek(market: Market, book: RowBook, now: LocalTime): Map<number, Tally> {
  const week = new Map<number, Tally>()
  for (let day = now.day - 7; day < now.day; day++) {
    const traffic = market.traffic(day, now)
    if (!traffic) continue
    const wanted = { from: '', to: '', segments: new Set<string>(), now: new Date(0) }
    const context = factContext(market, book, traffic, now, wanted, Number.POSITIVE_INFINITY)
    for (const [i, tally] of campaignTallies(context).entries()) {
      const id = traffic.plan.campaigns[i]?.id ?? 0
      const sum = week.get(id) ?? emptyTally()
      if (tally) addTally(sum, tally)
      week.set(id, sum)
    }
  }
  return week
}

function printedMetrics(market: Market, tally: Tally, factor: number): object {
  const { actions } = market.conversions
  const measures = measuresOf(tally, (action) => actions[action]?.primary === true)
  return {
    impressions: Math.round(measures.impressions * factor),
    clicks: Math.round(measures.clicks * factor),
    costMicros: String(Math.round((measures.costMicros * factor) / 10_000) * 10_000),
    conversions: Math.round(measures.conversions * factor * 100) / 100,
  }
}

/** Budget point curves of campaigns with a budget of their own. */
export function simulationRows(market: Market, book: RowBook, now: LocalTime): FieldRow[] {
  const week = lastWeek(market, book, now)
  return [...book.state.campaigns.values()]
    .filter((campaign) => campaign.status === 'ENABLED' && campaign.channel === 'SEARCH')
    .flatMap((campaign) => {
      const budget = book.state.budgets.get(campaign.budgetId)
      const base = week.get(campaign.id)
      if (!budget || budget.shared || !base) return []
      const limited = base.lostToBudget / Math.max(1, base.eligible)
      const points = [0.6, 0.8, 1, 1.25, 1.6, 2].map((raise) => {
        const reach = raise < 1 || limited > 0.02 ? Math.min(raise, 1 / (1 - limited)) : 1
        return {
          budgetAmountMicros: String(Math.round((budget.amountMicros * raise) / 10_000) * 10_000),
          ...printedMetrics(market, base, reach ** BUDGET_EXPONENT),
        }
      })
      return [
        inherit(book.campaign(campaign.id), {
          'campaign_simulation.resource_name': `${book.prefix}/campaignSimulations/${campaign.id}~BUDGET~UNIFORM~${dayText(now.day - 7)}~${dayText(now.day - 1)}`,
          'campaign_simulation.campaign_id': BigInt(campaign.id),
          'campaign_simulation.type': 'BUDGET',
          'campaign_simulation.modification_method': 'UNIFORM',
          'campaign_simulation.start_date': dayText(now.day - 7),
          'campaign_simulation.end_date': dayText(now.day - 1),
          'campaign_simulation.budget_point_list.points': points,
        }),
      ]
    })
}
