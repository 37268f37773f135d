import type { BrokenWay } from '#shared/broken-page.ts'
import type { Day } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'

export type BillableUnit = { code: string; unitMicros: number }

/**
 * What an account is set up like, and its sums split otherwise than by entity. Every part is undefined where it is
 * not known (an imported report, a query Google refused): a rule that needs it is silent then and says so. Sums cover
 * the snapshot's window unless said otherwise; enum values are Google's names.
 */
export type AccountInventory = {
  tracking?: TrackingSettings
  /** Amounts in a currency are multiples of it, in micros, where that is more than its smallest coin. */
  billableUnits?: readonly BillableUnit[]
  /** Daily conversions of each action over the window; 0 days are left out. */
  conversionDays?: readonly ConversionDay[]
  /** Conversions by time from click to conversion, over the window. */
  conversionLags?: readonly { bucket: string; conversionsMicros: number }[]
  campaignSettings?: readonly CampaignSettings[]
  negativeLists?: readonly NegativeList[]
  /** What was changed in the last 30 days, oldest first. */
  changes?: readonly AccountChange[]
  /** Google's own curves: what another target or budget would have brought per week. */
  simulations?: readonly CampaignSimulation[]
  portfolioSimulations?: readonly PortfolioSimulation[]
  devices?: readonly { campaignId: string; device: Device; sums: Metrics }[]
  /** Bid modifiers: 1 is neutral, 0 excludes. */
  deviceModifiers?: readonly {
    campaignId: string
    device: Device
    criterionId: string
    modifier: number
  }[]
  /** Weekday 1 Monday … 7 Sunday, hour 0–23 in the account's time zone. */
  hours?: readonly { campaignId: string; weekday: number; hour: number; sums: Metrics }[]
  adSchedules?: readonly {
    campaignId: string
    criterionId: string
    weekday: number
    fromHour: number
    toHour: number
    modifier: number
  }[]
  /** Whether the person who clicked was in a targeted place. */
  locationMatches?: readonly {
    campaignId: string
    countryId: string
    isTargeted: boolean
    sums: Metrics
  }[]
  regions?: readonly {
    campaignId: string
    regionId: string
    name: string
    sums: Metrics
    /** Of the newest third of the window. */
    recent?: { clicks: number; conversionsMicros: number }
  }[]
  /** Ids of the places that campaigns are to be shown in, or not; a campaign without any is shown everywhere. */
  chosenPlaces?: readonly ChosenPlaces[]
  /** Google's ids of the languages that campaigns are for; one without any is for all. */
  languages?: readonly { campaignId: string; ids: readonly string[] }[]
  /** Of the searches that a Search campaign could have been shown for, how many it stood first in; fractions. */
  firstPlaces?: readonly FirstPlaces[]
  networks?: readonly { campaignId: string; network: string; sums: Metrics }[]
  audiences?: readonly AudienceFacts[]
  /** Ad groups of Search with dimensions that are set to 'targeting'; others are set to observe. */
  restrictedAdGroups?: readonly {
    campaignId: string
    adGroupId: string
    dimensions: readonly string[]
    /** Its other ones; absent of what was read before they were kept. */
    observed?: readonly string[]
  }[]
  userLists?: readonly UserList[]
  /** AGE_RANGE_25_34 … and FEMALE, MALE, UNDETERMINED. */
  demographics?: readonly {
    campaignId: string
    adGroupId: string
    criterionId: string
    kind: 'age' | 'gender'
    value: string
    /** Of its bids, 1 neutral; absent where it was not read. */
    modifier?: number
    sums: Metrics
  }[]
  placements?: readonly {
    campaignId: string
    placement: string
    name: string
    type: string
    sums: Metrics
  }[]
  /** Of Display: by Google's type of the criterion, its address or id. */
  excludedPlaces?: readonly { campaignId: string; type: string; place: string }[]
  ads?: readonly AdFacts[]
  /** Days of ads that share an ad group with another, over the window. */
  adDays?: readonly (Metrics & { adId: string; adGroupId: string; day: Day })[]
  assets?: readonly AssetLink[]
  landingPages?: readonly LandingPage[]
  /** Pages that ads lead to and that were opened within the last days; absent where none was. */
  lookedPages?: readonly LookedPage[]
  /** Google's automatic application of its own recommendations: type and whether it is on. */
  autoApply?: readonly { id: string; type: string; status: string }[]
  assetGroups?: readonly AssetGroup[]
  /** Search terms that AI Max or Performance Max brought without a keyword, by source. */
  keywordlessTerms?: readonly { term: string; campaignId: string; source: string; sums: Metrics }[]
  /** What the user decided where the trade disagrees, or told; absent: the data decide, and the usual minimum. */
  preferences?: AuditPreferences
}

