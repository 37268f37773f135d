import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import {
  AdGroupId,
  CampaignId,
  EntityId,
  Fraction,
  MatchCode,
  Money,
  Percent,
  RangeQuery,
  StatusCode,
} from '#shared/wire.ts'

/** Lists below the ad group and beside it. Money in account currency units unless a name says micros. */

const CampaignRange = z.object({ campaignId: CampaignId, ...RangeQuery })
const AdGroupRange = z.object({ adGroupId: AdGroupId, ...RangeQuery })

const Media = z.object({ type: z.string(), url: z.string() })

/** One headline or description of a responsive ad. */
const AdPiece = z.object({
  text: z.string(),
  kind: z.enum(['HEADLINE', 'DESCRIPTION']),
  /** Google's name of the place it is pinned to (HEADLINE_1 …); null when Google chooses. */
  pinned: z.nullable(z.string()),
  /** Google's verdict: BEST, GOOD, LOW, LEARNING, PENDING …; null where it gives none. */
  performance: z.nullable(z.string()),
  /** Of the last 30 synced days; null where Google tells none. */
  impressions: z.nullable(z.number()),
})

export const AdRow = z.object({
  ad_id: z.string(),
  ad_group_id: z.string(),
  adGroupName: z.string(),
  name: z.nullable(z.string()),
  status: StatusCode,
  /** JSON-encoded list of texts. */
  ad_headline: z.string(),
  /** JSON-encoded list of texts. */
  description: z.string(),
  headline1: z.string(),
  headline2: z.string(),
  impressions: z.number(),
  clicks: z.number(),
  conversions: z.number(),
  ctr: Fraction,
  cpc: Money,
  average_cpc: Money,
  cost: Money,
  finalUrl: z.string(),
  /** Google's enum name, e.g. RESPONSIVE_SEARCH_AD. */
  ad_type: z.string(),
  /** Google's enum names; null where it tells none. */
  ad_strength: z.nullable(z.string()),
  approval_status: z.nullable(z.string()),
  paths: z.array(z.string()),
  callouts: z.array(z.string()),
  sitelinks: z.array(
    z.object({ title: z.string(), url: z.string(), descriptions: z.array(z.string()) }),
  ),
  images: z.array(Media),
  videos: z.array(Media),
  pieces: z.array(AdPiece),
})
export type AdRow = z.infer<typeof AdRow>

export const listAds = endpoint('GET /api/ad-groups/:adGroupId/ads', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Ads of an ad group with their texts, assets and sums over the range',
  input: AdGroupRange,
  reply: z.array(AdRow),
})

/** What a Performance Max campaign has in place of ad groups. */
export const AssetGroupRow = z.object({
  asset_group_id: z.string(),
  asset_group_name: z.string(),
  status: StatusCode,
  /** Google's enum name; null where it tells none. */
  ad_strength: z.nullable(z.string()),
})
export type AssetGroupRow = z.infer<typeof AssetGroupRow>

export const listAssetGroups = endpoint('GET /api/campaigns/:campaignId/asset-groups', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Asset groups of a Performance Max campaign, as read once a day; null before that',
  input: z.object({ campaignId: CampaignId }),
  reply: z.nullable(z.array(AssetGroupRow)),
})

export const KeywordRow = z.object({
  customerId: z.string(),
  /** Unique within its ad group only. */
  keywordId: z.string(),
  keywordText: z.string(),
  campaignId: z.string(),
  campaignName: z.string(),
  /** Null for a negative of the campaign or of a shared list. */
  adGroupId: z.nullable(z.string()),
  adGroupName: z.nullable(z.string()),
  matchType: MatchCode,
  status: StatusCode,
  isNegative: z.boolean(),
  impressions: z.number(),
  clicks: z.number(),
  /** Units of the account's currency, euros or not. */
  costEuros: Money,
  costMicros: z.number(),
  conversions: z.number(),
  ctr: Percent,
  averageCpcEuros: Money,
  averageCpcMicros: z.number(),
  /** 1..10; null where Google gives none. */
  qualityScore: z.nullable(z.number()),
})
export type KeywordRow = z.infer<typeof KeywordRow>

