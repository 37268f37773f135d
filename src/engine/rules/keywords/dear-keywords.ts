import { MICROS } from '#shared/metrics.ts'
import type { Context, Target } from '../../account/context.ts'
import { hasEnded } from '../../account/has-ended.ts'
import { COUNTED, countedOf } from '../../account/known-figures.ts'
import { withKnown } from '../../account/known-snapshot.ts'
import { type ReportedValues, valueTimes } from '../../account/reported-values.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import { timesWorth } from '../../account/targets.ts'
import { keywordClaim } from '../../findings/claims.ts'
import type { Finding } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { judgeRate, monthlySaving } from '../../findings/waste.ts'
import { evidenceOf } from '../../statistics/conversion-evidence.ts'
import { type GammaMixture, mixtureCdf, posterior, scaledBy } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { KEPT_BY_OTHERS, tooFewConversions } from '../../words/shared-texts.ts'
import { dearCampaigns } from '../bidding/unbound-campaigns.ts'
import { defineRule, type RuleResult } from '../rule.ts'
import { coreKeywords } from './core-keywords.ts'
import type { DearKeyword } from './dear-keywords-words.ts'
import * as words from './dear-keywords-words.ts'
import { goesOnWith, isMostlyKept, type Kept, keptSearches } from './kept-searches.ts'
import {
  actsOfPause,
  hasOwnBid,
  isLive,
  isWholeCampaign,
  type KeywordPrior,
  keywordPriors,
  pauseKeyword,
} from './keyword-evidence.ts'
import { type LeftOf, leftByExclusions, leftByNegatives } from './left-traffic.ts'

/**
 * Keywords that sell, at several times what a conversion may cost, where their bid is not theirs to lower: to pause. Those
 * with a bid of their own belong to keyword-bids, those without any conversion to idle-keywords.
 */
export const dearKeywords = defineRule({
  name: 'dear-keywords',
  title: 'Palabras clave que venden demasiado caro',
  category: 'keywords',
  needs: { conversions: true, days: 30, levels: ['keyword'] },
  effect: 'bids',
  run,
  words,
})

function run(snapshot: AccountSnapshot<'keyword'>, context: Context): RuleResult {
  const dearAsAWhole = dearCampaigns(snapshot, context)
  const judged = snapshot.keywords.filter(
    (keyword) =>
      isJudged(context, keyword) &&
      // Then its campaign's card asks for the same decision.
      !(dearAsAWhole.has(keyword.campaignId) && isWholeCampaign(keyword, context)),
  )
  if (judged.length === 0) return { findings: [], silence: words.NONE_JUDGED }
  const priorOf = keywordPriors(snapshot, context)
  const { values } = context
  const idleCost = costOfIdleTerms(snapshot)
  const [stillOf, leftOf] = [leftByNegatives, leftByExclusions].map((of) => of(snapshot, context))
  const ongoing = (keyword: KeywordFacts) => {
    return { ...keyword, sums: { ...keyword.sums, ...stillOf!(keyword, keyword.sums) } }
  }
  const dear = judged
    .flatMap((keyword) => caseOf(context, ongoing(keyword), priorOf(keyword), values))
    .filter((one) => !isMendedByNegatives(one, idleCost, leftOf!))
  if (dear.length === 0) return { findings: [], silence: silenceOf(context, snapshot.keywords) }
  const keptOf = keptSearches(snapshot, context)
  const accepted = dear.filter(({ keyword }) => !isMostlyKept(keptOf(keyword)))
  if (accepted.length === 0) return { findings: [], silence: KEPT_BY_OTHERS }
  const isCore = coreKeywords(snapshot.keywords)
  const findings = accepted.map((one) =>
    isCore(one.keyword)
      ? coreFinding(context, one)
      : findingOf(snapshot, context, one, keptOf(one.keyword)),
  )
  return { findings, silence: null }
}

function isJudged(context: Context, keyword: KeywordFacts): boolean {
  return (
    keyword.sums.conversionsMicros > 0 &&
    keyword.sums.clicks >= THRESHOLDS.candidateClicks.value &&
    isLive(context, keyword) &&
    !hasEnded(keyword) &&
    !hasOwnBid(context, keyword) &&
    context.protection.reasonFor(keyword.text, keyword.campaignId) === null
  )
}

/** Each must hold by itself: among sure ones a doubtful one would pass, and it sells. */
function caseOf(
  context: Context,
  keyword: KeywordFacts,
  prior: ReturnType<KeywordPrior>,
  values: ReportedValues | null,
): DearKeyword[] {
  const { sums } = keyword
  const target = targetOf(context, keyword)
  if (!target || sums.costMicros < THRESHOLDS.dearExpected.value * target.micros) return []
  if (!prior || sums.conversionsMicros <= 0) return []
  const { dearKindShare, dearKindRate } = THRESHOLDS
  const either = [
    ...weighed(prior, 1 - dearKindShare.value),
    ...weighed(scaledBy(prior, dearKindRate.value), dearKindShare.value),
  ]
  const after = posterior(either, evidenceOf(sums, context.measurement))
  const times = timesOf(target)
  const worth = valueTimes(values, target, context.campaigns.get(keyword.campaignId), sums)
  const breakEven = sums.costMicros / sums.clicks / target.micros
  const probability = mixtureCdf(scaledBy(after, context.risen.mean), breakEven / times / worth)
  if (probability < THRESHOLDS.enoughProbability.value) return []
  const verdict = judgeRate(sums, after, target, context)
  const again = spentAgain(context, keyword, { target, worth, after })
  // Where the money is spent again it must cost more than what it is spent on.
  if (again.target.limit?.again && again.verdict.probability < THRESHOLDS.enoughProbability.value)
    return []
  return [{ keyword, target, verdict, times, worth, probability, again }]
}

