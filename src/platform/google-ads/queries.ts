import { AD_TEXT_PATHS } from './ad-texts.ts'

/**
 * Every GAQL text of the product, for API v25. `{from}` and `{to}` are days, both included.
 * Facts name no status, so that removed entities keep their history and the sums stay Google's own.
 */

const METRICS =
  'metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value'
const IN_RANGE = "WHERE segments.date BETWEEN '{from}' AND '{to}' ORDER BY segments.date"

export const ACCOUNT_QUERIES = {
  self: 'SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.time_zone, customer.manager, customer.test_account, customer.status FROM customer LIMIT 1',
  children:
    'SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone, customer_client.manager, customer_client.test_account, customer_client.level, customer_client.hidden, customer_client.status FROM customer_client WHERE customer_client.level <= 1',
} as const

const CAMPAIGN =
  'campaign.id, campaign.name, campaign.status, campaign.primary_status, campaign.experiment_type, campaign.base_campaign, campaign.advertising_channel_type, campaign.bidding_strategy_type, campaign.target_cpa.target_cpa_micros, campaign.target_roas.target_roas, campaign.maximize_conversions.target_cpa_micros, campaign.maximize_conversion_value.target_roas, campaign_budget.id, campaign_budget.amount_micros, campaign_budget.explicitly_shared'

/** Of bid strategies that campaigns share: the account's own, and of those it may use besides, a manager account's. */
const PORTFOLIO = ['bidding_strategy', 'accessible_bidding_strategy']
  .flatMap((from) =>
    [
      'id',
      'name',
      'type',
      'target_cpa.target_cpa_micros',
      'target_roas.target_roas',
      'maximize_conversions.target_cpa_micros',
      'maximize_conversion_value.target_roas',
    ].map((field) => `${from}.${field}`),
  )
  .join(', ')

export const ENTITY_QUERIES = {
  campaigns: `SELECT ${CAMPAIGN}, ${PORTFOLIO} FROM campaign`,
  /** Asked where Google refuses the wider one. */
  campaignsAlone: `SELECT ${CAMPAIGN} FROM campaign`,
  adGroups:
    'SELECT ad_group.id, ad_group.name, ad_group.status, ad_group.type, ad_group.cpc_bid_micros, ad_group.target_cpa_micros, campaign.id FROM ad_group',
  ads: `SELECT ad_group_ad.ad.id, ad_group_ad.ad.name, ad_group_ad.ad.type, ad_group_ad.status, ad_group_ad.ad_strength, ad_group_ad.policy_summary.approval_status, ad_group_ad.policy_summary.policy_topic_entries, ad_group_ad.ad.final_urls, ${AD_TEXT_PATHS}, ad_group_ad.ad.responsive_search_ad.path1, ad_group_ad.ad.responsive_search_ad.path2, ad_group.id, campaign.id FROM ad_group_ad`,
  keywords:
    "SELECT ad_group_criterion.criterion_id, ad_group_criterion.keyword.text, ad_group_criterion.keyword.match_type, ad_group_criterion.status, ad_group_criterion.cpc_bid_micros, ad_group_criterion.final_urls, ad_group_criterion.quality_info.quality_score, ad_group_criterion.quality_info.creative_quality_score, ad_group_criterion.quality_info.post_click_quality_score, ad_group_criterion.quality_info.search_predicted_ctr, ad_group_criterion.position_estimates.first_page_cpc_micros, ad_group_criterion.system_serving_status, ad_group_criterion.approval_status, ad_group.id, campaign.id FROM ad_group_criterion WHERE ad_group_criterion.type = 'KEYWORD' AND ad_group_criterion.negative = FALSE",
  adGroupNegatives:
    "SELECT ad_group_criterion.criterion_id, ad_group_criterion.keyword.text, ad_group_criterion.keyword.match_type, ad_group.id FROM ad_group_criterion WHERE ad_group_criterion.type = 'KEYWORD' AND ad_group_criterion.negative = TRUE AND ad_group_criterion.status != 'REMOVED'",
  campaignNegatives:
    "SELECT campaign_criterion.criterion_id, campaign_criterion.keyword.text, campaign_criterion.keyword.match_type, campaign.id FROM campaign_criterion WHERE campaign_criterion.type = 'KEYWORD' AND campaign_criterion.negative = TRUE AND campaign_criterion.status != 'REMOVED'",
  sharedSetLinks:
    "SELECT campaign.id, shared_set.id FROM campaign_shared_set WHERE campaign_shared_set.status = 'ENABLED'",
  sharedNegatives:
    "SELECT shared_set.id, shared_set.type, shared_criterion.criterion_id, shared_criterion.keyword.text, shared_criterion.keyword.match_type FROM shared_criterion WHERE shared_set.type IN ('NEGATIVE_KEYWORDS', 'ACCOUNT_LEVEL_NEGATIVE_KEYWORDS') AND shared_set.status = 'ENABLED'",
  /** Lists that act on the whole account. */
  accountNegativeLists:
    "SELECT customer_negative_criterion.negative_keyword_list.shared_set FROM customer_negative_criterion WHERE customer_negative_criterion.type = 'NEGATIVE_KEYWORD_LIST'",
  adGroupAudiences:
    'SELECT ad_group_criterion.criterion_id, ad_group_criterion.type, ad_group_criterion.display_name, ad_group_criterion.user_interest.user_interest_category, ad_group_criterion.bid_modifier, ad_group_criterion.status, ad_group.id, campaign.id FROM ad_group_audience_view WHERE ad_group_criterion.negative = FALSE',
  campaignAudiences:
    'SELECT campaign_criterion.criterion_id, campaign_criterion.type, campaign_criterion.display_name, campaign_criterion.user_interest.user_interest_category, campaign_criterion.bid_modifier, campaign_criterion.status, campaign.id FROM campaign_audience_view WHERE campaign_criterion.negative = FALSE',
  conversionActions:
    'SELECT conversion_action.id, conversion_action.name, conversion_action.status, conversion_action.type, conversion_action.category, conversion_action.primary_for_goal, conversion_action.counting_type, conversion_action.origin, conversion_action.attribution_model_settings.attribution_model, conversion_action.click_through_lookback_window_days FROM conversion_action',
} as const

