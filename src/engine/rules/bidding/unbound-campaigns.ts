import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import { valueTimes } from '../../account/reported-values.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { raisesBlockedReason } from '../../words/shared-texts.ts'
import { withoutUnwanted } from '../search-terms/unwanted-spend.ts'
import { chanceCheaper, knownConversions } from './campaign-evidence.ts'
import { returnlessCampaigns } from './campaigns-without-return.ts'
import { isSelling } from './selling-campaigns.ts'
import { type UnboundCampaign, unboundGroupTexts, unboundTexts } from './unbound-campaigns-words.ts'

/** Of those that are told a target another rule speaks (bid-targets.ts), of what hardly sells at all another still. */
const unboundCampaigns = oncePerAnalysis(
  (snapshot: AccountSnapshot<'campaign'>, context: Context): UnboundCampaign[] => {
    if (raisesBlockedReason(context)) return []
    const returnless = returnlessCampaigns(snapshot, context)
    const leftOf = withoutUnwanted(snapshot, context)
    return snapshot.campaigns
      .filter((one) => one.biddingStrategyType === 'MAXIMIZE_CONVERSIONS')
      .filter((one) => !returnless.has(one.id) && isSelling(snapshot, one, context))
      .flatMap((campaign) => {
        const one = unboundOf(campaign, context)
        // Without searches that another card excludes it may cost no more than was said.
        const left = leftOf(campaign, [campaign.id])
        const isMended = left !== null && !unboundOf({ ...campaign, sums: left }, context)
        return one && !isMended ? [one] : []
      })
  },
)

export function unboundFindings(
  snapshot: AccountSnapshot<'campaign'>,
  context: Context,
): Finding[] {
  return unboundCampaigns(snapshot, context).map((one) => findingOf(one, context))
}

/** Campaigns that are told as a whole to cost more than they may: of what is all of one no keyword is told beside. */
export function dearCampaigns(snapshot: AccountSnapshot, context: Context): ReadonlySet<string> {
  const known = withKnown(snapshot, ['campaign'], COUNTED)
  const unbound = known ? unboundCampaigns(known, context) : []
  return returnlessCampaigns(snapshot, context).union(
    new Set(unbound.map(({ campaign }) => campaign.id)),
  )
}

function unboundOf(campaign: CampaignFacts, context: Context): UnboundCampaign | null {
  const { id, sums } = campaign
  const said = context.saidOf(id)
  const sold = knownConversions(context, sums)
  if (!said || context.askedOf(id) || sold <= 0) return null
  const times =
    said.origin === 'actions' ? 1 : valueTimes(context.values, said, campaign, campaign.sums)
  const mostMicros = said.micros * times
  const { returnlessExpected, targetOff, targetProbability } = THRESHOLDS
  if (sums.costMicros < returnlessExpected.value * mostMicros) return null
  const probability = 1 - chanceCheaper(context, sums, mostMicros * targetOff.value)
  if (probability < targetProbability.value) return null
  return { campaign, said, mostMicros, actualMicros: sums.costMicros / sold, probability }
}

function findingOf(one: UnboundCampaign, context: Context): Finding {
  const { campaign, probability, actualMicros, mostMicros } = one
  const isFar = actualMicros > THRESHOLDS.targetWorth.value * mostMicros
  return setupFinding(
    {
      ...{ campaignId: campaign.id, part: 'unbound', probability },
      priority: isFar ? 'medium' : 'low',
      acts: [`campaign:${campaign.id}:target`, `campaign:${campaign.id}:return`],
      group: {
        identity: ['group', 'unbound'],
        label: campaign.name,
        joinsMany: true,
        texts: (parts) => unboundGroupTexts(context, parts),
      },
    },
    unboundTexts(context, one),
  )
}
