import { ratio } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import { hasBudget } from '../../account/known-settings.ts'
import type { AccountSnapshot } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { isLive } from '../keywords/keyword-evidence.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { spendsItsBudget } from './bid-room.ts'
import { type ScatteredCampaigns, scatteredCampaigns } from './scattered-budgets.ts'
import { scatteredTexts } from './scattered-budgets-words.ts'
import { type SharedBudget, unlikeSharedBudgets } from './shared-budgets.ts'
import type { ThinCase } from './thin-budgets-words.ts'
import * as words from './thin-budgets-words.ts'

/** Budgets that cannot work: too few clicks a day for so many keywords or in too many campaigns, or one purse for unlike ones. */
export const thinBudgets = defineRule({
  name: 'thin-budgets',
  title: 'Presupuestos repartidos en exceso',
  category: 'budget',
  place: 160,
  needs: { levels: ['campaign'], columns: ['clicks', 'costMicros'], settings: ['budgetMicros'] },
  run,
  words,
})

function run(
  snapshot: AccountSnapshot<'campaign', 'clicks' | 'costMicros'>,
  context: Context,
): RuleResult {
  const scattered = scatteredCampaigns(snapshot, context)
  const joined = scattered?.campaigns ?? []
  const thin = thinOf(snapshot, context).filter(({ campaign }) => !isAmong(joined, campaign))
  const findings = [
    ...(scattered ? [scatteredFinding(scattered, context)] : []),
    ...thin.map((one) => thinFinding(one, context)),
    ...unlikeSharedBudgets(snapshot, context).map((one) => sharedFinding(one, context)),
  ]
  return { findings, silence: findings.length > 0 ? null : words.ALL_WELL }
}

function thinOf(
  snapshot: AccountSnapshot<'campaign', 'clicks' | 'costMicros'>,
  context: Context,
): ThinCase[] {
  const { thinClicks, thinKeywords, thinMeasuredClicks } = THRESHOLDS
  const live = new Map<string, number>()
  for (const keyword of snapshot.keywords) {
    if (!isLive(context, keyword)) continue
    live.set(keyword.campaignId, (live.get(keyword.campaignId) ?? 0) + 1)
  }
  return snapshot.campaigns.filter(hasBudget).flatMap((campaign) => {
    const { id, status, budgetMicros, budgetShared, sums } = campaign
    const keywords = live.get(id) ?? 0
    const cpcMicros = ratio(sums.costMicros, sums.clicks)
    const isKnown = !budgetShared && sums.clicks >= thinMeasuredClicks.value
    const isThin = keywords >= thinKeywords.value && budgetMicros < thinClicks.value * cpcMicros
    // Of a budget that is left over neither fewer keywords nor more money buys a click.
    const isSpent = spendsItsBudget(campaign, snapshot, context)
    return status === 'ENABLED' && isKnown && isThin && isSpent
      ? [{ campaign, keywords, cpcMicros }]
      : []
  })
}

const isAmong = (campaigns: readonly { id: string }[], { id }: { id: string }) =>
  campaigns.some((one) => one.id === id)

function scatteredFinding(scattered: ScatteredCampaigns, context: Context): Finding {
  return setupFinding(
    {
      campaignId: null,
      part: scattered.areApart ? 'scattered apart' : 'scattered',
      probability: THRESHOLDS.mostCertain.value,
      priority: 'medium',
    },
    scatteredTexts(context, scattered),
  )
}

function thinFinding(one: ThinCase, context: Context): Finding {
  const { id } = one.campaign
  return setupFinding(
    {
      campaignId: id,
      probability: THRESHOLDS.mostCertain.value,
      priority: 'low',
      acts: [`campaign:${id}:keyword count`],
    },
    words.thinBudgetTexts(context, one),
  )
}

function sharedFinding(one: SharedBudget, context: Context): Finding {
  return setupFinding(
    {
      campaignId: null,
      part: one.budgetId,
      probability: one.probability,
      priority: 'low',
      acts: [`budget:${one.budgetId}:split`],
    },
    words.sharedBudgetTexts(context, one),
  )
}
