/** How each kind of mutate operation is read back by GAQL. Paths are camelCase, below the resource. */
export type ResourceShape = {
  /** After FROM. */
  from: string
  /** What field names begin with; differs from `from` for what lives inside another resource. */
  prefix: string
  hasStatus: boolean
  /** Resources around it whose names and statuses GAQL gives in the same row. */
  around: readonly ('campaign' | 'ad_group')[]
  /** Fields that name it on the screen. */
  labels: readonly string[]
  /** The field that holds its parent; one that was created is looked for there. */
  parent?: string
  /** What makes two of them the same thing. */
  identity: readonly string[]
  /** Needed besides the identity to put a removed one back as it was. */
  settings: readonly string[]
  /** Narrows the search for one that was created. */
  where?: string
  /** Google keeps it for ever: undoing leaves it, unused. */
  staysForEver?: true
}

const KEYWORD = ['keyword.text', 'keyword.matchType']
const AUDIENCE = ['userList.userList', 'userInterest.userInterestCategory']
const PLACEMENT = [
  'placement.url',
  'mobileApplication.appId',
  'youtubeChannel.channelId',
  'youtubeVideo.videoId',
]
const BOTH = ['campaign', 'ad_group'] as const
const SCHEDULE = ['dayOfWeek', 'startHour', 'startMinute', 'endHour', 'endMinute'].map(
  (field) => `adSchedule.${field}`,
)

function shape(from: string, more: Partial<ResourceShape> = {}): ResourceShape {
  return {
    from,
    prefix: from,
    hasStatus: true,
    around: [],
    labels: ['name'],
    identity: ['name'],
    settings: [],
    ...more,
  }
}

function assetLink(from: string, parent: string | undefined, around: ResourceShape['around']) {
  const identity = [...(parent ? [parent] : []), 'asset', 'fieldType']
  return shape(from, { around, labels: ['fieldType'], identity, ...(parent && { parent }) })
}

export const RESOURCES: Readonly<Record<string, ResourceShape>> = {
  campaignOperation: shape('campaign'),
  campaignBudgetOperation: shape('campaign_budget'),
  biddingStrategyOperation: shape('bidding_strategy'),
  conversionActionOperation: shape('conversion_action'),
  customerOperation: shape('customer', { labels: ['descriptiveName'], identity: [] }),
  adGroupOperation: shape('ad_group', { around: ['campaign'], parent: 'campaign' }),
  adGroupAdOperation: shape('ad_group_ad', {
    around: BOTH,
    labels: ['ad.id', 'ad.responsiveSearchAd.headlines'],
    parent: 'adGroup',
    identity: [
      'adGroup',
      'ad.finalUrls',
      'ad.responsiveSearchAd.headlines',
      'ad.responsiveSearchAd.descriptions',
    ],
    settings: ['ad.responsiveSearchAd.path1', 'ad.responsiveSearchAd.path2'],
  }),
  adOperation: shape('ad_group_ad', {
    prefix: 'ad_group_ad.ad',
    hasStatus: false,
    around: BOTH,
    labels: ['id', 'responsiveSearchAd.headlines'],
    identity: [],
  }),
  adGroupCriterionOperation: shape('ad_group_criterion', {
    around: BOTH,
    labels: ['type', 'negative', 'displayName', ...KEYWORD],
    parent: 'adGroup',
    identity: ['adGroup', 'negative', ...KEYWORD, ...AUDIENCE],
    settings: ['cpcBidMicros', 'bidModifier', 'finalUrls'],
  }),
  campaignCriterionOperation: shape('campaign_criterion', {
    around: ['campaign'],
    labels: ['type', 'negative', 'displayName', 'device.type', ...KEYWORD],
    parent: 'campaign',
    identity: [
      'campaign',
      'negative',
      ...KEYWORD,
      ...AUDIENCE,
      ...SCHEDULE,
      'device.type',
      'location.geoTargetConstant',
      'language.languageConstant',
      ...PLACEMENT,
    ],
    settings: ['bidModifier'],
  }),
  customerNegativeCriterionOperation: shape('customer_negative_criterion', {
    hasStatus: false,
    labels: ['type', 'placement.url'],
    identity: ['contentLabel.type', 'negativeKeywordList.sharedSet', 'placement.url'],
  }),
  adGroupBidModifierOperation: shape('ad_group_bid_modifier', {
    hasStatus: false,
    around: BOTH,
    labels: ['device.type'],
    parent: 'adGroup',
    identity: ['adGroup', 'device.type'],
    settings: ['bidModifier'],
  }),
  sharedSetOperation: shape('shared_set', { identity: ['name', 'type'] }),
  sharedCriterionOperation: shape('shared_criterion', {
    hasStatus: false,
    labels: KEYWORD,
    parent: 'sharedSet',
    identity: ['sharedSet', ...KEYWORD, 'placement.url'],
  }),
  campaignSharedSetOperation: shape('campaign_shared_set', {
    around: ['campaign'],
    labels: [],
    parent: 'campaign',
    identity: ['campaign', 'sharedSet'],
  }),
  assetOperation: shape('asset', {
    hasStatus: false,
    labels: ['type', 'name'],
    identity: ['finalUrls', 'sitelinkAsset.linkText', 'calloutAsset.calloutText'],
    where: "asset.type IN ('SITELINK', 'CALLOUT')",
    staysForEver: true,
  }),
  customerAssetOperation: assetLink('customer_asset', undefined, []),
  campaignAssetOperation: assetLink('campaign_asset', 'campaign', ['campaign']),
  adGroupAssetOperation: assetLink('ad_group_asset', 'adGroup', BOTH),
  recommendationSubscriptionOperation: shape('recommendation_subscription', {
    labels: ['type'],
    identity: ['type'],
  }),
}
