import type { Day, DayRange } from '#shared/dates.ts'
import type { Metrics } from '#shared/metrics.ts'
import type { BudgetResponses } from '../statistics/budget-response.ts'
import type { Coverage, Exposure, FactLevel } from './coverage.ts'
import type { AccountInventory, ConversionDay, EntityStatus, KeywordQuality } from './inventory.ts'
import type { Column, Counted, Sums } from './known-figures.ts'

/**
 * Everything the engine knows of an account. Money and conversions in micros; days and sums in the
 * account's own time zone; every `sums` covers `window`. Row order never matters.
 * Figures can be read of the levels and columns that the type says are known; of all others they may be absent.
 */
export type AccountSnapshot<Level extends FactLevel = never, Known extends Column = Counted> = {
  account: {
    name: string
    currencyCode: string
    timeZone: string
    today: Day
    /** 'imported': from a downloaded file, so no change can be sent to Google Ads. */
    source: 'google' | 'imported'
  }
  /** Both days included and every one of them known: coveredWindow() in coverage.ts says which to load. */
  window: DayRange
  /** Which days of each level are known; absent where all levels cover the window. */
  coverage?: Coverage
  /** Figures that its source gave; absent where all are known. A figure that is not named is unknown, not 0. */
  knownColumns?: readonly Column[]
  /** What the client pays at most per conversion, if set. */
  targetCpaMicros?: number
  /** What the client says a conversion is worth: in a campaign, or of a kind (a conversion action). */
  conversionValues?: {
    campaigns: readonly { id: string; micros: number }[]
    actions: readonly { id: string; micros: number }[]
  }
  /** Words and phrases of the client's own brand, or to be left alone. */
  ownWords?: { brand: readonly string[]; protected: readonly string[] }
  /** Share of the conversions of a click that days of the age `index` tell of: those that came after a day was read last are not in it. */
  lagCurve?: readonly number[]
  /** The same if all days were read now, rising to 1; absent where it is no other. */
  wholeLagCurve?: readonly number[]
  campaigns: readonly CampaignFacts<Of<'campaign', Level, Known>>[]
  adGroups: readonly AdGroupFacts[]
  keywords: readonly KeywordFacts<Of<'keyword', Level, Known>>[]
  searchTerms: readonly SearchTermFacts<Of<'searchTerm', Level, Known>>[]
  negatives: readonly NegativeKeyword[]
  /** Undefined when unknown (an imported file); empty when the account has none. */
  conversionActions?: readonly ConversionAction[]
  /** One entry per day with activity of the last 400, or as many as are known, up to yesterday; empty if unknown. */
  accountDays: readonly (Sums<Of<'account', Level, Known>> & { day: Day })[]
  /** The same by campaign, days without a click left out; undefined if unknown. */
  campaignDays?: readonly CampaignDay[]
  /** Daily conversions of each action over days that are all known, 0 days left out; undefined if unknown. */
  actionDays?: { from: Day; to: Day; rows: readonly ConversionDay[] }
  /** Actions that were found to count otherwise than the time before; absent if unknown. */
  settingChanges?: readonly SettingChange[]
  /** What came of bids that were changed; absent if unknown. */
  bidSteps?: readonly BidStep[]
  /** What Google does not show of the search terms; undefined if unknown. */
  hiddenSearchTerms?: Metrics
  /** Absent for an imported report. */
  inventory?: AccountInventory
  /** By rule, what its forecasts are multiplied by: measured over predicted, 1 where nothing was measured. */
  calibration?: Readonly<Record<string, number>>
  /** How conversions follow a budget, as this and other accounts' measured ones say; absent: as is usual. */
  budgetResponses?: BudgetResponses
  /** Fingerprints of the recommendations that wait for a decision: they stay while they are nearly as good as on their first day. */
  shown?: readonly string[]
}

/** Every figure known, as of an account read from Google. */
export type WholeSnapshot = AccountSnapshot<FactLevel, Column>

type Of<One extends FactLevel, Level extends FactLevel, Known extends Column> = One extends Level
  ? Known
  : never

export type CampaignDay = {
  campaignId: string
  day: Day
  clicks: number
  conversionsMicros: number
}

/** Bids of one campaign changed on one day, and what its keywords brought on as many days before and after. */
export type BidStep = {
  campaignId: string
  day: Day
  changed: readonly (BeforeAfter & {
    adGroupId: string
    criterionId: string
    fromMicros: number
    toMicros: number
  })[]
  /** Its keywords whose bids were left alone, added up; absent where there were none. */
  rest?: BeforeAfter
}

