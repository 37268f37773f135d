import type { Context } from '../../account/context.ts'
import { COUNTED } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import { valueTimes } from '../../account/reported-values.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { isByHand } from '../../findings/by-hand.ts'
import { campaignClaim } from '../../findings/claims.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { judgeWaste, savingDraw } from '../../findings/waste.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { raisesBlockedReason } from '../../words/shared-texts.ts'
import { withoutUnwanted } from '../search-terms/unwanted-spend.ts'
import { campaignCounting } from './campaign-counting.ts'
import { aboutCampaign, chanceCheaper, knownConversions } from './campaign-evidence.ts'
import { goesOnHalved, type Remedy, remedyOf, remedyOperations } from './campaign-remedy.ts'
import { returnlessCampaigns } from './campaigns-without-return.ts'
import { campaignPrior, isSelling } from './selling-campaigns.ts'
import {
  type UnboundCampaign,
  unboundCutTexts,
  unboundGroupTexts,
  unboundTexts,
} from './unbound-campaigns-words.ts'

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
  return unboundCampaigns(snapshot, context).map((one) => findingOf(snapshot, one, context))
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

function findingOf(
  snapshot: AccountSnapshot<'campaign'>,
  one: UnboundCampaign,
  context: Context,
): Finding {
  const { campaign, probability, actualMicros, mostMicros } = one
  const acts = [`campaign:${campaign.id}:target`, `campaign:${campaign.id}:return`]
  const far = THRESHOLDS.targetWorth.value * mostMicros
  const remedy = remedyOf(snapshot, campaign, context, false)
  // What searches that another card excludes cost is saved there.
  const left = withoutUnwanted(snapshot, context)(campaign, [campaign.id]) ?? campaign.sums
  const isSurelyFar = chanceCheaper(context, left, far) <= 1 - THRESHOLDS.targetProbability.value
  if (isSurelyFar && remedy.kind === 'halve') return cutOf(snapshot, one, remedy, acts, context)
  return setupFinding(
    {
      ...{ campaignId: campaign.id, part: 'unbound', probability },
      priority: actualMicros > far ? 'medium' : 'low',
      acts,
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

/**
 * Beyond what a conversion is worth at most: the last ones that its whole budget buys cost more still, so that less of it saves money at
 * once, while a target is brought down step by step.
 */
function cutOf(
  snapshot: AccountSnapshot<'campaign'>,
  one: UnboundCampaign,
  remedy: Remedy & { kind: 'halve' },
  acts: readonly string[],
  context: Context,
): Finding {
  const { campaign, said, mostMicros, probability } = one
  const { id, sums } = campaign
  const target = { ...said, micros: mostMicros }
  const measurement = campaignCounting(snapshot, campaign, context)
  const judging = { measurement, drift: context.drift, risen: context.risen }
  const verdict = judgeWaste(sums, campaignPrior(snapshot, campaign, context), target, judging)
  const goesOn = goesOnHalved(remedy, campaign, snapshot)
  const operations = isByHand(snapshot, campaign) ? [] : remedyOperations(campaign, remedy)
  return {
    ...aboutCampaign(id),
    identity: [id, 'unbound'],
    category: 'budget',
    probability,
    claims: [campaignClaim(id, sums.costMicros * remedy.share)],
    acts: [...acts, `campaign:${id}:budget`],
    drawMonthlyNet: savingDraw(sums, verdict, target, context, { goesOn }),
    mostMonthlyNet: context.monthFactor * sums.costMicros * remedy.share,
    kpi: 'cost',
    ...unboundCutTexts(context, one, remedy, operations),
  }
}