/** What its conversions must cost where Google bids, which is more than they may cost on average. */
function spentAgain(
  context: Context,
  { campaignId, sums }: KeywordFacts,
  { target, worth, after }: { target: Target; worth: number; after: GammaMixture },
): DearKeyword['again'] {
  const limited = timesWorth(context.whereBid(target, campaignId), worth)
  return { target: limited, verdict: judgeRate(sums, after, limited, context) }
}

/** As its family converts, or of a kind that converts far less. */
function weighed(prior: GammaMixture, by: number): GammaMixture {
  return prior.map((part) => ({ ...part, weight: part.weight * by }))
}

/** Where it is not said, what a campaign sells may be worth what it pays: the dearer average counts. */
function targetOf(context: Context, { campaignId, sums }: KeywordFacts): Target | null {
  const target = context.targetWithout(campaignId, sums)
  const campaign = context.campaigns.get(campaignId)
  if (target?.origin !== 'rest' || !campaign) return target
  const whole = countedOf(campaign.sums)
  const conversions = ((whole?.conversionsMicros ?? 0) - sums.conversionsMicros) / MICROS
  if (!whole) return null
  if (conversions < THRESHOLDS.accountConversions.value) return null
  const cost = (whole.costMicros - sums.costMicros) * context.measurement.knownShare
  return { ...target, micros: Math.max(target.micros, cost / conversions) }
}

/** An average says less of what a conversion may cost than its owner does. */
function timesOf({ origin }: Target): number {
  const { dearTimes, dearTimesAssumed } = THRESHOLDS
  return origin === 'rest' ? dearTimesAssumed.value : dearTimes.value
}

/** By keyword, what searches without any conversion have cost that are shown and were clicked often enough. */
function costOfIdleTerms(snapshot: AccountSnapshot): ReadonlyMap<string, number> {
  const { searchTerms = [] } = withKnown(snapshot, ['searchTerm'], COUNTED) ?? {}
  const costs = new Map<string, number>()
  for (const { adGroupId, criterionId, sums } of searchTerms) {
    if (criterionId === undefined || sums.conversionsMicros > 0) continue
    if (sums.clicks < THRESHOLDS.candidateClicks.value) continue
    const key = `${adGroupId}~${criterionId}`
    costs.set(key, (costs.get(key) ?? 0) + sums.costMicros)
  }
  return costs
}

/** Without these searches the rest would pay: excluding them keeps what sells. */
function isMendedByNegatives(
  { keyword, target }: DearKeyword,
  idleCost: ReadonlyMap<string, number>,
  leftOf: LeftOf,
): boolean {
  const { adGroupId, criterionId, sums } = keyword
  const idle = idleCost.get(`${adGroupId}~${criterionId}`) ?? 0
  const rests = [{ ...sums, costMicros: sums.costMicros - idle }, leftOf(keyword, sums) ?? sums]
  return rests.some((rest) => rest.costMicros <= target.micros * (rest.conversionsMicros / MICROS))
}

function findingOf(
  snapshot: AccountSnapshot<'keyword'>,
  context: Context,
  one: DearKeyword,
  kept: Kept | null,
): Finding {
  const { keyword, again, probability } = one
  const { campaignId, adGroupId, criterionId, sums } = keyword
  const byHand = snapshot.account.source === 'imported'
  const siblings = snapshot.keywords.filter(
    (other) => other.adGroupId === adGroupId && other.status === 'ENABLED',
  )
  return {
    identity: [campaignId, adGroupId, criterionId],
    object: { type: 'adgroup', id: adGroupId },
    campaignId,
    adGroupId,
    probability,
    claims: [keywordClaim(keyword, sums.costMicros)],
    acts: actsOfPause(keyword, context),
    ...monthlySaving(sums, again.verdict, again.target, context, {
      goesOn: kept ? goesOnWith(kept) : undefined,
    }),
    group: {
      identity: ['group'],
      label: keyword.text,
      texts: (parts) => words.dearGroupTexts(context, parts),
    },
    kpi: 'cost',
    ...words.dearKeywordTexts(context, one, {
      isLastOfAdGroup: siblings.length === 1,
      isPartlyKept: (kept?.share ?? 0) > 0,
      operations: byHand ? [] : [pauseKeyword(keyword)],
    }),
  }
}

/** What brings a tenth of the conversions is not to be paused by a click. */
function coreFinding(context: Context, one: DearKeyword): Finding {
  const { campaignId, adGroupId, criterionId } = one.keyword
  return {
    ...setupFinding(
      { campaignId, probability: one.probability, priority: 'medium' },
      words.coreKeywordTexts(context, one),
    ),
    identity: ['core', campaignId, adGroupId, criterionId],
    object: { type: 'adgroup', id: adGroupId },
    adGroupId,
  }
}

function silenceOf(context: Context, keywords: readonly KeywordFacts[]): string {
  const conversions = keywords.reduce((sum, { sums }) => sum + sums.conversionsMicros / MICROS, 0)
  const needed = THRESHOLDS.accountConversions.value
  return conversions < needed ? tooFewConversions(context, needed, conversions) : words.NONE_DEAR
}
