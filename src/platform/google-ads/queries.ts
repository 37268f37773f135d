/**
 * Every GAQL text of the product, for API v25. `{from}` and `{to}` are days, both included.
 * Facts name no status, so that removed entities keep their history and the sums stay Google's own.
 */

const METRICS =
  'metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value'
const IN_RANGE = "WHERE segments.date BETWEEN '{from}' AND '{to}' ORDER BY segments.date"

export const ACCOUNT_QUERIES = {
  self: 'SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.time_zone, customer.manager, customer.status FROM customer LIMIT 1',
  children:
    'SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone, customer_client.manager, customer_client.level, customer_client.hidden, customer_client.status FROM customer_client WHERE customer_client.level <= 1',
} as const

export const ENTITY_QUERIES = {
  campaigns:
    'SELECT campaign.id, campaign.name, campaign.status, campaign.primary_status, campaign.advertising_channel_type, campaign.bidding_strategy_type, campaign.target_cpa.target_cpa_micros, campaign.target_roas.target_roas, campaign.maximize_conversions.target_cpa_micros, campaign.maximize_conversion_value.target_roas, campaign_budget.id, campaign_budget.amount_micros, campaign_budget.explicitly_shared FROM campaign',
  adGroups:
    'SELECT ad_group.id, ad_group.name, ad_group.status, ad_group.type, ad_group.cpc_bid_micros, ad_group.target_cpa_micros, campaign.id FROM ad_group',
  ads: 'SELECT ad_group_ad.ad.id, ad_group_ad.ad.name, ad_group_ad.ad.type, ad_group_ad.status, ad_group_ad.ad_strength, ad_group_ad.policy_summary.approval_status, ad_group_ad.ad.final_urls, ad_group_ad.ad.responsive_search_ad.headlines, ad_group_ad.ad.responsive_search_ad.descriptions, ad_group_ad.ad.responsive_search_ad.path1, ad_group_ad.ad.responsive_search_ad.path2, ad_group.id, campaign.id FROM ad_group_ad',
  keywords:
    "SELECT ad_group_criterion.criterion_id, ad_group_criterion.keyword.text, ad_group_criterion.keyword.match_type, ad_group_criterion.status, ad_group_criterion.cpc_bid_micros, ad_group_criterion.final_urls, ad_group_criterion.quality_info.quality_score, ad_group_criterion.quality_info.creative_quality_score, ad_group_criterion.quality_info.post_click_quality_score, ad_group_criterion.quality_info.search_predicted_ctr, ad_group_criterion.position_estimates.first_page_cpc_micros, ad_group.id, campaign.id FROM ad_group_criterion WHERE ad_group_criterion.type = 'KEYWORD' AND ad_group_criterion.negative = FALSE",
  adGroupNegatives:
    "SELECT ad_group_criterion.criterion_id, ad_group_criterion.keyword.text, ad_group_criterion.keyword.match_type, ad_group.id FROM ad_group_criterion WHERE ad_group_criterion.type = 'KEYWORD' AND ad_group_criterion.negative = TRUE AND ad_group_criterion.status != 'REMOVED'",
  campaignNegatives:
    "SELECT campaign_criterion.criterion_id, campaign_criterion.keyword.text, campaign_criterion.keyword.match_type, campaign.id FROM campaign_criterion WHERE campaign_criterion.type = 'KEYWORD' AND campaign_criterion.negative = TRUE AND campaign_criterion.status != 'REMOVED'",
  sharedSetLinks:
    "SELECT campaign.id, shared_set.id FROM campaign_shared_set WHERE campaign_shared_set.status = 'ENABLED'",
  sharedNegatives:
    "SELECT shared_set.id, shared_criterion.criterion_id, shared_criterion.keyword.text, shared_criterion.keyword.match_type FROM shared_criterion WHERE shared_set.type = 'NEGATIVE_KEYWORDS' AND shared_set.status = 'ENABLED'",
  adGroupAudiences:
    'SELECT ad_group_criterion.criterion_id, ad_group_criterion.type, ad_group_criterion.display_name, ad_group_criterion.bid_modifier, ad_group_criterion.status, ad_group.id, campaign.id FROM ad_group_audience_view',
  campaignAudiences:
    'SELECT campaign_criterion.criterion_id, campaign_criterion.type, campaign_criterion.display_name, campaign_criterion.bid_modifier, campaign_criterion.status, campaign.id FROM campaign_audience_view',
  conversionActions:
    'SELECT conversion_action.id, conversion_action.name, conversion_action.status, conversion_action.type, conversion_action.category, conversion_action.primary_for_goal, conversion_action.counting_type FROM conversion_action',
} as const