const ASSET =
  'asset.id, asset.final_urls, asset.sitelink_asset.link_text, asset.sitelink_asset.description1, asset.sitelink_asset.description2, asset.callout_asset.callout_text, asset.structured_snippet_asset.header, asset.structured_snippet_asset.values, asset.call_asset.phone_number, asset.image_asset.full_size.url, asset.youtube_video_asset.youtube_video_id'
const SHOWN_ASSETS =
  "asset.type IN ('SITELINK', 'CALLOUT', 'STRUCTURED_SNIPPET', 'CALL', 'IMAGE', 'YOUTUBE_VIDEO')"

/** Assets where they hang; those that are shown at present only. */
export const ASSET_LINK_QUERIES = {
  account: `SELECT customer_asset.field_type, ${ASSET} FROM customer_asset WHERE customer_asset.status = 'ENABLED' AND ${SHOWN_ASSETS}`,
  campaign: `SELECT campaign_asset.field_type, campaign.id, ${ASSET} FROM campaign_asset WHERE campaign_asset.status = 'ENABLED' AND ${SHOWN_ASSETS}`,
  ad_group: `SELECT ad_group_asset.field_type, ad_group.id, ${ASSET} FROM ad_group_asset WHERE ad_group_asset.status = 'ENABLED' AND ${SHOWN_ASSETS}`,
} as const

/** Texts of responsive ads with Google's verdict, summed over the days. */
export const AD_PIECES_QUERY =
  "SELECT ad_group.id, ad_group_ad.ad.id, asset.id, asset.text_asset.text, ad_group_ad_asset_view.field_type, ad_group_ad_asset_view.performance_label, metrics.impressions FROM ad_group_ad_asset_view WHERE segments.date BETWEEN '{from}' AND '{to}' AND ad_group_ad.status != 'REMOVED' AND asset.type = 'TEXT'"

