import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { customerId } from './columns.ts'

/** What Google's accounts consist of, as of the last sync. Removed entities stay: their history does. */

const id = (name: string) => bigint(name, { mode: 'number' })

export const campaigns = pgTable(
  'campaigns',
  {
    customerId: customerId(),
    campaignId: id('campaign_id').notNull(),
    name: text().notNull(),
    /** Google's enum name: ENABLED, PAUSED, REMOVED … */
    status: text().notNull(),
    channelType: text('channel_type').notNull(),
    biddingStrategyType: text('bidding_strategy_type'),
    targetCpaMicros: id('target_cpa_micros'),
    targetRoas: doublePrecision('target_roas'),
    /** The bid strategy that it shares with others; the targets are then that one's. */
    portfolioId: id('portfolio_id'),
    portfolioName: text('portfolio_name'),
    /** A manager account's: it can be changed there alone. */
    portfolioManaged: boolean('portfolio_managed'),
    budgetId: id('budget_id'),
    budgetMicros: id('budget_micros'),
    budgetShared: boolean('budget_shared'),
    primaryStatus: text('primary_status'),
    /** Google's enum name: BASE, DRAFT, EXPERIMENT; null in a report. */
    experimentType: text('experiment_type'),
    /** Of an EXPERIMENT the campaign that it is tried beside. */
    baseCampaignId: id('base_campaign_id'),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.campaignId] })],
)

export const adGroups = pgTable(
  'ad_groups',
  {
    customerId: customerId(),
    adGroupId: id('ad_group_id').notNull(),
    campaignId: id('campaign_id').notNull(),
    name: text().notNull(),
    status: text().notNull(),
    type: text(),
    cpcBidMicros: id('cpc_bid_micros'),
    targetCpaMicros: id('target_cpa_micros'),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.adGroupId] }),
    index('ad_groups_campaign').on(t.customerId, t.campaignId),
  ],
)

export const ads = pgTable(
  'ads',
  {
    customerId: customerId(),
    adGroupId: id('ad_group_id').notNull(),
    adId: id('ad_id').notNull(),
    campaignId: id('campaign_id').notNull(),
    name: text(),
    type: text().notNull(),
    status: text().notNull(),
    adStrength: text('ad_strength'),
    approvalStatus: text('approval_status'),
    /** Google's names of what its policy objects to. */
    policyTopics: jsonb('policy_topics').$type<string[]>(),
    finalUrls: jsonb('final_urls').$type<string[]>().notNull(),
    headlines: jsonb().$type<{ text: string; pinnedField?: string }[]>().notNull(),
    descriptions: jsonb().$type<{ text: string; pinnedField?: string }[]>().notNull(),
    path1: text(),
    path2: text(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.adGroupId, t.adId] })],
)

/** Keywords an ad group bids on; negatives are in `negativeKeywords`. */
export const keywords = pgTable(
  'keywords',
  {
    customerId: customerId(),
    adGroupId: id('ad_group_id').notNull(),
    criterionId: id('criterion_id').notNull(),
    campaignId: id('campaign_id').notNull(),
    text: text().notNull(),
    matchType: text('match_type').notNull(),
    status: text().notNull(),
    cpcBidMicros: id('cpc_bid_micros'),
    qualityScore: integer('quality_score'),
    creativeQuality: text('creative_quality'),
    landingPageQuality: text('landing_page_quality'),
    expectedCtr: text('expected_ctr'),
    firstPageCpcMicros: id('first_page_cpc_micros'),
    /** ELIGIBLE, RARELY_SERVED */
    servingStatus: text('serving_status'),
    approvalStatus: text('approval_status'),
    finalUrls: jsonb('final_urls').$type<string[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.adGroupId, t.criterionId] }),
    index('keywords_campaign').on(t.customerId, t.campaignId),
  ],
)

/** scopeId: ad group, campaign or shared set id. A shared set's campaigns are in `campaignIds`. */
export const negativeKeywords = pgTable(
  'negative_keywords',
  {
    customerId: customerId(),
    scope: text({ enum: ['ad_group', 'campaign', 'shared_set'] }).notNull(),
    scopeId: id('scope_id').notNull(),
    criterionId: id('criterion_id').notNull(),
    text: text().notNull(),
    matchType: text('match_type').notNull(),
    campaignIds: jsonb('campaign_ids').$type<number[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.scope, t.scopeId, t.criterionId] })],
)

