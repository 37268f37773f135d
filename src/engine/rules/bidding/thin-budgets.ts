import { ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding, RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { isLive } from '../keywords/keyword-evidence.ts'
import { type SharedBudget, unlikeSharedBudgets } from './shared-budgets.ts'
import { sharedBudgetTexts, thinBudgetTexts } from './thin-budgets-words.ts'

const RULE = 'thin-budgets'

export type ThinCase = { campaign: CampaignFacts; keywords: number; cpcMicros: number }

/** Budgets that cannot work: too few clicks a day for so many keywords, or one purse for unlike campaigns. */
export function thinBudgets(snapshot: AccountSnapshot, context: Context): RuleResult {
  const findings = [
    ...thinOf(snapshot, context).map((one) => thinFinding(one, context)),
    ...unlikeSharedBudgets(snapshot, context).map((one) => sharedFinding(one, context)),
  ]
  return { findings, silence: findings.length > 0 ? null : ALL_WELL }
}

const ALL_WELL =
  'Cada presupuesto da para clics suficientes al día, y los compartidos juntan campañas parecidas.'

function thinOf(snapshot: AccountSnapshot, context: Context): ThinCase[] {
  const { thinClicks, thinKeywords, thinMeasuredClicks } = THRESHOLDS
  const live = new Map<string, number>()
  for (const keyword of snapshot.keywords) {
    if (!isLive(context, keyword)) continue
    live.set(keyword.campaignId, (live.get(keyword.campaignId) ?? 0) + 1)
  }
  return snapshot.campaigns.flatMap((campaign) => {
    const { id, status, budgetMicros, budgetShared, sums } = campaign
    const keywords = live.get(id) ?? 0
    const cpcMicros = ratio(sums.costMicros, sums.clicks)
    const isKnown = budgetMicros > 0 && !budgetShared && sums.clicks >= thinMeasuredClicks.value
    const isThin = keywords >= thinKeywords.value && budgetMicros < thinClicks.value * cpcMicros
    return status === 'ENABLED' && isKnown && isThin ? [{ campaign, keywords, cpcMicros }] : []
  })
}

function thinFinding(one: ThinCase, context: Context): Finding {
  const { id } = one.campaign
  return setupFinding(
    {
      rule: RULE,
      categoria: 'presupuesto',
      campaignId: id,
      probability: THRESHOLDS.mostCertain.value,
      priority: 'baja',
      acts: [`campaign:${id}:keyword count`],
    },
    thinBudgetTexts(context, one),
  )
}

function sharedFinding(one: SharedBudget, context: Context): Finding {
  return setupFinding(
    {
      rule: RULE,
      categoria: 'presupuesto',
      campaignId: null,
      part: one.budgetId,
      probability: one.probability,
      priority: 'baja',
      acts: [`budget:${one.budgetId}:split`],
    },
    sharedBudgetTexts(context, one),
  )
}