/** Google wants both ends and a LIMIT of at most 10,000, and looks back 30 days at most. */
export const CHANGE_EVENTS_QUERY =
  "SELECT change_event.resource_name, change_event.change_date_time, change_event.user_email, change_event.client_type, change_event.change_resource_type, change_event.change_resource_name, change_event.resource_change_operation, change_event.changed_fields, change_event.old_resource, change_event.new_resource, change_event.campaign, change_event.ad_group FROM change_event WHERE change_event.change_date_time >= '{from}' AND change_event.change_date_time <= '{to}' ORDER BY change_event.change_date_time LIMIT 10000"

/** Any entities, to see how they are at this moment; `where` is a condition by itself. */
export function entitiesQuery(question: {
  from: string
  fields: readonly string[]
  where: readonly string[]
}): string {
  const { from, fields, where } = question
  const conditions = where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''
  return `SELECT ${[...new Set(fields)].join(', ')} FROM ${from}${conditions}`
}

/** `field IN ('customers/1/campaigns/2', …)`. Throws for what is not a resource name. */
export function isOneOf(field: string, resourceNames: readonly string[]): string {
  const names = [...new Set(resourceNames)]
  for (const name of names)
    if (!/^customers\/\d+(\/\w+\/[\w~=:-]+)?$/.test(name))
      throw new Error(`no resource name: ${name}`)
  return `${field} IN (${names.map((name) => `'${name}'`).join(', ')})`
}

/** `{names}`: quoted resource names, comma-separated. */
export const REGION_NAMES_QUERY =
  'SELECT geo_target_constant.id, geo_target_constant.name, geo_target_constant.country_code FROM geo_target_constant WHERE geo_target_constant.resource_name IN ({names})'

/** `{ids}`: comma-separated. */
export const INTEREST_NAMES_QUERY =
  'SELECT user_interest.user_interest_id, user_interest.name FROM user_interest WHERE user_interest.user_interest_id IN ({ids})'

/** Whose keywords say what pages and videos are about. */
export const DISPLAY_CHANNELS = ['DISPLAY', 'VIDEO', 'DEMAND_GEN']

export const FACT_QUERIES = {
  account: `SELECT segments.date, ${METRICS} FROM customer ${IN_RANGE}`,
  campaign: `SELECT segments.date, campaign.id, ${METRICS}, metrics.all_conversions, metrics.search_impression_share, metrics.search_budget_lost_impression_share, metrics.search_rank_lost_impression_share FROM campaign ${IN_RANGE}`,
  adGroup: `SELECT segments.date, campaign.id, ad_group.id, ${METRICS}, metrics.search_impression_share, metrics.search_rank_lost_impression_share FROM ad_group ${IN_RANGE}`,
  ad: `SELECT segments.date, campaign.id, ad_group.id, ad_group_ad.ad.id, ${METRICS} FROM ad_group_ad ${IN_RANGE}`,
  keyword: `SELECT segments.date, campaign.id, ad_group.id, ad_group_criterion.criterion_id, ${METRICS}, metrics.search_impression_share, metrics.search_rank_lost_impression_share FROM keyword_view ${IN_RANGE}`,
  // What keywords of these campaigns brought is in no other view.
  displayKeyword: `SELECT segments.date, campaign.id, ad_group.id, ad_group_criterion.criterion_id, ${METRICS} FROM display_keyword_view WHERE campaign.advertising_channel_type IN (${DISPLAY_CHANNELS.map((name) => `'${name}'`).join(', ')}) AND segments.date BETWEEN '{from}' AND '{to}' ORDER BY segments.date`,
  searchTerm: `SELECT segments.date, campaign.id, ad_group.id, segments.keyword.ad_group_criterion, search_term_view.search_term, search_term_view.status, ${METRICS} FROM search_term_view ${IN_RANGE}`,
  // A segment of keywords leaves out what no keyword brought: Shopping, dynamic ads, AI Max without keywords.
  keywordlessTerm: `SELECT segments.date, campaign.id, ad_group.id, ad_group.type, segments.search_term_match_source, search_term_view.search_term, search_term_view.status, ${METRICS} FROM search_term_view WHERE segments.search_term_match_source != 'ADVERTISER_PROVIDED_KEYWORD' AND segments.date BETWEEN '{from}' AND '{to}' ORDER BY segments.date`,
  campaignSearchTerm: `SELECT segments.date, campaign.id, campaign_search_term_view.search_term, ${METRICS} FROM campaign_search_term_view WHERE campaign.advertising_channel_type = 'PERFORMANCE_MAX' AND segments.date BETWEEN '{from}' AND '{to}' ORDER BY segments.date`,
  adGroupAudience: `SELECT segments.date, campaign.id, ad_group.id, ad_group_criterion.criterion_id, ${METRICS} FROM ad_group_audience_view ${IN_RANGE}`,
  campaignAudience: `SELECT segments.date, campaign.id, campaign_criterion.criterion_id, ${METRICS} FROM campaign_audience_view ${IN_RANGE}`,
  device: `SELECT segments.date, campaign.id, segments.device, ${METRICS} FROM campaign ${IN_RANGE}`,
  hour: `SELECT segments.date, campaign.id, segments.hour, ${METRICS} FROM campaign ${IN_RANGE}`,
  region: `SELECT segments.date, campaign.id, segments.geo_target_region, ${METRICS} FROM geographic_view ${IN_RANGE}`,
} as const