const ASSET =
  'asset.id, asset.final_urls, asset.sitelink_asset.link_text, asset.sitelink_asset.description1, asset.sitelink_asset.description2, asset.callout_asset.callout_text, asset.image_asset.full_size.url, asset.youtube_video_asset.youtube_video_id'
const SHOWN_ASSETS = "asset.type IN ('SITELINK', 'CALLOUT', 'IMAGE', 'YOUTUBE_VIDEO')"

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

/** Keywords of one place and match type: to see what a write did that was never answered. */
export const FIND_KEYWORD_QUERIES = {
  ad_group:
    "SELECT ad_group_criterion.resource_name, ad_group_criterion.keyword.text FROM ad_group_criterion WHERE ad_group.id = {id} AND ad_group_criterion.type = 'KEYWORD' AND ad_group_criterion.negative = {negative} AND ad_group_criterion.status != 'REMOVED' AND ad_group_criterion.keyword.match_type = '{matchType}'",
  campaign:
    "SELECT campaign_criterion.resource_name, campaign_criterion.keyword.text FROM campaign_criterion WHERE campaign.id = {id} AND campaign_criterion.type = 'KEYWORD' AND campaign_criterion.negative = {negative} AND campaign_criterion.status != 'REMOVED' AND campaign_criterion.keyword.match_type = '{matchType}'",
} as const

/** `{names}`: quoted resource names, comma-separated. */
export const REGION_NAMES_QUERY =
  'SELECT geo_target_constant.id, geo_target_constant.name, geo_target_constant.country_code FROM geo_target_constant WHERE geo_target_constant.resource_name IN ({names})'

export const FACT_QUERIES = {
  account: `SELECT segments.date, ${METRICS} FROM customer ${IN_RANGE}`,
  campaign: `SELECT segments.date, campaign.id, ${METRICS}, metrics.search_impression_share, metrics.search_budget_lost_impression_share, metrics.search_rank_lost_impression_share FROM campaign ${IN_RANGE}`,
  adGroup: `SELECT segments.date, campaign.id, ad_group.id, ${METRICS}, metrics.search_impression_share, metrics.search_rank_lost_impression_share FROM ad_group ${IN_RANGE}`,
  ad: `SELECT segments.date, campaign.id, ad_group.id, ad_group_ad.ad.id, ${METRICS} FROM ad_group_ad ${IN_RANGE}`,
  keyword: `SELECT segments.date, campaign.id, ad_group.id, ad_group_criterion.criterion_id, ${METRICS}, metrics.search_impression_share, metrics.search_rank_lost_impression_share FROM keyword_view ${IN_RANGE}`,
  searchTerm: `SELECT segments.date, campaign.id, ad_group.id, segments.keyword.ad_group_criterion, search_term_view.search_term, search_term_view.status, ${METRICS} FROM search_term_view ${IN_RANGE}`,
  adGroupAudience: `SELECT segments.date, campaign.id, ad_group.id, ad_group_criterion.criterion_id, ${METRICS} FROM ad_group_audience_view ${IN_RANGE}`,
  campaignAudience: `SELECT segments.date, campaign.id, campaign_criterion.criterion_id, ${METRICS} FROM campaign_audience_view ${IN_RANGE}`,
  device: `SELECT segments.date, campaign.id, segments.device, ${METRICS} FROM campaign ${IN_RANGE}`,
  hour: `SELECT segments.date, campaign.id, segments.hour, ${METRICS} FROM campaign ${IN_RANGE}`,
  region: `SELECT segments.date, campaign.id, segments.geo_target_region, ${METRICS} FROM geographic_view ${IN_RANGE}`,
} as const

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
