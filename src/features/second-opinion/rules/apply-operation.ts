import type { GoogleAdvice } from '#engine/second-opinion/advice.ts'
import { proposedTargetCpa } from '#engine/second-opinion/judge-bidding.ts'
import { currentBudget, proposedBudget } from '#engine/second-opinion/judge-budget.ts'
import { proposedKeyword } from '#engine/second-opinion/judge-keywords.ts'
import { proposedTargetRoas } from '#engine/second-opinion/judge-value.ts'
import { numberAt } from '#engine/second-opinion/opinion-figures.ts'

type Parameters = Record<string, unknown>

/** Applied as they are: Google wants nothing besides their name. */
const WITHOUT_PARAMETERS = new Set([
  'FORECASTING_CAMPAIGN_BUDGET',
  'MARGINAL_ROI_CAMPAIGN_BUDGET',
  'USE_BROAD_MATCH_KEYWORD',
  'MAXIMIZE_CONVERSIONS_OPT_IN',
  'MAXIMIZE_CONVERSION_VALUE_OPT_IN',
  'SEARCH_PARTNERS_OPT_IN',
  'DISPLAY_EXPANSION_OPT_IN',
  'OPTIMIZE_AD_ROTATION',
])

type Subject = { customerId: string; advice: GoogleAdvice }

/** Null where applying lacks a value that Google asks for and did not propose. */
const PARAMETERS: Record<string, (subject: Subject) => Parameters | null> = {
  CAMPAIGN_BUDGET: ({ advice }) =>
    named('campaignBudget', 'newBudgetAmountMicros', micros(proposedBudget(advice))),
  KEYWORD: ({ advice, customerId }) => {
    const { matchType } = proposedKeyword(advice)
    if (!matchType || advice.adGroupId === null) return null
    const adGroup = `customers/${customerId}/adGroups/${advice.adGroupId}`
    return { keyword: { adGroup, matchType } }
  },
  TARGET_CPA_OPT_IN: targetCpa('targetCpaOptIn'),
  SET_TARGET_CPA: targetCpa('setTargetCpa'),
  FORECASTING_SET_TARGET_CPA: targetCpa('forecastingSetTargetCpa'),
  RAISE_TARGET_CPA_BID_TOO_LOW: ({ advice: { proposal } }) => {
    const multiplier = numberAt(proposal, 'recommendedTargetMultiplier')
    return named('raiseTargetCpaBidTooLow', 'targetMultiplier', multiplier)
  },
  RAISE_TARGET_CPA: ({ advice: { proposal } }) => {
    const multiplier = numberAt(proposal, 'targetAdjustment', 'recommendedTargetMultiplier')
    return named('raiseTargetCpa', 'targetCpaMultiplier', multiplier)
  },
  TARGET_ROAS_OPT_IN: targetRoas('targetRoasOptIn'),
  SET_TARGET_ROAS: targetRoas('setTargetRoas'),
  FORECASTING_SET_TARGET_ROAS: targetRoas('forecastingSetTargetRoas'),
  LOWER_TARGET_ROAS: ({ advice: { proposal } }) => {
    const multiplier = numberAt(proposal, 'targetAdjustment', 'recommendedTargetMultiplier')
    return named('lowerTargetRoas', 'targetRoasMultiplier', multiplier)
  },
  MOVE_UNUSED_BUDGET: ({ advice }) => {
    const [present, wanted] = [currentBudget(advice), proposedBudget(advice)]
    const moved = present !== null && wanted !== null && wanted > present ? wanted - present : null
    return named('moveUnusedBudget', 'budgetMicrosToMove', micros(moved))
  },
  SITELINK_ASSET: ({ advice: { proposal } }) =>
    assets('sitelinkAsset', proposal.recommendedCampaignSitelinkAssets),
  CALLOUT_ASSET: ({ advice: { proposal } }) =>
    assets('calloutAsset', proposal.recommendedCampaignCalloutAssets),
  RESPONSIVE_SEARCH_AD: ({ advice: { proposal } }) =>
    proposal.ad ? { responsiveSearchAd: { ad: proposal.ad } } : null,
}

/** One operation of recommendations:apply; null where it can only be done in Google Ads. */
export function applyOperation(subject: Subject): Parameters | null {
  const { type, id } = subject.advice
  const resourceName = `customers/${subject.customerId}/recommendations/${id}`
  if (WITHOUT_PARAMETERS.has(type)) return { resourceName }
  const parameters = PARAMETERS[type]?.(subject)
  return parameters ? { resourceName, ...parameters } : null
}

function targetCpa(type: string) {
  return ({ advice }: Subject) => named(type, 'targetCpaMicros', micros(proposedTargetCpa(advice)))
}

function targetRoas(type: string) {
  return ({ advice }: Subject) => named(type, 'targetRoas', proposedTargetRoas(advice))
}

function named(type: string, field: string, value: string | number | null): Parameters | null {
  return value === null ? null : { [type]: { [field]: value } }
}

function micros(amount: number | null): string | null {
  return amount === null ? null : String(amount)
}

function assets(type: string, proposed: unknown): Parameters | null {
  if (!Array.isArray(proposed) || proposed.length === 0) return null
  // Names are Google's to give.
  const newAssets = proposed.map(({ resourceName: _, ...asset }) => asset)
  return { [type]: { adAssetApplyParameters: { newAssets, scope: 'CAMPAIGN' } } }
}
