import type { FieldRow } from '../../account-source.ts'
import type { LocalTime } from '../calendar.ts'
import { campaignTallies } from '../facts/campaign-facts.ts'
import { factContext } from '../facts/fact-context.ts'
import type { Market } from '../market.ts'
import { LOWERED_ROAS, recommendationsOf } from '../recommendations.ts'
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
      const reach = budget
        ? (budget.amountMicros / budget.budget.amountMicros) ** BUDGET_EXPONENT
        : 1
      const promise = budget ? evenly(reach) : PROMISES[type]
      const base = week.get(campaignId) ?? emptyTally()
      return inherit(book.campaign(campaignId), {
        'recommendation.resource_name': resourceName,
        'recommendation.type': type,
        'recommendation.campaign': `${book.prefix}/campaigns/${campaignId}`,
        'recommendation.campaigns': [`${book.prefix}/campaigns/${campaignId}`],
        'recommendation.dismissed': handledRecommendations.has(resourceName),
        ...(promise && {
          'recommendation.impact': {
            baseMetrics: printedMetrics(market, base, evenly(1)),
            potentialMetrics: printedMetrics(market, base, promise),
          },
        }),
        ...(budget && {
          'recommendation.campaign_budget': `${book.prefix}/campaignBudgets/${budget.budget.id}`,
          'recommendation.campaign_budget_recommendation': {
            currentBudgetAmountMicros: String(budget.budget.amountMicros),
            recommendedBudgetAmountMicros: String(budget.amountMicros),
          },
        }),
        ...(recommendation.type === 'TARGET_CPA_OPT_IN' && {
          'recommendation.target_cpa_opt_in_recommendation': {
            recommendedTargetCpaMicros: String(
              paidPerConversion(market, base) ?? recommendation.targetCpaMicros,
            ),
          },
        }),
        ...(recommendation.type === 'LOWER_TARGET_ROAS' && {
          'recommendation.lower_target_roas_recommendation': {
            targetAdjustment: {
              recommendedTargetMultiplier: LOWERED_ROAS,
              currentAverageTargetMicros: String(Math.round(recommendation.targetRoas * 1e6)),
            },
          },
        }),
        ...(recommendation.type === 'RESPONSIVE_SEARCH_AD_IMPROVE_AD_STRENGTH' && {
          'recommendation.ad_group': `${book.prefix}/adGroups/${recommendation.adGroupId}`,
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

export function lastWeek(market: Market, book: RowBook, now: LocalTime): Map<number, Tally> {
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

/** Of a week's figures, what Google promises to come of its advice. */
type Promised = { traffic: number; cost: number; conversions: number }

const evenly = (factor: number): Promised => ({
  traffic: factor,
  cost: factor,
  conversions: factor,
})

/** Rosy as Google's are; none for what it promises nothing of. */
const PROMISES: Record<string, Promised | undefined> = {
  KEYWORD: evenly(1.08),
  SEARCH_PARTNERS_OPT_IN: { traffic: 1.12, cost: 1.09, conversions: 1.05 },
  DISPLAY_EXPANSION_OPT_IN: { traffic: 1.4, cost: 1.2, conversions: 1.06 },
  TARGET_CPA_OPT_IN: { traffic: 1.02, cost: 1.04, conversions: 1.09 },
  LOWER_TARGET_ROAS: { traffic: 1.22, cost: 1.25, conversions: 1.2 },
  OPTIMIZE_AD_ROTATION: { traffic: 1.01, cost: 1.01, conversions: 1.02 },
}

/** Last week's, in whole units of money; undefined without a conversion. */
function paidPerConversion(market: Market, tally: Tally): number | undefined {
  const { actions } = market.conversions
  const { costMicros, conversions } = measuresOf(
    tally,
    (action) => actions[action]?.primary === true,
  )
  return conversions > 0 ? Math.round(costMicros / conversions / 1e6) * 1e6 || 1e6 : undefined
}

function printedMetrics(market: Market, tally: Tally, promise: Promised): object {
  const { actions } = market.conversions
  const measures = measuresOf(tally, (action) => actions[action]?.primary === true)
  return {
    impressions: Math.round(measures.impressions * promise.traffic),
    clicks: Math.round(measures.clicks * promise.traffic),
    costMicros: String(Math.round((measures.costMicros * promise.cost) / 10_000) * 10_000),
    conversions: Math.round(measures.conversions * promise.conversions * 100) / 100,
    conversionsValue: Math.round(measures.conversionsValue * promise.conversions * 100) / 100,
  }
}
