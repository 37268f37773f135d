/** How each kind of mutate operation is read back by GAQL. Paths are camelCase, below the resource. */
export type ResourceShape = {
  /** After FROM, and what field names begin with. */
  from: string
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
  /** Narrows the search. */
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
const textsOf = (...parts: string[]) => parts.map((part) => `ad.responsiveSearchAd.${part}`)
const BOTH = ['campaign', 'ad_group'] as const
const HOURS = ['dayOfWeek', 'startHour', 'startMinute', 'endHour', 'endMinute']
const SCHEDULE = HOURS.map((field) => `adSchedule.${field}`)

const PLAIN = { hasStatus: true, around: [], labels: ['name'], identity: ['name'], settings: [] }

function shape(from: string, more: Partial<ResourceShape> = {}): ResourceShape {
  return { from, ...PLAIN, ...more }
}

const ADVICE = shape('recommendation', {
  hasStatus: false,
  labels: [],
  identity: [],
  where: 'recommendation.dismissed = FALSE',
})

/** Its own verbs: known by how it stands afterwards (`experiment-state.ts`). */
const EXPERIMENT = shape('experiment')

export const RESOURCES: Readonly<Record<string, ResourceShape>> = {
  campaignOperation: shape('campaign'),
  campaignBudgetOperation: shape('campaign_budget'),
  biddingStrategyOperation: shape('bidding_strategy'),
  conversionActionOperation: shape('conversion_action'),
  customerOperation: shape('customer', { labels: ['descriptiveName'], identity: [] }),
  adGroupOperation: shape('ad_group', { around: ['campaign'], parent: 'campaign' }),
  adGroupAdOperation: shape('ad_group_ad', {
    around: BOTH,
    labels: ['ad.id', ...textsOf('headlines')],
    parent: 'adGroup',
    identity: ['adGroup', 'ad.finalUrls', ...textsOf('headlines', 'descriptions')],
    settings: textsOf('path1', 'path2'),
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
  campaignAssetOperation: shape('campaign_asset', {
    around: ['campaign'],
    labels: ['fieldType'],
    parent: 'campaign',
    identity: ['campaign', 'asset', 'fieldType'],
  }),
  recommendationSubscriptionOperation: shape('recommendation_subscription', {
    labels: ['type'],
    identity: ['type'],
  }),
  experimentOperation: shape('experiment', { identity: ['name', 'type', 'startDate', 'endDate'] }),
  experimentArmOperation: shape('experiment_arm', {
    hasStatus: false,
    parent: 'experiment',
    identity: ['experiment', 'name', 'campaigns', 'trafficSplit'],
  }),
  scheduleExperiment: EXPERIMENT,
  endExperiment: EXPERIMENT,
  promoteExperiment: EXPERIMENT,
  applyRecommendation: ADVICE,
  dismissRecommendation: ADVICE,
}
