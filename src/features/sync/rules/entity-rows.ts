import { AD_TEXT_FIELDS } from '#platform/google-ads/ad-texts.ts'
import { isMessage } from '#platform/google-ads/field-paths.ts'
import type { AdsRow, AdText, BidTargets } from '#platform/google-ads/row.ts'

/** Google’s rows as rows of our tables, without customer_id. Absent means null, or Google’s zero value; of figures see `told-figures.ts`. */

export function campaignRow(row: AdsRow) {
  const { campaign = {}, campaignBudget = {}, biddingStrategy, accessibleBiddingStrategy } = row
  // Of its own strategies an account has both; of a manager's it sees no more than that it may use it.
  const portfolio = biddingStrategy?.id ? biddingStrategy : accessibleBiddingStrategy
  const portfolioId = positive(portfolio?.id)
  return {
    campaign_id: Number(campaign.id),
    name: campaign.name ?? '',
    status: campaign.status ?? 'UNKNOWN',
    channel_type: campaign.advertisingChannelType ?? 'UNKNOWN',
    bidding_strategy_type: campaign.biddingStrategyType ?? portfolio?.type ?? null,
    target_cpa_micros: targetCpaOf(campaign) ?? targetCpaOf(portfolio),
    target_roas: targetRoasOf(campaign) ?? targetRoasOf(portfolio),
    portfolio_id: portfolioId,
    portfolio_name: portfolioId && (portfolio?.name ?? ''),
    portfolio_managed: portfolioId && portfolio !== biddingStrategy,
    budget_id: positive(campaignBudget.id),
    budget_micros: positive(campaignBudget.amountMicros),
    budget_shared: campaignBudget.explicitlyShared ?? false,
    primary_status: campaign.primaryStatus ?? null,
    experiment_type: campaign.experimentType ?? null,
    base_campaign_id: baseOf(campaign),
  }
}

function targetCpaOf({ maximizeConversions, targetCpa }: BidTargets = {}): number | null {
  return positive(maximizeConversions?.targetCpaMicros) ?? positive(targetCpa?.targetCpaMicros)
}

function targetRoasOf({ maximizeConversionValue, targetRoas }: BidTargets = {}): number | null {
  return maximizeConversionValue?.targetRoas || targetRoas?.targetRoas || null
}

/** Of a campaign that stands for itself none. */
function baseOf({ baseCampaign, experimentType }: NonNullable<AdsRow['campaign']>): number | null {
  if (experimentType !== 'EXPERIMENT') return null
  return positive(baseCampaign?.split('/').at(-1))
}

export function adGroupRow({ adGroup = {}, campaign = {} }: AdsRow) {
  return {
    ad_group_id: Number(adGroup.id),
    campaign_id: Number(campaign.id),
    name: adGroup.name ?? '',
    status: adGroup.status ?? 'UNKNOWN',
    type: adGroup.type ?? null,
    cpc_bid_micros: positive(adGroup.cpcBidMicros),
    target_cpa_micros: positive(adGroup.targetCpaMicros),
  }
}

export function adRow({ adGroupAd = {}, adGroup = {}, campaign = {} }: AdsRow) {
  const ad = adGroupAd.ad ?? {}
  const responsive = ad.responsiveSearchAd ?? {}
  return {
    ad_group_id: Number(adGroup.id),
    ad_id: Number(ad.id),
    campaign_id: Number(campaign.id),
    name: ad.name || null,
    type: ad.type ?? 'UNKNOWN',
    status: adGroupAd.status ?? 'UNKNOWN',
    ad_strength: adGroupAd.adStrength ?? null,
    approval_status: adGroupAd.policySummary?.approvalStatus ?? null,
    policy_topics: (adGroupAd.policySummary?.policyTopicEntries ?? []).flatMap(
      ({ topic }) => topic ?? [],
    ),
    final_urls: ad.finalUrls ?? [],
    headlines: textsOf(ad, 'headlines'),
    descriptions: textsOf(ad, 'descriptions'),
    path1: responsive.path1 || null,
    path2: responsive.path2 || null,
  }
}

export function keywordRow({ adGroupCriterion = {}, adGroup = {}, campaign = {} }: AdsRow) {
  const quality = adGroupCriterion.qualityInfo ?? {}
  return {
    ad_group_id: Number(adGroup.id),
    criterion_id: Number(adGroupCriterion.criterionId),
    campaign_id: Number(campaign.id),
    text: adGroupCriterion.keyword?.text ?? '',
    match_type: adGroupCriterion.keyword?.matchType ?? 'UNKNOWN',
    status: adGroupCriterion.status ?? 'UNKNOWN',
    cpc_bid_micros: positive(adGroupCriterion.cpcBidMicros),
    quality_score: quality.qualityScore || null,
    creative_quality: quality.creativeQualityScore ?? null,
    landing_page_quality: quality.postClickQualityScore ?? null,
    expected_ctr: quality.searchPredictedCtr ?? null,
    first_page_cpc_micros: positive(adGroupCriterion.positionEstimates?.firstPageCpcMicros),
    serving_status: adGroupCriterion.systemServingStatus ?? null,
    approval_status: adGroupCriterion.approvalStatus ?? null,
    final_urls: adGroupCriterion.finalUrls ?? [],
  }
}

