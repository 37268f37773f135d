/**
 * A row as Google prints it: lowerCamelCase, int64 as text, enums by name, unset fields absent.
 * Only what the queries of this folder select.
 */
export type AdsRow = {
  customer?: {
    id?: string
    descriptiveName?: string
    currencyCode?: string
    timeZone?: string
    manager?: boolean
    testAccount?: boolean
    status?: string
    autoTaggingEnabled?: boolean
    conversionTrackingSetting?: {
      conversionTrackingStatus?: string
      acceptedCustomerDataTerms?: boolean
      enhancedConversionsForLeadsEnabled?: boolean
    }
  }
  customerClient?: {
    id?: string
    descriptiveName?: string
    currencyCode?: string
    timeZone?: string
    manager?: boolean
    testAccount?: boolean
    level?: string
    hidden?: boolean
    status?: string
  }
  campaign?: BidTargets & {
    id?: string
    name?: string
    status?: string
    primaryStatus?: string
    /** BASE, DRAFT or EXPERIMENT. */
    experimentType?: string
    /** Resource name; of a campaign that is in no experiment its own. */
    baseCampaign?: string
    advertisingChannelType?: string
    biddingStrategyType?: string
    primaryStatusReasons?: string[]
    biddingStrategySystemStatus?: string
    startDateTime?: string
    endDateTime?: string
    networkSettings?: {
      targetGoogleSearch?: boolean
      targetSearchNetwork?: boolean
      targetContentNetwork?: boolean
    }
    geoTargetTypeSetting?: { positiveGeoTargetType?: string }
    adServingOptimizationStatus?: string
    aiMaxSetting?: { enableAiMax?: boolean }
    assetAutomationSettings?: { assetAutomationType?: string; assetAutomationStatus?: string }[]
    targetingSetting?: TargetingSetting
  }
  biddingStrategy?: SharedStrategy
  accessibleBiddingStrategy?: SharedStrategy
  campaignBudget?: {
    id?: string
    amountMicros?: string
    explicitlyShared?: boolean
    referenceCount?: string
    hasRecommendedBudget?: boolean
    recommendedBudgetAmountMicros?: string
  }
  adGroup?: {
    id?: string
    name?: string
    status?: string
    type?: string
    cpcBidMicros?: string
    targetCpaMicros?: string
    targetingSetting?: TargetingSetting
  }
  adGroupAd?: {
    status?: string
    adStrength?: string
    policySummary?: { approvalStatus?: string; policyTopicEntries?: { topic?: string }[] }
    ad?: {
      id?: string
      name?: string
      type?: string
      finalUrls?: string[]
      /** Texts, as `AD_TEXT_FIELDS` has them for each kind of ad. */
      [kind: string]: unknown
      responsiveSearchAd?: { path1?: string; path2?: string }
    }
  }
  adGroupCriterion?: Criterion & {
    cpcBidMicros?: string
    finalUrls?: string[]
    qualityInfo?: {
      qualityScore?: number
      creativeQualityScore?: string
      postClickQualityScore?: string
      searchPredictedCtr?: string
    }
    positionEstimates?: { firstPageCpcMicros?: string }
    systemServingStatus?: string
    approvalStatus?: string
    ageRange?: { type?: string }
    gender?: { type?: string }
  }
  campaignCriterion?: Criterion & {
    negative?: boolean
    device?: { type?: string }
    adSchedule?: { dayOfWeek?: string; startHour?: number; endHour?: number }
    placement?: { url?: string }
    mobileApplication?: { appId?: string }
    mobileAppCategory?: { mobileAppCategoryConstant?: string }
    youtubeChannel?: { channelId?: string }
    youtubeVideo?: { videoId?: string }
    location?: { geoTargetConstant?: string }
    language?: { languageConstant?: string }
  }
  sharedCriterion?: Criterion
  currencyConstant?: { code?: string; billableUnitMicros?: string }
  sharedSet?: { id?: string; name?: string; type?: string; memberCount?: string }
  customerNegativeCriterion?: { negativeKeywordList?: { sharedSet?: string } }
  conversionAction?: {
    id?: string
    name?: string
    status?: string
    type?: string
    category?: string
    primaryForGoal?: boolean
    countingType?: string
    origin?: string
    attributionModelSettings?: { attributionModel?: string }
    clickThroughLookbackWindowDays?: string
  }
  campaignSimulation?: {
    campaignId?: string
    type?: string
    startDate?: string
    endDate?: string
    budgetPointList?: { points?: SimulationPoint[] }
    cpcBidPointList?: { points?: SimulationPoint[] }
    targetCpaPointList?: { points?: SimulationPoint[] }
    targetRoasPointList?: { points?: SimulationPoint[] }
  }
  biddingStrategySimulation?: {
    biddingStrategyId?: string
    type?: string
    startDate?: string
    endDate?: string
    targetCpaPointList?: { points?: SimulationPoint[] }
    targetRoasPointList?: { points?: SimulationPoint[] }
  }
  userLocationView?: { countryCriterionId?: string; targetingLocation?: boolean }
  detailPlacementView?: { placement?: string; displayName?: string; placementType?: string }
  landingPageView?: { unexpandedFinalUrl?: string }
  userInterest?: { userInterestId?: string; name?: string }
  userList?: {
    id?: string
    name?: string
    sizeForSearch?: string
    matchRatePercentage?: number
    eligibleForSearch?: boolean
  }
  recommendationSubscription?: { resourceName?: string; type?: string; status?: string }
  assetGroup?: { id?: string; name?: string; status?: string; adStrength?: string }
  assetGroupAsset?: { fieldType?: string }
  assetGroupSignal?: { searchTheme?: { text?: string }; audience?: { audience?: string } }
  asset?: {
    id?: string
    finalUrls?: string[]
    textAsset?: { text?: string }
    sitelinkAsset?: { linkText?: string; description1?: string; description2?: string }
    calloutAsset?: { calloutText?: string }
    structuredSnippetAsset?: { header?: string; values?: string[] }
    callAsset?: { phoneNumber?: string }
    imageAsset?: { fullSize?: { url?: string } }
    youtubeVideoAsset?: { youtubeVideoId?: string }
  }
  customerAsset?: { fieldType?: string }
  campaignAsset?: { fieldType?: string }
  adGroupAsset?: { fieldType?: string }
  adGroupAdAssetView?: { fieldType?: string; performanceLabel?: string }
  changeEvent?: {
    resourceName?: string
    changeDateTime?: string
    userEmail?: string
    clientType?: string
    changeResourceType?: string
    changeResourceName?: string
    resourceChangeOperation?: string
    /** Comma-separated paths. */
    changedFields?: string
    oldResource?: Record<string, unknown>
    newResource?: Record<string, unknown>
    /** Resource names. */
    campaign?: string
    adGroup?: string
  }
  recommendation?: {
    resourceName?: string
    type?: string
    impact?: { baseMetrics?: RecommendationMetrics; potentialMetrics?: RecommendationMetrics }
    /** Resource names. */
    campaign?: string
    campaigns?: string[]
    adGroup?: string
    campaignBudget?: string
    dismissed?: boolean
    /** What a type proposes stands under the type's own name, e.g. `keywordRecommendation`. */
    [proposal: `${string}Recommendation`]: Record<string, unknown> | undefined
  }
  searchTermView?: { searchTerm?: string; status?: string }
  campaignSearchTermView?: { searchTerm?: string }
  geoTargetConstant?: { id?: string; name?: string; countryCode?: string }
  segments?: {
    date?: string
    device?: string
    hour?: number
    geoTargetRegion?: string
    keyword?: { adGroupCriterion?: string }
    /** Resource name. */
    conversionAction?: string
    conversionLagBucket?: string
    adNetworkType?: string
    searchTermMatchSource?: string
  }
  metrics?: {
    impressions?: string
    clicks?: string
    costMicros?: string
    conversions?: number
    conversionsValue?: number
    allConversions?: number
    searchImpressionShare?: number
    searchBudgetLostImpressionShare?: number
    searchRankLostImpressionShare?: number
    searchAbsoluteTopImpressionShare?: number
    searchBudgetLostAbsoluteTopImpressionShare?: number
    searchRankLostAbsoluteTopImpressionShare?: number
    conversionLastConversionDate?: string
    speedScore?: string
    mobileFriendlyClicksPercentage?: number
  }
}

