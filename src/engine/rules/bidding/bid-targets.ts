import { type Context, isSmartBidding, type Target } from '../../account/context.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { RuleResult } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { bidsBlockedReason } from '../../words/shared-texts.ts'
import { targetOffTexts } from './bid-targets-words.ts'
import { chanceCheaper, knownConversions, lostShare } from './campaign-evidence.ts'
import { betterTargets } from './simulated-targets.ts'

const RULE = 'bid-targets'

/** A target that the campaign's real cost per conversion does not resemble. */
export type TargetOff = {
  campaign: CampaignFacts
  /** The target as cost per conversion, a ROAS through the value of its conversions. */
  target: Target
  actualMicros: number
  side: 'unreachable' | 'slack'
  probability: number
  key: string
}

/** Targets of Smart Bidding that choke the campaign, or that another value would make worth more. */
export function bidTargets(snapshot: AccountSnapshot, context: Context): RuleResult {
  const blocked = bidsBlockedReason(context)
  if (blocked) return { findings: [], silence: blocked }
  const own = snapshot.campaigns.filter((one) => hasTarget(one))
  if (own.length === 0) return { findings: [], silence: NO_TARGETS }
  const ready = own.filter((one) => isReady(snapshot, one, context))
  if (ready.length === 0) return { findings: [], silence: NOT_READY }
  const better = betterTargets(snapshot, ready, context)
  const moved = new Set(better.map(({ campaignId }) => campaignId))
  const off = ready.filter(({ id }) => !moved.has(id)).flatMap((one) => offOf(one, context))
  const accepted = acceptByFalseDiscovery(off, THRESHOLDS.falseDiscoveryRate.value)
  const findings = [
    ...better,
    ...accepted.map((one) =>
      setupFinding(
        {
          rule: RULE,
          categoria: 'pujas',
          campaignId: one.campaign.id,
          part: one.side,
          probability: one.probability,
          priority: 'baja',
          acts: [`campaign:${one.campaign.id}:target`],
        },
        targetOffTexts(context, one),
      ),
    ),
  ]
  return { findings, silence: findings.length > 0 ? null : WELL_SET }
}

const NO_TARGETS = 'Ninguna campaña activa con puja automática tiene un CPA o ROAS objetivo.'
const NOT_READY =
  'Las campañas con objetivo de puja están aprendiendo o tienen todavía pocas conversiones para juzgarlo.'
const WELL_SET =
  'Los objetivos de puja se parecen a lo que las campañas consiguen y ninguna simulación de Google asegura uno mejor.'

function hasTarget(campaign: CampaignFacts): boolean {
  const { status, targetCpaMicros = 0, targetRoas = 0 } = campaign
  return status === 'ENABLED' && isSmartBidding(campaign) && (targetCpaMicros > 0 || targetRoas > 0)
}

/** Not while Google says it is learning. */
function isReady({ inventory }: AccountSnapshot, { id, sums }: CampaignFacts, context: Context) {
  const settings = inventory?.campaignSettings?.find(({ campaignId }) => campaignId === id)
  const isLearning = settings?.biddingSystemStatus?.startsWith('LEARNING') ?? false
  return !isLearning && knownConversions(context, sums) >= THRESHOLDS.targetConversions.value
}

/** Slack only matters where the money runs out: a stricter target buys more with it. */
function offOf(campaign: CampaignFacts, context: Context): TargetOff[] {
  const target = context.targetOf(campaign.id)
  if (!target || (target.origin !== 'campaign' && target.origin !== 'roas')) return []
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