export const listCampaignKeywords = endpoint('GET /api/campaigns/:campaignId/keywords', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Keywords of a campaign with their sums, and the negatives that act in it',
  input: CampaignRange,
  reply: z.array(KeywordRow),
})

export const listAdGroupKeywords = endpoint('GET /api/ad-groups/:adGroupId/keywords', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Keywords of an ad group with their sums, and the negatives that act in it',
  input: AdGroupRange,
  reply: z.array(KeywordRow),
})

/** A list is cut after this many terms, those with most impressions first. */
export const MOST_SEARCH_TERMS = 5_000

export const SearchTermRow = z.object({
  search_term: z.string(),
  /** The keyword that matched; '' where none did. */
  keyword_text: z.string(),
  /** Of that keyword: 2 exact, 3 phrase, 4 broad, else unknown. */
  match_type: MatchCode,
  campaign_id: z.string(),
  /** '' where Google names none (Performance Max). */
  ad_group_id: z.string(),
  ad_group_name: z.string(),
  status: z.enum(['ADDED', 'EXCLUDED', 'NONE']),
  impressions: z.number(),
  clicks: z.number(),
  ctr: Fraction,
  average_cpc: Money,
  cost: Money,
  conversions: z.number(),
})
export type SearchTermRow = z.infer<typeof SearchTermRow>

const SearchTermQuestion = z.extend(CampaignRange, {
  ad_group_id: z.optional(EntityId),
  /** Only terms, or terms of keywords, that contain this; upper and lower case are one. */
  q: z.optional(
    z.string().check(
      z.maxLength(200),
      // PostgreSQL refuses U+0000 in a text.
      z.refine((text) => !/\p{Cc}/u.test(text), 'Parámetros inválidos en la solicitud.'),
    ),
  ),
})

export const listSearchTerms = endpoint('GET /api/campaigns/:campaignId/search-terms', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Search terms by impressions, at most 5,000: `q` reaches the others',
  input: SearchTermQuestion,
  reply: z.array(SearchTermRow),
})

export const getSearchTermCoverage = endpoint(
  'GET /api/campaigns/:campaignId/search-terms-hidden',
  {
    access: 'subscriber',
    permission: 'see',
    scope: 'metricas:leer',
    summary: 'What of the campaign (or ad group) Google shows as search terms, and what it hides',
    input: SearchTermQuestion,
    reply: z.object({
      /** Rows there are, and rows the list carries. */
      total: z.number(),
      listed: z.number(),
      /** Fractions 0..1 of all that no search term accounts for; null without any traffic. */
      hiddenImpressions: z.nullable(Fraction),
      hiddenClicks: z.nullable(Fraction),
      hiddenCost: z.nullable(Fraction),
      hiddenConversions: z.nullable(Fraction),
    }),
  },
)

export const AudienceRow = z.object({
  id: z.string(),
  /** USER_LIST, USER_INTEREST, AFFINITY, DEMOGRAPHIC, REMARKETING, SIMILAR, CUSTOM or Google's own name. */
  segment_type: z.string(),
  segment_value: z.string(),
  /** Multiplier; 1 changes nothing. */
  bid_modifier: z.number(),
  ad_group_id: z.nullable(z.string()),
  impressions: z.number(),
  clicks: z.number(),
  ctr: Percent,
  cost: Money,
  conversions: z.number(),
  conversions_value: Money,
})
export type AudienceRow = z.infer<typeof AudienceRow>

export const listCampaignAudiences = endpoint('GET /api/campaigns/:campaignId/audience-segments', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Audience segments of a campaign and of its ad groups, with their sums',
  input: CampaignRange,
  reply: z.array(AudienceRow),
})

export const listAdGroupAudiences = endpoint('GET /api/ad-groups/:adGroupId/audience-segments', {
  access: 'subscriber',
  permission: 'see',
  scope: 'metricas:leer',
  summary: 'Audience segments of an ad group with their sums',
  input: AdGroupRange,
  reply: z.array(AudienceRow),
})