const BY_COST = 'ORDER BY metrics.cost_micros DESC LIMIT 2000'
const DURING = "segments.date BETWEEN '{from}' AND '{to}'"
/** The campaign that an experiment puts beside another is its copy: what is wrong with one is not said twice. */
const NO_COPY = "campaign.experiment_type != 'EXPERIMENT'"

/**
 * How an account is set up, and sums over days in splits that have no daily table. Asked once a day, so every text
 * costs each account one operation a day; long tails are cut by cost.
 */
export const INVENTORY_QUERIES = {
  tracking:
    'SELECT customer.auto_tagging_enabled, customer.conversion_tracking_setting.conversion_tracking_status, customer.conversion_tracking_setting.accepted_customer_data_terms, customer.conversion_tracking_setting.enhanced_conversions_for_leads_enabled FROM customer LIMIT 1',
  conversionDays: `SELECT segments.date, segments.conversion_action, metrics.conversions, metrics.conversions_value FROM customer ${IN_RANGE}`,
  conversionLags: `SELECT segments.conversion_lag_bucket, metrics.conversions FROM customer WHERE ${DURING}`,
  lastConversions:
    'SELECT conversion_action.id, metrics.conversion_last_conversion_date FROM conversion_action',
  campaignSettings: `SELECT campaign.id, campaign.primary_status_reasons, campaign.bidding_strategy_system_status, campaign.start_date_time, campaign.end_date_time, campaign.network_settings.target_google_search, campaign.network_settings.target_search_network, campaign.network_settings.target_content_network, campaign.geo_target_type_setting.positive_geo_target_type, campaign.ad_serving_optimization_status, campaign.ai_max_setting.enable_ai_max, campaign.asset_automation_settings, campaign.targeting_setting.target_restrictions, campaign_budget.reference_count, campaign_budget.has_recommended_budget, campaign_budget.recommended_budget_amount_micros FROM campaign WHERE campaign.status != 'REMOVED' AND ${NO_COPY}`,
  campaignCriteria: `SELECT campaign.id, campaign_criterion.criterion_id, campaign_criterion.type, campaign_criterion.negative, campaign_criterion.bid_modifier, campaign_criterion.device.type, campaign_criterion.ad_schedule.day_of_week, campaign_criterion.ad_schedule.start_hour, campaign_criterion.ad_schedule.end_hour, campaign_criterion.placement.url, campaign_criterion.mobile_application.app_id, campaign_criterion.mobile_app_category.mobile_app_category_constant, campaign_criterion.youtube_channel.channel_id, campaign_criterion.youtube_video.video_id, campaign_criterion.location.geo_target_constant, campaign_criterion.language.language_constant FROM campaign_criterion WHERE campaign.status != 'REMOVED' AND campaign_criterion.status != 'REMOVED' AND campaign_criterion.type IN ('DEVICE', 'AD_SCHEDULE', 'BRAND_LIST', 'PLACEMENT', 'MOBILE_APPLICATION', 'MOBILE_APP_CATEGORY', 'YOUTUBE_CHANNEL', 'YOUTUBE_VIDEO', 'LOCATION', 'PROXIMITY', 'LANGUAGE') AND ${NO_COPY}`,
  negativeLists:
    "SELECT shared_set.id, shared_set.name, shared_set.member_count FROM shared_set WHERE shared_set.type = 'NEGATIVE_KEYWORDS' AND shared_set.status = 'ENABLED'",
  billableUnits:
    'SELECT currency_constant.code, currency_constant.billable_unit_micros FROM currency_constant',
  adGroupTargeting: `SELECT campaign.id, ad_group.id, ad_group.targeting_setting.target_restrictions FROM ad_group WHERE ad_group.status = 'ENABLED' AND campaign.status = 'ENABLED' AND campaign.advertising_channel_type = 'SEARCH' AND ${NO_COPY}`,
  simulations:
    "SELECT campaign_simulation.campaign_id, campaign_simulation.type, campaign_simulation.start_date, campaign_simulation.end_date, campaign_simulation.budget_point_list.points, campaign_simulation.cpc_bid_point_list.points, campaign_simulation.target_cpa_point_list.points, campaign_simulation.target_roas_point_list.points FROM campaign_simulation WHERE campaign_simulation.type IN ('BUDGET', 'CPC_BID', 'TARGET_CPA', 'TARGET_ROAS')",
  portfolioSimulations:
    "SELECT bidding_strategy_simulation.bidding_strategy_id, bidding_strategy_simulation.type, bidding_strategy_simulation.start_date, bidding_strategy_simulation.end_date, bidding_strategy_simulation.target_cpa_point_list.points, bidding_strategy_simulation.target_roas_point_list.points FROM bidding_strategy_simulation WHERE bidding_strategy_simulation.type IN ('TARGET_CPA', 'TARGET_ROAS')",
  firstPlaces: `SELECT campaign.id, metrics.impressions, metrics.search_absolute_top_impression_share, metrics.search_budget_lost_absolute_top_impression_share, metrics.search_rank_lost_absolute_top_impression_share FROM campaign WHERE ${DURING} AND campaign.advertising_channel_type = 'SEARCH' AND campaign.status != 'REMOVED' AND ${NO_COPY}`,
  networks: `SELECT campaign.id, segments.ad_network_type, ${METRICS} FROM campaign WHERE ${DURING} AND ${NO_COPY}`,
  locationMatches: `SELECT campaign.id, user_location_view.country_criterion_id, user_location_view.targeting_location, ${METRICS} FROM user_location_view WHERE ${DURING} AND ${NO_COPY} ${BY_COST}`,
  ages: `SELECT campaign.id, ad_group.id, ad_group_criterion.criterion_id, ad_group_criterion.age_range.type, ad_group_criterion.bid_modifier, ${METRICS} FROM age_range_view WHERE ${DURING} AND ${NO_COPY} ${BY_COST}`,
  genders: `SELECT campaign.id, ad_group.id, ad_group_criterion.criterion_id, ad_group_criterion.gender.type, ad_group_criterion.bid_modifier, ${METRICS} FROM gender_view WHERE ${DURING} AND ${NO_COPY} ${BY_COST}`,
  placements: `SELECT campaign.id, detail_placement_view.placement, detail_placement_view.display_name, detail_placement_view.placement_type, ${METRICS} FROM detail_placement_view WHERE ${DURING} AND ${NO_COPY} ${BY_COST}`,
  landingPages: `SELECT campaign.id, ad_group.id, landing_page_view.unexpanded_final_url, segments.device, ${METRICS}, metrics.speed_score, metrics.mobile_friendly_clicks_percentage FROM landing_page_view WHERE ${DURING} AND ${NO_COPY} ${BY_COST}`,
  aiMaxTerms: `SELECT campaign.id, search_term_view.search_term, segments.search_term_match_source, ${METRICS} FROM search_term_view WHERE ${DURING} AND ${NO_COPY} AND segments.search_term_match_source IN ('AI_MAX_KEYWORDLESS', 'AI_MAX_BROAD_MATCH') ${BY_COST}`,
  userLists:
    "SELECT user_list.id, user_list.name, user_list.size_for_search, user_list.match_rate_percentage, user_list.eligible_for_search FROM user_list WHERE user_list.membership_status = 'OPEN' LIMIT 2000",
  autoApply:
    'SELECT recommendation_subscription.resource_name, recommendation_subscription.type, recommendation_subscription.status FROM recommendation_subscription',
  assetGroups:
    "SELECT asset_group.id, asset_group.name, asset_group.status, asset_group.ad_strength, campaign.id FROM asset_group WHERE asset_group.status != 'REMOVED'",
  assetGroupAssets:
    "SELECT asset_group.id, asset_group_asset.field_type FROM asset_group_asset WHERE asset_group.status != 'REMOVED' AND asset_group_asset.status = 'ENABLED'",
  assetGroupSignals:
    "SELECT asset_group.id, asset_group_signal.search_theme.text, asset_group_signal.audience.audience FROM asset_group_signal WHERE asset_group.status != 'REMOVED'",
} as const

