import { MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
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
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { mixtureCdf, scaledBy } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { withoutUnwanted } from '../search-terms/unwanted-spend.ts'
import { type CampaignCounting, campaignCounting } from './campaign-counting.ts'
import { aboutCampaign } from './campaign-evidence.ts'
import { goesOnHalved, remedyOf, remedyOperations } from './campaign-remedy.ts'
import * as words from './campaigns-without-return-words.ts'
import { type ReturnlessCampaign, returnlessTexts } from './campaigns-without-return-words.ts'
import { campaignPrior, isSelling } from './selling-campaigns.ts'
import { uncountedGroupTexts, uncountedTexts } from './uncounted-words.ts'

/** Campaigns that spend as if they sold and hardly sell: to pause, or to halve while it is looked into. */
export const campaignsWithoutReturn = defineRule({
  name: 'campaigns-without-return',
  title: 'Campañas que gastan sin vender',
  category: 'budget',
  place: 145,
  needs: { conversions: 'now', days: 30, levels: ['campaign'] },
  effect: 'saving',
  run,
  words,
})

function run(snapshot: AccountSnapshot<'campaign'>, context: Context): RuleResult {
  const { judged, all, cases, accepted } = judgedCampaigns(snapshot, context)
  if (judged.length === 0) return { findings: [], silence: words.NONE_JUDGED }
  const unseen = cases.filter(({ campaign }) => context.uncounted.has(campaign.id))
  const checks = unseen.map((one) => checkFinding(one, context))
  if (accepted.length === 0 && checks.length === 0) {
    const first = cases.find(({ doubt }) => doubt !== null)
    if (first) return { findings: [], silence: words.doubtText(first) }
    const unsure = cases.length > 0 ? words.unsureText(context, cases) : words.ALL_RETURN
    return { findings: [], silence: all.length > cases.length ? words.MENDED : unsure }
  }
  const told = accepted.map((one) => findingOf(snapshot, one, context))
  return { findings: [...told, ...checks], silence: null }
}

/** Those that stand, worked out once: of what is all of one no keyword is told beside. */
const judgedCampaigns = oncePerAnalysis(
  (snapshot: AccountSnapshot<'campaign'>, context: Context) => {
    const judged = snapshot.campaigns.filter((one) => isSelling(snapshot, one, context))
    const leftOf = withoutUnwanted(snapshot, context)
    const isMended = (campaign: CampaignFacts) => {
      const left = leftOf(campaign, [campaign.id])
      return left !== null && caseOf(snapshot, { ...campaign, sums: left }, context).length === 0
    }
    const all = judged.flatMap((one) => caseOf(snapshot, one, context))
    const cases = all.filter(({ campaign }) => !isMended(campaign))
    const sure = cases.filter(({ doubt }) => doubt === null)
    const accepted = acceptByFalseDiscovery(sure, THRESHOLDS.falseDiscoveryRate.value)
    return { judged, all, cases, accepted }
  },
)

export function returnlessCampaigns(snapshot: AccountSnapshot, context: Context) {
  const known = withKnown(snapshot, ['campaign'], COUNTED)
  const accepted = known ? judgedCampaigns(known, context).accepted : []
  return new Set(accepted.map(({ campaign }) => campaign.id))
}

/** What sells nothing where nothing else is counted either is a matter of its tag first. */
function checkFinding(one: ReturnlessCampaign, context: Context): Finding {
  const { campaign, probability } = one
  return setupFinding(
    {
      ...{ category: 'measurement', campaignId: campaign.id, part: 'uncounted', probability },
      priority: 'high',
      group: {
        identity: ['uncounted'],
        label: campaign.name,
        texts: (parts) => uncountedGroupTexts(context, parts),
      },
    },
    uncountedTexts(context, one),
  )
}

function caseOf(
  snapshot: AccountSnapshot<'campaign'>,
  campaign: CampaignFacts,
  context: Context,
): ReturnlessCampaign[] {
  const { id, sums } = campaign
  const target = context.targetWithout(id, sums)
  const prior = campaignPrior(snapshot, campaign, context)
  const { returnlessExpected } = THRESHOLDS
  if (!target) return []
  if (sums.costMicros < returnlessExpected.value * target.micros) return []
  const counting = campaignCounting(snapshot, campaign, context)
  const verdict = judgeWaste(sums, prior, target, {
    measurement: counting,
    drift: context.drift,
    risen: context.risen,
  })
  const times = timesOf(target)
  const expected = verdict.knownClicks * verdict.breakEven
  const worth = valueTimes(context.values, target, campaign, sums)
  const coming = scaledBy(verdict.posterior, context.risen.mean)
  const probability = mixtureCdf(coming, verdict.breakEven / times / worth)
  if (expected < returnlessExpected.value) return []
  if (sums.conversionsMicros / MICROS > expected * THRESHOLDS.returnlessSold.value) return []
  if (probability < THRESHOLDS.candidateProbability.value) return []
  const stopped = soldBefore(counting, verdict.breakEven, times)
  const doubt = stopped ? 'stopped' : counting.doubt
  return [{ campaign, target, verdict, expected, times, probability, doubt, worth, key: id }]
}

/** What is only assumed to be enough for a conversion may be far from what this campaign sells. */
function timesOf({ origin }: Target): number {
  const { returnlessTimes, returnlessTimesAssumed } = THRESHOLDS
  return origin === 'rest' ? returnlessTimesAssumed.value : returnlessTimes.value
}

/** Until its last conversion it did well: that it stopped selling may be its tag. */
function soldBefore({ untilLast, knownShare }: CampaignCounting, breakEven: number, times: number) {
  if (!untilLast) return false
  const before = untilLast.conversionsMicros / MICROS
  return before >= untilLast.clicks * knownShare * (breakEven / times)
}

function findingOf(
  snapshot: AccountSnapshot<'campaign'>,
  one: ReturnlessCampaign,
  context: Context,
): Finding {
  const { campaign, verdict, target, probability, worth } = one
  const { id, sums } = campaign
  const remedy = remedyOf(snapshot, campaign, context, target.origin === 'rest')
  const texts = returnlessTexts(
    context,
    one,
    remedy,
    isByHand(snapshot, campaign) ? [] : remedyOperations(campaign, remedy),
  )
  if (remedy.kind === 'decide') {
    return setupFinding(
      { campaignId: id, probability, priority: 'medium', acts: [`campaign:${id}:return`] },
      texts,
    )
  }
  const goesOn = goesOnHalved(remedy, campaign, snapshot)
  const worthwhile = { ...target, micros: target.micros * worth }
  const draw = savingDraw(sums, verdict, worthwhile, context, { goesOn })
  return {
    ...aboutCampaign(id),
    probability,
    claims: [campaignClaim(id, sums.costMicros * remedy.share)],
    acts: [`campaign:${id}:${remedy.kind === 'pause' ? 'status' : 'budget'}`],
    drawMonthlyNet: goesOn ? draw : (next, common) => remedy.share * draw(next, common),
    mostMonthlyNet: context.monthFactor * sums.costMicros * remedy.share,
    kpi: 'cost',
    ...texts,
  }
}
