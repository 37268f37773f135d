import type { Context } from '../../account/context.ts'
import { oncePerAnalysis } from '../../account/once-per-analysis.ts'
import type { AccountSnapshot, KeywordFacts } from '../../account/snapshot.ts'
import type { Act } from '../../findings/recommendation.ts'
import { familyEvidence } from '../../statistics/conversion-evidence.ts'
import { type Place, priorsOf } from '../../statistics/family-priors.ts'
import type { GammaMixture } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/** What is believed of a keyword's conversion rate before its own clicks; null where nothing is. */
export type KeywordPrior = (keyword: KeywordFacts) => GammaMixture | null

/**
 * By ad group and campaign, exact keywords apart: those of many queries differ less from each other. The brand converts
 * far better and would make the rest look poor. Fitted once.
 */
export const keywordPriors = oncePerAnalysis(fittedTo)

function fittedTo(snapshot: AccountSnapshot<'keyword'>, context: Context): KeywordPrior {
  const others = snapshot.keywords.filter(
    ({ text, campaignId, sums }) =>
      sums.clicks > 0 &&
      !context.uncounted.has(campaignId) &&
      context.protection.reasonFor(text, campaignId) !== 'marca',
  )
  const evidenceOf = ({ sums }: KeywordFacts) => familyEvidence(sums, context.measurement)
  const placeOf = ({ campaignId, adGroupId, matchType }: KeywordFacts): Place => {
    return { campaignId, adGroupId, kind: matchType === 'EXACT' ? 'one query' : 'many queries' }
  }
  const priorOf = priorsOf(
    others.map((keyword) => ({ ...placeOf(keyword), ...evidenceOf(keyword) })),
  )
  const counted = new Set(others)
  return (keyword) =>
    priorOf(placeOf(keyword), counted.has(keyword) ? evidenceOf(keyword) : undefined)
}

/** Active, in an active ad group of an active campaign that is still shown. */
export function isLive(
  { campaigns, adGroups, resting }: Context,
  keyword: KeywordFacts<never>,
): boolean {
  const adGroup = adGroups.get(keyword.adGroupId)
  return (
    keyword.status === 'ENABLED' &&
    campaigns.get(keyword.campaignId)?.status === 'ENABLED' &&
    !resting.has(keyword.campaignId) &&
    (adGroup === undefined || adGroup.status === 'ENABLED')
  )
}

/** Under every other strategy Google sets the bids itself. */
export function hasOwnBid(
  { campaigns }: Context,
  { bidMicros = 0, campaignId }: KeywordFacts<never>,
) {
  const strategy = campaigns.get(campaignId)?.biddingStrategyType ?? ''
  return bidMicros > 0 && ['MANUAL_CPC', 'ENHANCED_CPC'].includes(strategy)
}

/** Identity of a keyword in an account: criterion ids are only unique within an ad group. */
export function keywordId({
  adGroupId,
  criterionId,
}: Pick<KeywordFacts<never>, 'adGroupId' | 'criterionId'>): string {
  return `${adGroupId}~${criterionId}`
}

export function updateKeyword(keyword: KeywordFacts<never>, updateMask: string, fields: object) {
  return {
    adGroupCriterionOperation: {
      updateMask,
      update: {
        resourceName: `customers/{customerId}/adGroupCriteria/${keywordId(keyword)}`,
        ...fields,
      },
    },
  }
}

export function pauseKeyword(keyword: KeywordFacts<never>) {
  return updateKeyword(keyword, 'status', { status: 'PAUSED' })
}

/** Pausing what is nearly all of a campaign decides on its budget: beside a lower one it would say the same twice. */
export function actsOfPause(keyword: KeywordFacts<never>, context: Context): Act[] {
  const own: Act = `keyword:${keywordId(keyword)}:status`
  return isWholeCampaign(keyword, context) ? [own, `campaign:${keyword.campaignId}:budget`] : [own]
}

/** Nearly all that its campaign spends. */
export function isWholeCampaign(
  { campaignId, sums }: KeywordFacts<never>,
  { campaigns }: Context,
): boolean {
  const whole = campaigns.get(campaignId)?.sums.costMicros ?? Number.POSITIVE_INFINITY
  return (sums.costMicros ?? 0) >= THRESHOLDS.wholeCampaign.value * whole
}
