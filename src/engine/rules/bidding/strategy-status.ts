import type { Context } from '../../account/context.ts'
import type { CampaignSettings } from '../../account/inventory.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import type { StatusCase, StrategyProblem } from './strategy-status-words.ts'
import * as words from './strategy-status-words.ts'

/** Bid strategies that Google itself calls misconfigured, or limited by anything but their budget. */
export const strategyStatus = defineRule({
  name: 'strategy-status',
  title: 'Estrategias de puja que Google da por mal configuradas o limitadas',
  category: 'bids',
  place: 95,
  needs: { all: ['campaignSettings'], called: 'los ajustes de las campañas' },
  run,
  words,
})

/** Names by which Google gives no state. */
const UNTOLD = new Set(['MULTIPLE', 'UNAVAILABLE', 'UNKNOWN', 'UNSPECIFIED'])

function run(snapshot: SnapshotWith<'campaignSettings'>, context: Context): RuleResult {
  const settings = new Map(snapshot.inventory.campaignSettings.map((one) => [one.campaignId, one]))
  const active = snapshot.campaigns.filter(({ status }) => status === 'ENABLED')
  const isTold = active.some(({ id }) => {
    const status = settings.get(id)?.biddingSystemStatus
    return status !== undefined && !UNTOLD.has(status)
  })
  const cases = active.flatMap((campaign): StatusCase[] => {
    const own = settings.get(campaign.id)
    const problem = own && problemOf(own)
    return problem ? [{ campaign, problem: words.problemIn(campaign, problem) }] : []
  })
  if (cases.length > 0)
    return { findings: cases.map((one) => findingOf(one, context)), silence: null }
  return { findings: [], silence: isTold ? words.ALL_WELL : words.STATUS_UNKNOWN }
}

/** The strategy's own status says why; the campaign's reasons only that something is. */
function problemOf(settings: CampaignSettings): StrategyProblem | null {
  const { biddingSystemStatus: status = '', primaryStatusReasons: reasons } = settings
  if (words.isProblem(status)) return status
  if (reasons.includes('BIDDING_STRATEGY_MISCONFIGURED')) return 'MULTIPLE_MISCONFIGURED'
  if (reasons.includes('BUDGET_MISCONFIGURED')) return 'BUDGET_MISCONFIGURED'
  const isByBudget = status === 'LIMITED_BY_BUDGET' || reasons.includes('BUDGET_CONSTRAINED')
  return reasons.includes('BIDDING_STRATEGY_LIMITED') && !isByBudget ? 'MULTIPLE_LIMITED' : null
}

function findingOf(one: StatusCase, context: Context): Finding {
  const { campaign, problem } = one
  return setupFinding(
    {
      campaignId: campaign.id,
      part: problem,
      probability: THRESHOLDS.mostCertain.value,
      priority: problem.includes('MISCONFIGURED') ? 'medium' : 'low',
      group: {
        identity: ['group', problem],
        label: campaign.name,
        texts: (parts) => words.strategyStatusGroupTexts(context, problem, parts),
      },
    },
    words.strategyStatusTexts(context, one),
  )
}
