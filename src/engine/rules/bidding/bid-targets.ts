import { type Context, isSmartBidding } from '../../account/context.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import type { TargetOff } from './bid-targets-words.ts'
import * as words from './bid-targets-words.ts'
import { chanceCheaper, knownConversions, lostShare } from './campaign-evidence.ts'
import { betterTargets } from './simulated-targets.ts'

/** Targets of Smart Bidding that choke the campaign, or that another value would make worth more. */
export const bidTargets = defineRule({
  name: 'bid-targets',
  title: 'Objetivos de puja',
  category: 'bids',
  place: 170,
  needs: { conversions: 'now', days: 30, levels: ['campaign'], settings: ['biddingStrategyType'] },
  run,
  words,
})

function run(snapshot: AccountSnapshot<'campaign'>, context: Context): RuleResult {
  const own = snapshot.campaigns.filter((one) => hasTarget(one))
  if (own.length === 0) return { findings: [], silence: words.NO_TARGETS }
  const ready = own.filter((one) => isReady(snapshot, one, context))
  if (ready.length === 0) return { findings: [], silence: words.NOT_READY }
  const better = betterTargets(snapshot, ready, context)
  const moved = new Set(better.map(({ campaignId }) => campaignId))
  const off = ready.filter(({ id }) => !moved.has(id)).flatMap((one) => offOf(one, context))
  const accepted = acceptByFalseDiscovery(off, THRESHOLDS.falseDiscoveryRate.value)
  const findings = [
    ...better,
    ...accepted.map((one) =>
      setupFinding(
        {
          campaignId: one.campaign.id,
          part: one.side,
          probability: one.probability,
          priority: 'low',
          acts: [`campaign:${one.campaign.id}:target`],
        },
        words.targetOffTexts(context, one),
      ),
    ),
  ]
  return { findings, silence: findings.length > 0 ? null : words.WELL_SET }
}

function hasTarget(campaign: CampaignFacts): boolean {
  const { status, targetCpaMicros = 0, targetRoas = 0 } = campaign
  return status === 'ENABLED' && isSmartBidding(campaign) && (targetCpaMicros > 0 || targetRoas > 0)
}

/** Not while Google says it is learning. */
function isReady(
  { inventory }: AccountSnapshot<'campaign'>,
  { id, sums }: CampaignFacts,
  context: Context,
) {
  const settings = inventory?.campaignSettings?.find(({ campaignId }) => campaignId === id)
  const isLearning = settings?.biddingSystemStatus?.startsWith('LEARNING') ?? false
  return !isLearning && knownConversions(context, sums) >= THRESHOLDS.targetConversions.value
}

/** Slack only matters where the money runs out: a stricter target buys more with it. */
function offOf(campaign: CampaignFacts, context: Context): TargetOff[] {
  const target = context.askedOf(campaign.id)
  if (!target) return []
  const { targetOff, targetProbability } = THRESHOLDS
  const { sums } = campaign
  const actualMicros = sums.costMicros / knownConversions(context, sums)
  const above = 1 - chanceCheaper(context, sums, target.micros * targetOff.value)
  const below = chanceCheaper(context, sums, target.micros / targetOff.value)
  const isTight = lostShare(campaign, 'budget').atLeast >= THRESHOLDS.budgetLostShare.value
  const shared = { campaign, target, actualMicros, key: campaign.id }
  if (above >= targetProbability.value) {
    return [{ ...shared, side: 'unreachable', probability: above }]
  }
  return below >= targetProbability.value && isTight
    ? [{ ...shared, side: 'slack', probability: below }]
    : []
}
