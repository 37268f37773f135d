import { isManualBidding } from '../../account/bidding-strategy.ts'
import type { Context } from '../../account/context.ts'
import type { AccountChange, AccountInventory } from '../../account/inventory.ts'
import { COUNTED } from '../../account/known-figures.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { isLiveAd, setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { notKnown } from '../../words/setup-texts.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import * as words from './automatic-changes-words.ts'

const BY_GOOGLE = 'GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION'

/** Google applying its own advice without asking, and ads that take turns instead of competing. */
export const automaticChanges = defineRule({
  name: 'automatic-changes',
  title: 'Cambios automáticos de Google',
  category: 'ads',
  place: 250,
  needs: {
    any: ['autoApply', 'campaignSettings'],
    called: 'los ajustes automáticos',
    levels: ['campaign'],
    columns: COUNTED,
  },
  run,
  words,
})

function run(snapshot: SnapshotWith<never, 'campaign'>, context: Context): RuleResult {
  const byHand = snapshot.account.source === 'imported'
  const rotating = rotatingCampaigns(snapshot, context)
  const findings = [
    ...autoApplyFindings(snapshot.inventory, context, byHand),
    ...rotating.map((campaign) => rotationFinding(campaign, context, byHand)),
  ]
  const { autoApply, campaignSettings, ads } = snapshot.inventory
  const nothing = campaignSettings && ads ? words.NOTHING_AUTOMATIC : words.ROTATION_UNKNOWN
  const silence = autoApply ? nothing : notKnown('las aplicaciones automáticas de Google')
  return { findings, silence: findings.length > 0 ? null : silence }
}

function autoApplyFindings(
  { autoApply = [], changes }: AccountInventory,
  context: Context,
  byHand: boolean,
): Finding[] {
  const types = autoApply
    .filter(({ status }) => status === 'ENABLED')
    .map(({ id, type }) => ({ id, type }))
    .sort((a, b) => (a.type < b.type ? -1 : 1))
  const made = changes?.filter(({ clientType }) => clientType === BY_GOOGLE)
  if (types.length === 0) return []
  const one = { types, changes: made, budgetRiseMicros: budgetRiseOf(made) }
  const operations = byHand ? [] : types.map(({ id }) => pauseSubscription(id))
  return [
    setupFinding(
      {
        campaignId: null,
        part: 'auto-apply',
        probability: THRESHOLDS.autoApplyProbability.value,
        priority: 'low',
        acts: types.map(({ id }) => `subscription:${id}:status`),
      },
      words.autoApplyTexts(context, one, operations),
    ),
  ]
}

/** Of daily budgets only: other fields are targets and bids. */
function budgetRiseOf(changes: readonly AccountChange[] | undefined): number | null {
  const budgets = changes?.filter(
    ({ resourceType, beforeMicros, afterMicros }) =>
      resourceType === 'CAMPAIGN_BUDGET' && beforeMicros !== undefined && afterMicros !== undefined,
  )
  if (!budgets || budgets.length === 0) return null
  return budgets.reduce((sum, c) => sum + (c.afterMicros ?? 0) - (c.beforeMicros ?? 0), 0)
}

function pauseSubscription(id: string) {
  return {
    recommendationSubscriptionOperation: {
      updateMask: 'status',
      update: {
        resourceName: `customers/{customerId}/recommendationSubscriptions/${id}`,
        status: 'PAUSED',
      },
    },
  }
}

/** Smart bidding already optimises the rotation: the setting has no effect there. */
function rotatingCampaigns(
  snapshot: AccountSnapshot<'campaign'>,
  context: Context,
): CampaignFacts[] {
  const settings = new Map(
    (snapshot.inventory?.campaignSettings ?? []).map((one) => [one.campaignId, one.adRotation]),
  )
  const live = (snapshot.inventory?.ads ?? []).filter((ad) => isLiveAd(context, ad))
  const byGroup = Map.groupBy(live, ({ adGroupId }) => adGroupId)
  const several = new Set(
    [...byGroup.values()].flatMap((ads) => (ads.length > 1 ? [ads[0]!.campaignId] : [])),
  )
  return snapshot.campaigns.filter(
    (campaign) =>
      campaign.status === 'ENABLED' &&
      isManualBidding(campaign) &&
      several.has(campaign.id) &&
      /^ROTATE/.test(settings.get(campaign.id) ?? ''),
  )
}

function rotationFinding(campaign: CampaignFacts, context: Context, byHand: boolean): Finding {
  const operation = {
    campaignOperation: {
      updateMask: 'adServingOptimizationStatus',
      update: {
        resourceName: `customers/{customerId}/campaigns/${campaign.id}`,
        adServingOptimizationStatus: 'OPTIMIZE',
      },
    },
  }
  return setupFinding(
    {
      campaignId: campaign.id,
      part: 'rotation',
      probability: THRESHOLDS.rotationProbability.value,
      priority: 'low',
      acts: [`campaign:${campaign.id}:rotation`],
    },
    words.rotationTexts(context, campaign, byHand ? [] : [operation]),
  )
}