/**
 * termId: 53 bits of a hash of the text, so that facts need not carry it. Without an ad group (0: Performance Max) the row is one for
 * all campaigns: only its text holds, the campaign is the facts' and the status `account-data/term-status.ts` tells.
 */
export const searchTerms = pgTable(
  'search_terms',
  {
    customerId: customerId(),
    adGroupId: id('ad_group_id').notNull(),
    termId: id('term_id').notNull(),
    campaignId: id('campaign_id').notNull(),
    text: text().notNull(),
    /** ADDED, EXCLUDED, ADDED_EXCLUDED, NONE */
    status: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.adGroupId, t.termId] })],
)

/** adGroupId 0: the segment is attached to the campaign. */
export const audiences = pgTable(
  'audiences',
  {
    customerId: customerId(),
    campaignId: id('campaign_id').notNull(),
    adGroupId: id('ad_group_id').notNull(),
    criterionId: id('criterion_id').notNull(),
    segmentType: text('segment_type').notNull(),
    name: text().notNull(),
    bidModifier: doublePrecision('bid_modifier'),
    status: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.campaignId, t.adGroupId, t.criterionId] })],
)

export const conversionActions = pgTable(
  'conversion_actions',
  {
    customerId: customerId(),
    conversionActionId: id('conversion_action_id').notNull(),
    name: text().notNull(),
    status: text().notNull(),
    type: text().notNull(),
    category: text().notNull(),
    primaryForGoal: boolean('primary_for_goal').notNull(),
    countingType: text('counting_type'),
    origin: text(),
    attributionModel: text('attribution_model'),
    clickLookbackDays: integer('click_lookback_days'),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.conversionActionId] })],
)

/** How an action counts was found changed: Google's history of changes does not tell it. */
export const conversionSettingChanges = pgTable(
  'conversion_setting_changes',
  {
    customerId: customerId(),
    conversionActionId: id('conversion_action_id').notNull(),
    setting: text({
      enum: ['counting_type', 'attribution_model', 'click_lookback_days'],
    }).notNull(),
    /** The day on which it was read so first, and the one on which the former was read last. */
    seenOn: date('seen_on', { mode: 'string' }).notNull(),
    lastSeenOn: date('last_seen_on', { mode: 'string' }).notNull(),
    former: text().notNull(),
    present: text().notNull(),
  },
  (t) => [
    primaryKey({
      name: 'conversion_setting_changes_pk',
      columns: [t.customerId, t.conversionActionId, t.setting, t.seenOn],
    }),
  ],
)

export const regions = pgTable(
  'regions',
  {
    customerId: customerId(),
    regionId: id('region_id').notNull(),
    name: text().notNull(),
    countryCode: text('country_code'),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.regionId] })],
)

/** Texts of responsive ads as Google judges them; those no ad has any more may stay. */
export const adPieces = pgTable(
  'ad_pieces',
  {
    customerId: customerId(),
    adGroupId: id('ad_group_id').notNull(),
    adId: id('ad_id').notNull(),
    assetId: id('asset_id').notNull(),
    /** HEADLINE, DESCRIPTION */
    fieldType: text('field_type').notNull(),
    text: text().notNull(),
    performance: text(),
    /** Of the newest 30 days at the last sync. */
    impressions: id('impressions').notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.adGroupId, t.adId, t.assetId, t.fieldType] })],
)

/** Sitelinks, callouts, images and videos, where they hang. scopeId: 0, campaign id or ad group id. */
export const assetLinks = pgTable(
  'asset_links',
  {
    customerId: customerId(),
    scope: text({ enum: ['account', 'campaign', 'ad_group'] }).notNull(),
    scopeId: id('scope_id').notNull(),
    assetId: id('asset_id').notNull(),
    fieldType: text('field_type').notNull(),
    /** Link text or callout; '' for pictures. */
    text: text().notNull(),
    descriptions: jsonb().$type<string[]>().notNull(),
    /** Final URL of a sitelink, address of an image or a video; '' for a callout. */
    url: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.scope, t.scopeId, t.assetId, t.fieldType] })],
)

/**
 * How an account is set up, and its sums in splits that have no daily table: one row per part, renewed once a day.
 * `rows` is null where Google refused the question; `problem` holds its codes then.
 */
export const accountInventory = pgTable(
  'account_inventory',
  {
    customerId: customerId(),
    part: text().notNull(),
    rows: jsonb(),
    fetchedAt: timestamp('fetched_at', { withTimezone: true, mode: 'date' }).notNull(),
    problem: text(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.part] })],
)
