import type { FieldRow } from '../../account-source.ts'
import type { AccountState, AdGroupCriterion, CampaignCriterion, PlaceType } from '../structure.ts'
import { primaryStatus } from './campaign-fields.ts'

const BUCKETS = ['BELOW_AVERAGE', 'AVERAGE', 'ABOVE_AVERAGE'] as const

export function criterionFields(
  state: AccountState,
  criterion: AdGroupCriterion,
  prefix: string,
): FieldRow {
  const name = `${criterion.adGroupId}~${criterion.id}`
  return {
    'ad_group_criterion.resource_name': `${prefix}/adGroupCriteria/${name}`,
    'ad_group_criterion.criterion_id': BigInt(criterion.id),
    'ad_group_criterion.ad_group': `${prefix}/adGroups/${criterion.adGroupId}`,
    'ad_group_criterion.type': criterion.type,
    'ad_group_criterion.status': criterion.status,
    'ad_group_criterion.negative': criterion.negative,
    'ad_group_criterion.primary_status': primaryStatus(criterion.status),
    'ad_group_criterion.primary_status_reasons':
      criterion.status === 'ENABLED' ? [] : [`AD_GROUP_CRITERION_${criterion.status}`],
    'ad_group_criterion.system_serving_status': criterion.rarelyServed
      ? 'RARELY_SERVED'
      : 'ELIGIBLE',
    'ad_group_criterion.approval_status': 'APPROVED',
    'ad_group_criterion.display_name': displayName(state, criterion),
    ...(criterion.bidModifier !== undefined && {
      'ad_group_criterion.bid_modifier': criterion.bidModifier,
    }),
    ...(criterion.type === 'KEYWORD' && keywordFields(state, criterion)),
    ...audienceFields('ad_group_criterion', criterion, prefix),
  }
}

function keywordFields(state: AccountState, keyword: AdGroupCriterion): FieldRow {
  const group = state.adGroups.get(keyword.adGroupId)
  const quality = keyword.quality ?? 5
  const bid = keyword.cpcBidMicros ?? group?.cpcBidMicros ?? 0
  const base = {
    'ad_group_criterion.keyword.text': keyword.text,
    'ad_group_criterion.keyword.match_type': keyword.matchType,
    'ad_group_criterion.final_urls': keyword.finalUrls ?? [],
  }
  if (keyword.negative) return base
  const bucket = (shift: number) =>
    BUCKETS[Math.max(0, Math.min(2, Math.floor((quality + shift) / 3.4)))]
  const shift = (keyword.id % 3) - 1
  return {
    ...base,
    ...(keyword.cpcBidMicros !== undefined && {
      'ad_group_criterion.cpc_bid_micros': BigInt(keyword.cpcBidMicros),
    }),
    'ad_group_criterion.effective_cpc_bid_micros': BigInt(bid),
    'ad_group_criterion.effective_cpc_bid_source':
      keyword.cpcBidMicros === undefined ? 'AD_GROUP' : 'AD_GROUP_CRITERION',
    'ad_group_criterion.quality_info.quality_score': quality,
    'ad_group_criterion.quality_info.creative_quality_score': bucket(shift),
    'ad_group_criterion.quality_info.post_click_quality_score': bucket(-shift),
    'ad_group_criterion.quality_info.search_predicted_ctr': bucket(0),
    'ad_group_criterion.position_estimates.first_page_cpc_micros': estimate(bid, 0.55, quality),
    'ad_group_criterion.position_estimates.top_of_page_cpc_micros': estimate(bid, 0.95, quality),
    'ad_group_criterion.position_estimates.first_position_cpc_micros': estimate(bid, 1.7, quality),
  }
}

function estimate(bid: number, factor: number, quality: number): bigint {
  return BigInt(Math.round((bid * factor * 6.3) / quality / 10_000) * 10_000)
}

function displayName(state: AccountState, { type, text, target }: AdGroupCriterion): string {
  if (type === 'KEYWORD') return text ?? ''
  if (type === 'USER_LIST') return state.userLists.get(Number(target))?.name ?? ''
  // Google's own key of it; the name is the interest's.
  if (type === 'USER_INTEREST') return `uservertical::${target}`
  return String(target)
}

function audienceFields(
  resource: string,
  { type, target }: { type: string; target?: number | string },
  prefix: string,
): FieldRow {
  switch (type) {
    case 'USER_LIST':
      return { [`${resource}.user_list.user_list`]: `${prefix}/userLists/${target}` }
    case 'USER_INTEREST':
      return {
        [`${resource}.user_interest.user_interest_category`]: `${prefix}/userInterests/${target}`,
      }
    case 'AGE_RANGE':
      return { [`${resource}.age_range.type`]: target }
    case 'GENDER':
      return { [`${resource}.gender.type`]: target }
    default:
      return {}
  }
}

/** How each kind of place is named: the message, its field, and what it is called in questions. */
export const PLACE_FIELDS: Record<PlaceType, readonly [string, string, string]> = {
  PLACEMENT: ['placement', 'url', 'placement.url'],
  MOBILE_APPLICATION: ['mobileApplication', 'appId', 'mobile_application.app_id'],
  YOUTUBE_CHANNEL: ['youtubeChannel', 'channelId', 'youtube_channel.channel_id'],
  YOUTUBE_VIDEO: ['youtubeVideo', 'videoId', 'youtube_video.video_id'],
}

function placeFields({ type, target }: CampaignCriterion): FieldRow {
  const place = PLACE_FIELDS[type as PlaceType]
  return place ? { [`campaign_criterion.${place[2]}`]: target } : {}
}

export function campaignCriterionFields(
  state: AccountState,
  criterion: CampaignCriterion,
  prefix: string,
): FieldRow {
  const { schedule } = criterion
  const list = criterion.type === 'USER_LIST' && state.userLists.get(Number(criterion.target))
  return {
    'campaign_criterion.resource_name': `${prefix}/campaignCriteria/${criterion.campaignId}~${criterion.id}`,
    'campaign_criterion.criterion_id': BigInt(criterion.id),
    'campaign_criterion.campaign': `${prefix}/campaigns/${criterion.campaignId}`,
    'campaign_criterion.type': criterion.type,
    'campaign_criterion.status': criterion.status,
    'campaign_criterion.negative': criterion.negative,
    'campaign_criterion.display_name': criterion.text ?? (list ? list.name : undefined),
    ...(criterion.bidModifier !== undefined && {
      'campaign_criterion.bid_modifier': criterion.bidModifier,
    }),
    ...(criterion.type === 'KEYWORD' && {
      'campaign_criterion.keyword.text': criterion.text,
      'campaign_criterion.keyword.match_type': criterion.matchType,
    }),
    ...(criterion.type === 'DEVICE' && { 'campaign_criterion.device.type': criterion.target }),
    ...(criterion.type === 'LOCATION' && {
      'campaign_criterion.location.geo_target_constant': `geoTargetConstants/${criterion.target}`,
    }),
    ...(criterion.type === 'LANGUAGE' && {
      'campaign_criterion.language.language_constant': `languageConstants/${criterion.target}`,
    }),
    ...placeFields(criterion),
    ...(schedule && {
      'campaign_criterion.ad_schedule.day_of_week': schedule.dayOfWeek,
      'campaign_criterion.ad_schedule.start_hour': schedule.startHour,
      'campaign_criterion.ad_schedule.start_minute': schedule.startMinute,
      'campaign_criterion.ad_schedule.end_hour': schedule.endHour,
      'campaign_criterion.ad_schedule.end_minute': schedule.endMinute,
    }),
    ...audienceFields('campaign_criterion', criterion, prefix),
  }
}