/** Of Google's own experiments; `{name}`: a resource name. Arms have no figures, and estimates no common form of name. */
export const EXPERIMENT_QUERIES = {
  base: "SELECT campaign.status, campaign.advertising_channel_type, campaign.experiment_type, campaign.bidding_strategy, campaign.start_date_time, campaign.end_date_time, campaign.contains_eu_political_advertising, campaign_budget.explicitly_shared, campaign_budget.period FROM campaign WHERE campaign.resource_name = '{name}'",
  controls:
    'SELECT experiment_arm.experiment, experiment_arm.campaigns FROM experiment_arm WHERE experiment_arm.control = TRUE',
  open: "SELECT experiment.resource_name, experiment.start_date, experiment.end_date FROM experiment WHERE experiment.status IN ('SETUP', 'INITIATED', 'ENABLED')",
  standing:
    "SELECT experiment.status, experiment.end_date FROM experiment WHERE experiment.resource_name = '{name}'",
  results: `SELECT metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value, metrics.control_clicks, metrics.control_cost_micros, metrics.control_conversions, metrics.control_conversion_value, metrics.cost_micros_change_point_estimate, metrics.cost_micros_margin_of_error, metrics.cost_micros_p_value, metrics.conversions_absolute_change_point_estimate, metrics.conversions_absolute_change_margin_of_error, metrics.conversions_absolute_change_p_value, metrics.conversion_value_change_point_estimate, metrics.conversion_value_margin_of_error, metrics.conversion_value_p_value FROM experiment WHERE ${DURING} AND experiment.resource_name = '{name}'`,
} as const

