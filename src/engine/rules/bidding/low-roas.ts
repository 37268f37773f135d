import type { Context } from '../../account/context.ts'
import { hasEnded } from '../../account/has-ended.ts'
import { COUNTED, type Sums } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { type ReportedValues, VALUED, type Valued } from '../../account/reported-values.ts'
import type { AccountSnapshot, CampaignFacts, KeywordFacts } from '../../account/snapshot.ts'
import { isByHand } from '../../findings/by-hand.ts'
import { campaignClaim, keywordClaim } from '../../findings/claims.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { acceptByFalseDiscovery } from '../../statistics/discovery.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { KEPT_BY_OTHERS } from '../../words/shared-texts.ts'
import { coreKeywords } from '../keywords/core-keywords.ts'
import { goesOnWith, isMostlyKept, type Kept, keptSearches } from '../keywords/kept-searches.ts'
import {
  actsOfPause,
  hasOwnBid,
  isLive,
  keywordId,
  keywordPriors,
  pauseKeyword,
} from '../keywords/keyword-evidence.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { aboutCampaign } from './campaign-evidence.ts'
import { goesOnHalved, remedyOf, remedyOperations } from './campaign-remedy.ts'
import type { LowCampaign, LowKeyword } from './low-roas-words.ts'
import * as words from './low-roas-words.ts'
import {
  judgeRoas,
  type RoasReference,
  roasReferences,
  roasSavingDraw,
  roasTarget,
} from './roas-evidence.ts'
import { campaignPrior, isSelling } from './selling-campaigns.ts'

/**
 * What returns far less value than it should for what it costs, where values are reported. Campaigns with a ROAS target of
 * their own belong to bid-targets, keywords with a bid of their own to keyword-bids.
 */
export const lowRoas = defineRule({
  name: 'low-roas',
  title: 'ROAS muy por debajo de lo necesario',
  category: 'budget',
  place: 147,
  needs: { conversions: 'now', days: 30, levels: ['campaign'], columns: ['valueMicros'] },
  effect: 'saving',
  run,
  words,
})

type Snapshot = AccountSnapshot<'campaign', Valued>

type ReferenceOf = (campaign: CampaignFacts<never>) => RoasReference | null

function run(snapshot: Snapshot, context: Context): RuleResult {
  const { values } = context
  if (!values) return { findings: [], silence: words.NO_VALUES }
  const referenceOf = roasReferences(snapshot, values, context)
  const campaigns = lowCampaigns(snapshot, context, values, referenceOf)
  const low = lowKeywords(snapshot, context, values, referenceOf)
  const keptOf = low.length > 0 ? keptOfKeywords(snapshot, context) : () => null
  const keywords = low.filter(({ keyword }) => !isMostlyKept(keptOf(keyword)))
  const findings = [
    ...campaigns.map((one) => campaignFinding(snapshot, one, context)),
    ...keywords.map((one) => keywordFinding(snapshot, one, context, keptOf(one.keyword))),
  ]
  if (findings.length > 0) return { findings, silence: null }
  if (low.length > 0) return { findings, silence: KEPT_BY_OTHERS }
  const isUnheld = snapshot.campaigns.every((campaign) => referenceOf(campaign) === null)
  return { findings, silence: isUnheld ? words.SCORES : words.NONE_LOW }
}

function lowCampaigns(
  snapshot: Snapshot,
  context: Context,
  values: ReportedValues,
  referenceOf: ReferenceOf,
): LowCampaign[] {
  const cases = snapshot.campaigns.flatMap((campaign) => {
    const { id, sums, targetRoas } = campaign
    if (
      targetRoas ||
      isSaid(context, id) ||
      !isEnough(sums) ||
      !isSelling(snapshot, campaign, context)
    )
      return []
    const prior = campaignPrior(snapshot, campaign, context)
    const reference = referenceOf(campaign)
    if (!reference) return []
    const verdict = judgeRoas(
      sums,
      prior,
      values.ofCampaign(campaign),
      reference,
      context,
      timesOf(reference),
    )
    if (isReached(sums, reference)) return []
    return [{ campaign, verdict, probability: verdict.probability, key: id }]
  })
  return accepted(cases)
}

/** What it is seen to return is what is asked for: a single large order may be luck, but is no low return. */
function isReached({ valueMicros, costMicros }: Sums<Valued>, { roas }: RoasReference): boolean {
  return valueMicros >= roas * costMicros
}

/** How far below a campaign must be; of a mean most of the doubt is in the reference, of money back the margin. */
function timesOf({ origin }: RoasReference): number {
  const { lowRoasTimes, lowRoasMeanTimes } = THRESHOLDS
  if (origin === 'even') return 1
  return origin === 'goal' ? lowRoasMeanTimes.value : lowRoasTimes.value
}

