import type { Context, Target } from '../../account/context.ts'
import { valueTimes } from '../../account/reported-values.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { knownConversions } from './campaign-evidence.ts'
import { actsOnTarget, onlyUser, saidOfAll, type TargetUsers } from './target-users.ts'
import { type TargetAbove, targetAboveTexts } from './targets-above-said-words.ts'

/**
 * Whether a target CPA asks for clearly more than its owner has said that a conversion may cost, what it brings more than others
 * allowed for: one of both is not meant, and nothing tells which. Of kinds of conversions each has its own worth, and the mix may be another here.
 */
export function asksForMore(
  campaign: CampaignFacts<never>,
  said: Target | null,
  { values }: Context,
): boolean {
  const { targetCpaMicros } = campaign
  if (!targetCpaMicros || !said || said.origin === 'actions') return false
  const times = valueTimes(values, said, campaign, campaign.sums)
  return targetCpaMicros > said.micros * times * THRESHOLDS.targetOff.value
}

export function targetsAboveSaid(all: readonly TargetUsers[], context: Context): TargetAbove[] {
  return all.flatMap((on) => {
    const { campaign } = on
    const said = saidOfAll(on, context)
    if (!said || !asksForMore(campaign, said, context)) return []
    const conversions = knownConversions(context, campaign.sums)
    const actualMicros = conversions > 0 ? campaign.sums.costMicros / conversions : null
    return [{ on, said, targetMicros: campaign.targetCpaMicros!, actualMicros }]
  })
}

export function aboveFinding(one: TargetAbove, context: Context): Finding {
  const { on, said, actualMicros } = one
  return setupFinding(
    {
      campaignId: onlyUser(on.users),
      part: on.portfolio ? `${on.campaign.id} above` : 'above',
      probability: THRESHOLDS.mostCertain.value,
      priority: actualMicros !== null && actualMicros > said.micros ? 'medium' : 'low',
      acts: actsOnTarget(on),
    },
    targetAboveTexts(context, one),
  )
}
