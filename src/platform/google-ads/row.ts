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
    status?: string
  }
  customerClient?: {
    id?: string
    descriptiveName?: string
    currencyCode?: string
    timeZone?: string
    manager?: boolean
    level?: string
    hidden?: boolean
    status?: string
  }
  campaign?: {
    id?: string
    name?: string
    status?: string
    primaryStatus?: string
    advertisingChannelType?: string
    biddingStrategyType?: string
    targetCpa?: { targetCpaMicros?: string }
    targetRoas?: { targetRoas?: number }
    maximizeConversions?: { targetCpaMicros?: string }
    maximizeConversionValue?: { targetRoas?: number }
  }
  campaignBudget?: { id?: string; amountMicros?: string; explicitlyShared?: boolean }
  adGroup?: {
    id?: string
    name?: string
    status?: string
    type?: string
    cpcBidMicros?: string
    targetCpaMicros?: string
  }
  adGroupAd?: {
    status?: string
    adStrength?: string
    policySummary?: { approvalStatus?: string }
    ad?: {
      id?: string
      name?: string
      type?: string
      finalUrls?: string[]
      responsiveSearchAd?: {
        headlines?: AdText[]
        descriptions?: AdText[]
        path1?: string
        path2?: string
      }
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
  }
  campaignCriterion?: Criterion
  sharedCriterion?: Criterion
  sharedSet?: { id?: string }
  conversionAction?: {
    id?: string
    name?: string
    status?: string
    type?: string
    category?: string
    primaryForGoal?: boolean
    countingType?: string
  }
  asset?: {
    id?: string
    finalUrls?: string[]
    textAsset?: { text?: string }
    sitelinkAsset?: { linkText?: string; description1?: string; description2?: string }
    calloutAsset?: { calloutText?: string }
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
  searchTermView?: { searchTerm?: string; status?: string }
  geoTargetConstant?: { id?: string; name?: string; countryCode?: string }
  segments?: {
    date?: string
    device?: string
    hour?: number
    geoTargetRegion?: string
    keyword?: { adGroupCriterion?: string }
  }
  metrics?: {
    impressions?: string
    clicks?: string
    costMicros?: string
    conversions?: number
    conversionsValue?: number
    searchImpressionShare?: number
    searchBudgetLostImpressionShare?: number
    searchRankLostImpressionShare?: number
  }
}

export type AdText = { text?: string; pinnedField?: string }

type Criterion = {
  resourceName?: string
  criterionId?: string
  keyword?: { text?: string; matchType?: string }
  displayName?: string
  type?: string
  status?: string
  bidModifier?: number
}