function lowKeywords(
  snapshot: Snapshot,
  context: Context,
  values: ReportedValues,
  referenceOf: ReferenceOf,
): LowKeyword[] {
  const known = withKnown(snapshot, ['keyword'], VALUED)
  if (!known) return []
  const byId = new Map(snapshot.campaigns.map((campaign) => [campaign.id, campaign]))
  const priorOf = keywordPriors(known, context)
  const isCore = coreKeywords(known.keywords)
  const cases = known.keywords
    .filter((one) => isJudged(one, context))
    .flatMap((keyword) => {
      const campaign = byId.get(keyword.campaignId)
      const prior = priorOf(keyword)
      if (!campaign || !prior || isCore(keyword) || isSaid(context, campaign.id)) return []
      const value = values.ofPart(campaign, keyword.sums)
      const reference = referenceOf(campaign)
      if (!reference || isReached(keyword.sums, reference)) return []
      const target = roasTarget(campaign, { value, reference }, context)
      const times = keywordTimesOf(reference)
      const verdict = judgeRoas(keyword.sums, prior, value, reference, context, times)
      const key = `${keyword.campaignId} ${keywordId(keyword)}`
      return [{ keyword, verdict, target, probability: verdict.probability, key }]
    })
  return accepted(cases)
}

function keywordTimesOf({ origin }: RoasReference): number {
  return origin === 'even' ? 1 : THRESHOLDS.lowRoasKeywordTimes.value
}

/** What others of its campaign would go on with at the bids that Google sets. */
function keptOfKeywords(snapshot: Snapshot, context: Context): KeptOf {
  const known = withKnown(snapshot, ['keyword'], COUNTED)
  return known ? keptSearches(known, context) : () => null
}

type KeptOf = (keyword: KeywordFacts) => Kept | null

function isJudged(keyword: KeywordFacts<Valued>, context: Context): boolean {
  return (
    isEnough(keyword.sums) &&
    isLive(context, keyword) &&
    !hasEnded(keyword) &&
    !hasOwnBid(context, keyword) &&
    context.protection.reasonFor(keyword.text, keyword.campaignId) === null
  )
}

/** What its owner says a conversion is worth there counts before what is reported. */
function isSaid(context: Context, campaignId: string): boolean {
  return context.targetOf(campaignId)?.origin === 'value'
}

/** What never sold has no value to speak of: it is judged by its conversions. */
function isEnough({ clicks, conversionsMicros, valueMicros, costMicros }: Sums<Valued>) {
  return (
    clicks >= THRESHOLDS.candidateClicks.value &&
    costMicros > 0 &&
    conversionsMicros > 0 &&
    valueMicros > conversionsMicros
  )
}

function accepted<T extends { probability: number; key: string }>(cases: readonly T[]): T[] {
  const likely = cases.filter(
    ({ probability }) => probability >= THRESHOLDS.candidateProbability.value,
  )
  return acceptByFalseDiscovery(likely, THRESHOLDS.falseDiscoveryRate.value)
}

function campaignFinding(snapshot: Snapshot, one: LowCampaign, context: Context): Finding {
  const { campaign, verdict, probability } = one
  const { id, sums } = campaign
  const remedy = remedyOf(snapshot, campaign, context, false)
  const operations = isByHand(snapshot, campaign) ? [] : remedyOperations(campaign, remedy)
  const texts = words.lowCampaignTexts(context, one, remedy, operations)
  if (remedy.kind === 'decide') {
    return setupFinding(
      { campaignId: id, probability, priority: 'medium', acts: [`campaign:${id}:return`] },
      texts,
    )
  }
  const goesOn = goesOnHalved(remedy, campaign, snapshot)
  const draw = roasSavingDraw(sums, verdict, context, { goesOn })
  return {
    ...aboutCampaign(id),
    probability,
    claims: [campaignClaim(id, sums.costMicros * remedy.share)],
    acts: [`campaign:${id}:budget`],
    drawMonthlyNet: goesOn ? draw : (next, common) => remedy.share * draw(next, common),
    kpi: 'cost',
    ...texts,
  }
}

function keywordFinding(
  snapshot: Snapshot,
  one: LowKeyword,
  context: Context,
  kept: Kept | null,
): Finding {
  const { keyword, verdict, target, probability } = one
  const { campaignId, adGroupId, criterionId, sums } = keyword
  const byHand = snapshot.account.source === 'imported'
  return {
    identity: ['keyword', campaignId, adGroupId, criterionId],
    category: 'keywords',
    object: { type: 'adgroup', id: adGroupId },
    campaignId,
    adGroupId,
    probability,
    claims: [keywordClaim(keyword, sums.costMicros)],
    acts: actsOfPause(keyword, context),
    drawMonthlyNet: roasSavingDraw(sums, verdict, context, {
      target,
      goesOn: kept ? goesOnWith(kept) : undefined,
    }),
    group: {
      identity: ['group', 'keywords'],
      label: keyword.text,
      texts: (parts) => words.lowKeywordsTexts(context, parts),
    },
    kpi: 'cost',
    ...words.lowKeywordTexts(context, one, {
      isLastOfAdGroup: false,
      isPartlyKept: (kept?.share ?? 0) > 0,
      operations: byHand ? [] : [pauseKeyword(keyword)],
    }),
  }
}