/** Of what a type proposes, only what is shown, judged or needed to apply it. */
const GOOGLE_PROPOSALS = [
  'campaign_budget',
  'forecasting_campaign_budget',
  'marginal_roi_campaign_budget',
  'keyword',
  'use_broad_match_keyword',
  'target_cpa_opt_in',
  'maximize_conversions_opt_in',
  'set_target_cpa',
  'forecasting_set_target_cpa',
  'raise_target_cpa_bid_too_low',
  'raise_target_cpa',
  'target_roas_opt_in',
  'set_target_roas',
  'forecasting_set_target_roas',
  'lower_target_roas',
  'move_unused_budget',
  'keyword_match_type',
  'sitelink_asset',
  'callout_asset',
  'responsive_search_ad',
  'responsive_search_ad_asset',
  'responsive_search_ad_improve_ad_strength',
].map((type) => `recommendation.${type}_recommendation`)

/** What Google itself recommends, with the week it promises. */
export const GOOGLE_RECOMMENDATIONS_QUERY = `SELECT recommendation.resource_name, recommendation.type, recommendation.impact, recommendation.campaign, recommendation.campaigns, recommendation.ad_group, recommendation.campaign_budget, recommendation.dismissed, ${GOOGLE_PROPOSALS.join(', ')} FROM recommendation`

export function inRange(query: string, range: { from: string; to: string }): string {
  return query.replace('{from}', range.from).replace('{to}', range.to)
}

/** `ids`: digits only. */
export function regionNames(ids: readonly number[]): string {
  return REGION_NAMES_QUERY.replace(
    '{names}',
    ids.map((id) => `'geoTargetConstants/${id}'`).join(', '),
  )
}
