import type { Experiment } from './experiments/experiment.ts'
import type { Restricted } from './restrictions.ts'
import type { CampaignKind } from './vocabulary/trade.ts'

/** The entities of one account as they stand now. Money in micros of the account's currency. */

type Status = 'ENABLED' | 'PAUSED' | 'REMOVED'
export type MatchType = 'EXACT' | 'PHRASE' | 'BROAD'
export type Channel = 'SEARCH' | 'DISPLAY' | 'SHOPPING' | 'PERFORMANCE_MAX'
export type BiddingType =
  | 'MANUAL_CPC'
  | 'MAXIMIZE_CONVERSIONS'
  | 'MAXIMIZE_CONVERSION_VALUE'
  | 'TARGET_CPA'

export type Campaign = {
  id: number
  name: string
  status: Status
  channel: Channel
  kind: CampaignKind
  budgetId: number
  biddingType: BiddingType
  targetCpaMicros?: number
  targetRoas?: number
  /** Portfolio strategy; its target replaces the campaign's. */
  biddingStrategyId?: number
  startDay: string
  setup: CampaignSetup
}

/** Switches that decide where and how a campaign may be shown, besides what it bids. */
export type CampaignSetup = Restricted & {
  searchPartners: boolean
  /** On Search: also on the Display network. */
  display: boolean
  /** 'PRESENCE', 'PRESENCE_OR_INTEREST' */
  geoTarget: string
  /** 'OPTIMIZE', 'ROTATE_INDEFINITELY' */
  rotation: string
  aiMax: boolean
  /** Types of automatically made assets that are opted in. */
  automations: string[]
  excludesBrands: boolean
  /** Share of the campaign's searches from outside its places. */
  outsideShare: number
}

export type Budget = {
  id: number
  name: string
  amountMicros: number
  shared: boolean
  status: 'ENABLED' | 'REMOVED'
}

export type BiddingStrategy = { id: number; name: string; targetCpaMicros: number }

export type AdGroup = Restricted & {
  id: number
  campaignId: number
  name: string
  status: Status
  cpcBidMicros: number
  targetCpaMicros?: number
  finalUrl: string
}

export type AdText = { text: string; pinnedField?: string; assetId: number }

export type Ad = {
  id: number
  adGroupId: number
  status: Status
  headlines: AdText[]
  descriptions: AdText[]
  path1: string
  path2: string
  finalUrls: string[]
  /** Absent: approved. A disapproved ad is not shown. */
  policy?: { approval: 'DISAPPROVED' | 'APPROVED_LIMITED'; topics: string[] }
}

export type AdGroupCriterionType =
  | 'KEYWORD'
  | 'USER_LIST'
  | 'USER_INTEREST'
  | 'AGE_RANGE'
  | 'GENDER'

export type AdGroupCriterion = {
  id: number
  adGroupId: number
  type: AdGroupCriterionType
  status: Status
  negative: boolean
  text?: string
  matchType?: MatchType
  cpcBidMicros?: number
  bidModifier?: number
  rarelyServed?: boolean
  /** 1…10 for keywords. */
  quality?: number
  finalUrls?: string[]
  /** User list or interest id, age range or gender name. */
  target?: number | string
}

type CampaignCriterionType =
  | 'KEYWORD'
  | 'DEVICE'
  | 'LOCATION'
  | 'LANGUAGE'
  | 'AD_SCHEDULE'
  | 'USER_LIST'
  | PlaceType

/** Where an ad of the Display network may stand. */
export type PlaceType = 'PLACEMENT' | 'MOBILE_APPLICATION' | 'YOUTUBE_CHANNEL' | 'YOUTUBE_VIDEO'

type Schedule = {
  dayOfWeek: string
  startHour: number
  startMinute: string
  endHour: number
  endMinute: string
}

export type CampaignCriterion = {
  id: number
  campaignId: number
  type: CampaignCriterionType
  status: Status
  negative: boolean
  text?: string
  matchType?: MatchType
  bidModifier?: number
  /** Device name, geo constant, language or user list id; address or id of a place. */
  target?: number | string
  schedule?: Schedule
}