export type BeforeAfter = { before: Traffic; after: Traffic }
export type Traffic = { clicks: number; costMicros: number }

export type MatchType = 'EXACT' | 'PHRASE' | 'BROAD'

export type CampaignFacts<Known extends Column = Counted> = {
  id: string
  name: string
  status: EntityStatus
  /** Google's enum names: 'SEARCH', 'SHOPPING', 'PERFORMANCE_MAX', 'DISPLAY', … */
  channelType: string
  /** 'MANUAL_CPC', 'TARGET_CPA', 'MAXIMIZE_CONVERSIONS', …; absent if unknown. */
  biddingStrategyType?: string
  targetCpaMicros?: number
  targetRoas?: number
  /** The bid strategy that it may share with others: its type and its target are then that one's. */
  portfolioId?: string
  portfolioName?: string
  /** Only a manager account may change it. */
  isPortfolioManaged?: boolean
  budgetId?: string
  /** Per day; absent if unknown. */
  budgetMicros?: number
  budgetShared: boolean
  /** Though it is called like a brand's campaign, the brand is not the account's own. */
  isOthersBrand?: true
  /** A part of its searches is tried in another way right now, in one of Google's own experiments. */
  inExperiment?: boolean
  sums: Sums<Known>
  /** All of the window, where `sums` are without what is not spent on any more: what parts of it that are whole are held against. */
  wholeSums?: Sums
  /** Absent if unknown, or never shown in the window. */
  exposure?: Exposure
  /** Impressions, on Search, had (absent: all of them) and to be had on the days with a share; absent, or all 0, where Google gives none: sharesOf() tells. */
  impressionShare?: Omit<ShareFacts, 'impressions'> & Partial<ShareFacts>
  /** Likewise of the newest `newestShareDays` before today; absent where days are unknown. */
  newestShare?: ShareFacts
}

export type ShareFacts = {
  impressions: number
  eligible: number
  lostToBudget: number
  lostToRank: number
}

export type AdGroupFacts = {
  id: string
  campaignId: string
  name: string
  status: EntityStatus
  /** Google matches pages of the web to searches: it holds no keywords. */
  isDynamic?: true
}

/** Of the newest third of the window (recentFrom() in window.ts); absent where unknown, or where it tells nothing. */
export type RecentSums = { clicks: number; conversionsMicros: number }

export type KeywordFacts<Known extends Column = Counted> = {
  campaignId: string
  adGroupId: string
  criterionId: string
  text: string
  matchType: MatchType
  status: EntityStatus
  qualityScore?: number
  quality?: KeywordQuality
  bidMicros?: number
  sums: Sums<Known>
  recent?: RecentSums
}

export type SearchTermFacts<Known extends Column = Counted> = {
  term: string
  campaignId: string
  /** '' where the campaign has no ad groups. */
  adGroupId: string
  /** The keyword that brought it, as far as known. */
  keywordText?: string
  criterionId?: string
  matchType: string
  status: 'ADDED' | 'EXCLUDED' | 'ADDED_EXCLUDED' | 'NONE' | 'UNKNOWN'
  sums: Sums<Known>
  recent?: RecentSums
}

/** One entry per place where it acts: a shared list repeats its words for each campaign using it. */
export type NegativeKeyword = {
  scope: 'campaign' | 'adGroup' | 'shared'
  /** In scope 'shared', absent means the list acts on the whole account. */
  campaignId?: string
  adGroupId?: string
  text: string
  matchType: MatchType
  /** Where known, it can be removed: its criterion and, in scope 'shared', its list. */
  criterionId?: string
  listId?: string
}

export type ConversionAction = {
  id: string
  name: string
  status: 'ENABLED' | 'HIDDEN' | 'REMOVED'
  category: string
  primaryForGoal: boolean
  /** 'WEBPAGE', 'GOOGLE_ANALYTICS_4_CUSTOM', 'UPLOAD_CLICKS', … */
  type?: string
  /** 'WEBSITE', 'GOOGLE_HOSTED', … */
  origin?: string
  countingType?: 'ONE_PER_CLICK' | 'MANY_PER_CLICK'
  /** 'GOOGLE_SEARCH_ATTRIBUTION_DATA_DRIVEN', 'GOOGLE_ADS_LAST_CLICK', … */
  attributionModel?: string
  clickLookbackDays?: number
  lastConversionDay?: Day
}

/** `from`: the last day on which the former was read, `to`: the first with the present one. What was counted before `from` stays as it was. */
export type SettingChange = {
  actionId: string
  setting: 'counting_type' | 'attribution_model' | 'click_lookback_days'
  from: Day
  to: Day
  former: string
  present: string
}