/** UNKNOWN: not known to serve, so nothing is advised upon it. */
export type EntityStatus = 'ENABLED' | 'PAUSED' | 'REMOVED' | 'UNKNOWN'

export type AuditPreferences = {
  /** 'data': judged by their conversions; 'on': left alone; 'off': advised against wherever they are on. */
  searchPartners?: 'data' | 'on' | 'off'
  /** Conversions in 30 days below which Performance Max learns too little: 30 for some, 50 for others. */
  performanceMaxConversions?: number
  /** Whether the web tells Google what visitors consent to: Google's API does not say it. */
  consentMode?: 'on' | 'off'
}

export type Device = 'DESKTOP' | 'MOBILE' | 'TABLET' | 'CONNECTED_TV' | 'OTHER'

export type TrackingSettings = {
  /** 'CONVERSION_TRACKING_MANAGED_BY_SELF', 'NOT_CONVERSION_TRACKED', … */
  status: string
  acceptedCustomerDataTerms: boolean
  enhancedConversionsForLeads: boolean
  autoTagging: boolean
}

export type ConversionDay = {
  actionId: string
  day: Day
  conversionsMicros: number
  valueMicros: number
}

export type CampaignSettings = {
  campaignId: string
  /** 'PRESENCE_OR_INTEREST', 'PRESENCE', 'SEARCH_INTEREST' */
  positiveGeoTargetType?: string
  targetsSearch?: boolean
  targetsSearchPartners?: boolean
  targetsDisplay?: boolean
  /** Of the budget: how many campaigns use it, and what Google would recommend per day. */
  budgetReferences?: number
  recommendedBudgetMicros?: number
  /** 'ENABLED', 'LEARNING_NEW', 'LIMITED_BY_BUDGET', 'MISCONFIGURED_…' */
  biddingSystemStatus?: string
  primaryStatusReasons: readonly string[]
  /** 'OPTIMIZE', 'ROTATE_INDEFINITELY', … */
  adRotation?: string
  aiMaxEnabled?: boolean
  /** Types that are opted in, e.g. 'FINAL_URL_EXPANSION_TEXT_ASSET_AUTOMATION'. */
  automations: readonly string[]
  /** Dimensions of audiences or placements set to 'targeting' rather than 'observation'. */
  restrictedDimensions: readonly string[]
  /** Those set to 'observation'; absent of what was read before they were kept. */
  observedDimensions?: readonly string[]
  hasBrandExclusion?: boolean
  startedOn?: Day
  /** The last day that it is shown; years ahead where none was chosen. */
  endsOn?: Day
}

export type ChosenPlaces = {
  campaignId: string
  targeted: readonly string[]
  excluded: readonly string[]
  /** It is shown around an address too; absent where that was not read. */
  isAround?: true
}

export type FirstPlaces = {
  campaignId: string
  impressions: number
  first: number
  /** Why it did not stand first, as far as Google says it. */
  lostToBudget?: number
  lostToRank?: number
}

export type NegativeList = {
  id: string
  name: string
  memberCount: number
  campaignIds: readonly string[]
}