export type TargetingSetting = {
  targetRestrictions?: { targetingDimension?: string; bidOnly?: boolean }[]
}

/** Of a week. */
export type RecommendationMetrics = {
  impressions?: number
  clicks?: number
  costMicros?: string
  conversions?: number
  conversionsValue?: number
}

/** One value that was simulated, with what a week would have brought. */
export type SimulationPoint = {
  budgetAmountMicros?: string
  cpcBidMicros?: string
  targetCpaMicros?: string
  targetRoas?: number
  clicks?: string
  costMicros?: string
  biddableConversions?: number
  biddableConversionsValue?: number
}

export type AdText = { text?: string; pinnedField?: string }

type Criterion = {
  resourceName?: string
  criterionId?: string
  keyword?: { text?: string; matchType?: string }
  displayName?: string
  userInterest?: { userInterestCategory?: string }
  type?: string
  status?: string
  bidModifier?: number
}

type SharedStrategy = BidTargets & { id?: string; name?: string; type?: string }

/** A campaign, or a strategy that several share, holds its target where its kind of bidding has it. */
export type BidTargets = {
  targetCpa?: { targetCpaMicros?: string }
  targetRoas?: { targetRoas?: number }
  maximizeConversions?: { targetCpaMicros?: string }
  maximizeConversionValue?: { targetRoas?: number }
}