type NegativeScope = 'ad_group' | 'campaign' | 'shared_set'

/** `campaignIdsOf`: the campaigns that use a shared set. */
export function negativeRow(
  scope: NegativeScope,
  row: AdsRow,
  campaignIdsOf: (sharedSetId: number) => number[],
) {
  const criterion =
    {
      ad_group: row.adGroupCriterion,
      campaign: row.campaignCriterion,
      shared_set: row.sharedCriterion,
    }[scope] ?? {}
  const place = { ad_group: row.adGroup, campaign: row.campaign, shared_set: row.sharedSet }[scope]
  const scopeId = Number(place?.id)
  return {
    scope,
    scope_id: scopeId,
    criterion_id: Number(criterion.criterionId),
    text: criterion.keyword?.text ?? '',
    match_type: criterion.keyword?.matchType ?? 'UNKNOWN',
    campaign_ids: scope === 'shared_set' ? campaignIdsOf(scopeId) : [],
  }
}

/** The interest that an audience is made of; null for any other. */
export function interestIdOf({ adGroupCriterion, campaignCriterion }: AdsRow): number | null {
  const { userInterest } = adGroupCriterion ?? campaignCriterion ?? {}
  return positive(userInterest?.userInterestCategory?.split('/').at(-1))
}

/** By id; null where Google tells none. */
export type InterestNames = ReadonlyMap<number, string | null>

/** A criterion tells no more of an interest than a key ('uservertical::80432'). */
export function audienceRow(row: AdsRow, interestNames: InterestNames) {
  const { adGroupCriterion, campaignCriterion, adGroup, campaign } = row
  const criterion = adGroupCriterion ?? campaignCriterion ?? {}
  const interestName = interestNames.get(interestIdOf(row) ?? 0)
  return {
    campaign_id: Number(campaign?.id),
    ad_group_id: adGroupCriterion ? Number(adGroup?.id) : 0,
    criterion_id: Number(criterion.criterionId),
    segment_type: criterion.type ?? 'UNKNOWN',
    name: interestName ?? criterion.displayName ?? '',
    bid_modifier: criterion.bidModifier ?? null,
    status: criterion.status ?? 'UNKNOWN',
  }
}

export function conversionActionRow({ conversionAction = {} }: AdsRow) {
  return {
    conversion_action_id: Number(conversionAction.id),
    name: conversionAction.name ?? '',
    status: conversionAction.status ?? 'UNKNOWN',
    type: conversionAction.type ?? 'UNKNOWN',
    category: conversionAction.category ?? 'UNKNOWN',
    primary_for_goal: conversionAction.primaryForGoal ?? false,
    counting_type: conversionAction.countingType ?? null,
    origin: conversionAction.origin ?? null,
    attribution_model: conversionAction.attributionModelSettings?.attributionModel ?? null,
    click_lookback_days: positive(conversionAction.clickThroughLookbackWindowDays),
  }
}

/** Of Performance Max Google names no ad group and no status. `termId`: the number of its text, which its facts have. */
export function searchTermRow(row: AdsRow, termId: number) {
  const { searchTermView = {}, campaignSearchTermView = {}, adGroup = {}, campaign = {} } = row
  const text = searchTermView.searchTerm ?? campaignSearchTermView.searchTerm ?? ''
  return {
    ad_group_id: Number(adGroup.id ?? 0),
    term_id: termId,
    campaign_id: Number(campaign.id),
    text,
    status: searchTermView.status ?? 'UNKNOWN',
  }
}

export function regionRow({ geoTargetConstant = {} }: AdsRow) {
  return {
    region_id: Number(geoTargetConstant.id),
    name: geoTargetConstant.name ?? '',
    country_code: geoTargetConstant.countryCode ?? null,
  }
}

/** Google prints an amount that was never set as 0 or not at all. */
function positive(int64: string | undefined): number | null {
  return Number(int64 ?? 0) || null
}

type Ad = NonNullable<NonNullable<AdsRow['adGroupAd']>['ad']>

/** Google tells a text of the older kinds of ads as it is, of the others with what is known of it. */
function textsOf(ad: Ad, part: 'headlines' | 'descriptions') {
  const told = Object.entries(AD_TEXT_FIELDS).flatMap(([kind, fields]) => {
    const own = ad[kind]
    return isMessage(own) ? fields[part].flatMap((field) => own[field] ?? []) : []
  }) as (AdText | string)[]
  return told.map((one) => {
    const { text = '', pinnedField } = typeof one === 'string' ? { text: one } : one
    return { text, ...(pinnedField && { pinnedField }) }
  })
}