type SharedSet = { id: number; name: string; status: 'ENABLED' | 'REMOVED' }
type SharedCriterion = {
  id: number
  sharedSetId: number
  text: string
  matchType: MatchType
}
type CampaignSharedSet = {
  campaignId: number
  sharedSetId: number
  status: 'ENABLED' | 'REMOVED'
}

export type Asset = {
  id: number
  type: 'TEXT' | 'SITELINK' | 'CALLOUT' | 'STRUCTURED_SNIPPET' | 'IMAGE'
  /** Of an image its name. */
  text: string
  image?: { url: string; width: number; height: number }
  /** Of a structured snippet. */
  values?: string[]
  description1?: string
  description2?: string
  finalUrls?: string[]
}
export type AssetLink = {
  level: 'customer' | 'campaign' | 'ad_group'
  parentId: number
  assetId: number
  fieldType: 'SITELINK' | 'CALLOUT' | 'STRUCTURED_SNIPPET' | 'AD_IMAGE' | 'BUSINESS_LOGO'
  status: Status
}

type AdGroupBidModifier = {
  adGroupId: number
  device: string
  bidModifier: number
}

type UserList = { id: number; name: string; sizeForSearch: number; sizeForDisplay: number }
export type ConversionAction = {
  id: number
  name: string
  category: string
  type: string
  primary: boolean
  countingType: string
  rate: number
  /** 'GOOGLE_SEARCH_ATTRIBUTION_DATA_DRIVEN' where absent. */
  attributionModel?: string
  clickLookbackDays?: number
  /** Name of the action whose events it reports once more. */
  twinOf?: string
}

/** Of Performance Max. Counts by the field an asset fills. */
export type AssetGroup = {
  id: number
  campaignId: number
  name: string
  status: Status
  adStrength: string
  assetCounts: Record<string, number>
  searchThemes: string[]
  /** Resource ids of audiences. */
  audiences: number[]
}

/** Maps are keyed by id, or by `parent~id` where Google's resource names are. */
export type AccountState = {
  campaigns: Map<number, Campaign>
  budgets: Map<number, Budget>
  biddingStrategies: Map<number, BiddingStrategy>
  adGroups: Map<number, AdGroup>
  ads: Map<number, Ad>
  criteria: Map<string, AdGroupCriterion>
  campaignCriteria: Map<string, CampaignCriterion>
  sharedSets: Map<number, SharedSet>
  sharedCriteria: Map<string, SharedCriterion>
  campaignSharedSets: Map<string, CampaignSharedSet>
  assets: Map<number, Asset>
  assetLinks: Map<string, AssetLink>
  bidModifiers: Map<string, AdGroupBidModifier>
  userLists: Map<number, UserList>
  conversionActions: Map<number, ConversionAction>
  assetGroups: Map<number, AssetGroup>
  /** Which of its own recommendations Google applies without asking, by type. */
  autoApply: Map<string, 'ENABLED' | 'PAUSED'>
  /** Google's recommendations that are gone, by resource name. */
  handledRecommendations: Map<string, 'APPLIED' | 'DISMISSED'>
  experiments: Map<number, Experiment>
  /** Next id of entities created later. */
  nextId: number
}

export const DEVICES = ['DESKTOP', 'MOBILE', 'TABLET'] as const
export const DEVICE_IDS: Record<string, number> = { DESKTOP: 30000, MOBILE: 30001, TABLET: 30002 }

export function emptyState(firstId: number): AccountState {
  return {
    campaigns: new Map(),
    budgets: new Map(),
    biddingStrategies: new Map(),
    adGroups: new Map(),
    ads: new Map(),
    criteria: new Map(),
    campaignCriteria: new Map(),
    sharedSets: new Map(),
    sharedCriteria: new Map(),
    campaignSharedSets: new Map(),
    assets: new Map(),
    assetLinks: new Map(),
    bidModifiers: new Map(),
    userLists: new Map(),
    conversionActions: new Map(),
    assetGroups: new Map(),
    autoApply: new Map(),
    handledRecommendations: new Map(),
    experiments: new Map(),
    nextId: firstId,
  }
}
