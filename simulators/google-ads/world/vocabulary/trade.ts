/** What a trade sells, how people search for it and how its advertiser set up the account. */

export type CampaignKind =
  | 'brand'
  | 'generic'
  | 'local'
  | 'longtail'
  | 'competitor'
  | 'display'
  | 'shopping'
  | 'pmax'

export type Product = {
  /** Ad group name. */
  name: string
  /** Base phrases as people write them. */
  phrases: readonly string[]
  path: string
  /** Conversion rate relative to the account's. */
  cvr?: number
}

export type Modifier = {
  text: string
  before?: boolean
  /** Share of searches relative to the others. */
  weight: number
  /** Conversion rate relative to the plain phrase. */
  cvr: number
  /** Advertisers bid on it too. */
  keyword?: boolean
}

type BiddingPlan =
  | 'MANUAL_CPC'
  | 'MAXIMIZE_CONVERSIONS'
  | 'MAXIMIZE_CONVERSIONS_TARGET'
  | 'MAXIMIZE_CONVERSION_VALUE_TARGET'
  | 'TARGET_CPA'
  | 'PORTFOLIO_TARGET_CPA'

export type CampaignPlan = {
  name: string
  kind: CampaignKind
  status?: 'ENABLED' | 'PAUSED' | 'REMOVED'
  /** Products by position; all where absent. */
  products?: readonly [from: number, to: number]
  /** Expected clicks of an average day without budget limit. */
  clicksPerDay: number
  /** Relative to the account's. */
  cvr: number
  cpc: number
  bidding: BiddingPlan
  /** Daily budget relative to the expected cost; below 1 the budget limits the campaign. */
  headroom: number
  /** Shares the account's common budget. */
  sharedBudget?: boolean
  /** Conversion rate on mobile relative to the campaign's. */
  mobileCvr?: number
}

export type Area = { name: string; geoId: number; weight: number; region: Region }

export type Region = { name: string; geoId: number }

export type Trade = {
  host: string
  language: { id: number; name: string }
  country: { geoId: number; code: string; name: string }
  brand: Product
  competitors: readonly Product[]
  products: readonly Product[]
  areas: readonly Area[]
  modifiers: readonly Modifier[]
  campaigns: readonly CampaignPlan[]
  negatives: readonly string[]
  headlines: readonly string[]
  descriptions: readonly string[]
  sitelinks: readonly (readonly [text: string, line1: string, line2: string, path: string])[]
  callouts: readonly string[]
  snippet: { header: string; values: readonly string[] }
  userLists: readonly string[]
  conversionActions: readonly ConversionActionPlan[]
  economics: {
    /** Average market price of a click, in currency units. */
    cpc: number
    /** Conversions per click. */
    cvr: number
    /** Average value per conversion in currency units; 0: leads without value. */
    value: number
    /** Share of conversions reported on the click's own day; the rest follow exponentially. */
    sameDay: number
    lagDays: number
    maxLagDays: number
  }
  season: {
    /** January … December, around 1. */
    months: readonly number[]
    /** Monday … Sunday, around 1. */
    weekdays: readonly number[]
    trendPerYear: number
  }
  plants: {
    /** Searched and clicked a lot, never convert. */
    wasteTerms: readonly string[]
    /** Words whose every search is worthless; also in `modifiers` with cvr 0. */
    wasteWords: readonly string[]
    /** Convert strongly, not keywords. */
    convertingTerms: readonly string[]
    /** Exact keywords that never convert. */
    deadKeywords: readonly string[]
    /** Conversions stop this many days before the first day asked for. */
    brokenTrackingDays?: number
    neglect: Neglect
  }
}

/** What its owner set up badly or never looked at; campaigns by name. */
export type Neglect = {
  /** Search campaign that also runs on the Display network. */
  displayOn?: string
  /** A sixth of its clicks comes from people elsewhere, who rarely buy. */
  outside?: string
  /** Ads take turns. */
  rotation?: string
  /** AI Max and automatically made texts, never reviewed. */
  aiMax?: string
  /** Audiences restrict instead of being observed. */
  restricted?: string
  withoutSitelinks?: string
  /** Its budget was raised by a third five days before the first day asked for. */
  budgetJump?: string
  /** Has an ad that Google's policy forbids. */
  disapproved?: string
  autoApply?: readonly string[]
  /** Address of a site that takes clicks and never converts. */
  junkPlacement?: string
  /** Path of a page that loads slowly. */
  slowPage?: string
  /** Path of an ad's page that is no more, and of one that says nothing of what it sells. */
  deadPage?: string
  offTopicPage?: string
  /** Performance Max group without signals and with few assets. */
  poorAssetGroup?: boolean
  /** Reports every conversion of another action once more. */
  twinAction?: ConversionActionPlan & { twinOf: string }
  /** Keyword that a negative of the account stops. */
  blockedKeyword?: string
  /** Keyword that is never searched for. */
  rareKeyword?: string
  /** Absent: all in order. */
  tracking?: { autoTagging?: boolean; customerDataTerms?: boolean; enhancedLeads?: boolean }
}

export type ConversionActionPlan = {
  name: string
  category: string
  type: string
  primary: boolean
  countingType: 'ONE_PER_CLICK' | 'MANY_PER_CLICK'
  /** Events per primary conversion. */
  rate: number
  attributionModel?: string
  clickLookbackDays?: number
}