export type AccountChange = {
  /** 'YYYY-MM-DD HH:MM:SS' in the account's time zone. */
  at: string
  /** 'GOOGLE_ADS_WEB_CLIENT', 'GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION', … */
  clientType: string
  /** Of a campaign or its budget: a card of ours made it, or its undoing did. */
  isOfCard?: true
  /** Made from here and taken back from here, or the taking back: it is as it was before. */
  isUndone?: true
  resourceType: string
  operation: 'CREATE' | 'UPDATE' | 'REMOVE'
  changedFields: readonly string[]
  campaignId?: string
  adGroupId?: string
  /** Of a criterion of an ad group: keyword, negative keyword, audience. */
  criterionId?: string
  /** Of the changed fields, where they are numbers in micros: budget or target. */
  beforeMicros?: number
  afterMicros?: number
}

export type CampaignSimulation = Simulation & { campaignId: string }

/** Of a bid strategy that campaigns share: figures of all of them together. */
export type PortfolioSimulation = Simulation & { portfolioId: string }

type Simulation = {
  type: 'CPC_BID' | 'TARGET_CPA' | 'TARGET_ROAS' | 'BUDGET'
  from: Day
  to: Day
  /** Ascending; `value` in micros, for TARGET_ROAS the ratio. */
  points: readonly {
    value: number
    clicks: number
    costMicros: number
    conversionsMicros: number
    valueMicros: number
  }[]
}

export type AudienceFacts = {
  campaignId: string
  /** '' where it hangs on the campaign. */
  adGroupId: string
  criterionId: string
  name: string
  type: string
  modifier?: number
  sums: Metrics
}

export type UserList = {
  id: string
  name: string
  sizeForSearch: number
  matchRatePercent?: number
  isEligibleForSearch: boolean
}

export type AdFacts = {
  campaignId: string
  adGroupId: string
  adId: string
  type: string
  status: EntityStatus
  /** 'EXCELLENT', 'GOOD', 'AVERAGE', 'POOR', 'NO_ADS', 'PENDING' */
  strength?: string
  /** 'APPROVED', 'APPROVED_LIMITED', 'DISAPPROVED', … */
  approvalStatus?: string
  policyTopics: readonly string[]
  headlines: readonly { text: string; pinnedField?: string }[]
  descriptions: readonly { text: string; pinnedField?: string }[]
  finalUrls: readonly string[]
  sums: Metrics
}

export type AssetLink = {
  scope: 'account' | 'campaign' | 'ad_group'
  /** '' on the account. */
  scopeId: string
  assetId: string
  /** 'SITELINK', 'CALLOUT', 'STRUCTURED_SNIPPET', 'AD_IMAGE', 'CALL', … */
  fieldType: string
}

export type LandingPage = {
  url: string
  campaignId: string
  adGroupId: string
  device?: Device
  /** 1 slow … 10 fast, on mobile; undefined without enough visits. */
  speedScore?: number
  /** Fraction of mobile clicks on mobile-friendly pages. */
  mobileFriendlyShare?: number
  sums: Metrics
}

export type LookedPage = {
  /** As `pageAddress` makes it of a final URL. */
  address: string
  /** 'YYYY-MM-DD HH:MM:SS' in the account's time zone. */
  lookedAt: string
  /** What two looks or more found, since the day of the first; absent where it is in order, or was broken once only. */
  broken?: { way: BrokenWay; since: Day }
  /** The newest look could tell that it is in order. */
  isFine: boolean
  endedAt: string
  title: string
  headings: readonly string[]
}

export type AssetGroup = {
  id: string
  campaignId: string
  name: string
  status: EntityStatus
  strength?: string
  /** By field type: 'HEADLINE', 'MARKETING_IMAGE', 'LOGO', 'YOUTUBE_VIDEO', … */
  assetCounts: Readonly<Record<string, number>>
  searchThemes: number
  audienceSignals: number
}

/** Of keywords, beyond the snapshot's facts. */
export type KeywordQuality = {
  /** 'ABOVE_AVERAGE', 'AVERAGE', 'BELOW_AVERAGE' */
  expectedCtr?: string
  adRelevance?: string
  landingPage?: string
  /** 'ELIGIBLE', 'RARELY_SERVED' */
  servingStatus?: string
  approvalStatus?: string
  firstPageCpcMicros?: number
}
