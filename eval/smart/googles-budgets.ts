import { contextOf } from '#engine/account/context.ts'
import type { CampaignFacts, WholeSnapshot } from '#engine/account/snapshot.ts'
import type { GoogleAdvice, Verdict } from '#engine/second-opinion/advice.ts'
import { secondOpinion } from '#engine/second-opinion/second-opinion.ts'
import { surroundingsOf } from '#engine/second-opinion/surroundings.ts'
import { sayIn } from '#engine/words/say.ts'
import { MICROS } from '#shared/metrics.ts'
import * as spanishNumbers from '#shared/spanish-numbers.ts'
import type { nextMonth } from './next-month.ts'

/** What we say of a raised budget that Google proposes, and what it would truly earn, euros a month. */
export type JudgedBudget = { verdict: Verdict; net: number }

const RAISED = 1.4
/** Rosy: nearly as many conversions more as money. */
const PROMISED = RAISED ** 0.85
const LEAST_LOST = 0.1
const NOTHING = { keywords: new Set<never>(), stops: () => false, networks: new Set<never>() }

/** Google proposes more to every campaign that runs out of its budget. */
export function judgedBudgets(
  snapshot: WholeSnapshot,
  month: ReturnType<typeof nextMonth>,
): JudgedBudget[] {
  const context = contextOf(snapshot, sayIn('EUR', spanishNumbers))
  const counts = { sitelinks: null, callouts: null, liveAds: null }
  const short = snapshot.campaigns.filter(
    ({ impressionShare: own }) => own && own.lostToBudget >= LEAST_LOST * own.eligible,
  )
  return short.map((campaign) => {
    const wanted = Math.round((campaign.budgetMicros ?? 0) * RAISED)
    const advice = raisedBudget(campaign, wanted, context.days)
    const { verdict } = secondOpinion(advice, surroundingsOf(advice, snapshot, context, counts))
    const budgets = new Map([[String(campaign.budgetId), wanted]])
    const net = month.effectOf({ kind: 'budgets', stopped: NOTHING, budgets }) / MICROS
    return { verdict, net }
  })
}

function raisedBudget(campaign: CampaignFacts, wanted: number, days: number): GoogleAdvice {
  const { clicks, costMicros, conversionsMicros } = campaign.sums
  const base = {
    clicks: (clicks * 7) / days,
    costMicros: (costMicros * 7) / days,
    conversions: (conversionsMicros / MICROS) * (7 / days),
  }
  const potential = {
    clicks: base.clicks * PROMISED,
    costMicros: base.costMicros * RAISED,
    conversions: base.conversions * PROMISED,
  }
  return {
    id: campaign.id,
    type: 'CAMPAIGN_BUDGET',
    campaignId: campaign.id,
    adGroupId: null,
    impact: { base, potential },
    proposal: {
      currentBudgetAmountMicros: campaign.budgetMicros,
      recommendedBudgetAmountMicros: wanted,
    },
  }
}
