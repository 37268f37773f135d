import type { FieldRow } from '../../account-source.ts'
import type { Ad, AdText } from '../structure.ts'
import { primaryStatus } from './campaign-fields.ts'

export function adFields(ad: Ad, isDisplay: boolean, prefix: string): FieldRow {
  return {
    'ad_group_ad.resource_name': `${prefix}/adGroupAds/${ad.adGroupId}~${ad.id}`,
    'ad_group_ad.status': ad.status,
    'ad_group_ad.primary_status': primaryStatus(ad.status),
    'ad_group_ad.primary_status_reasons':
      ad.status === 'ENABLED' ? [] : [`AD_GROUP_AD_${ad.status}`],
    'ad_group_ad.ad_strength': adStrength(ad),
    'ad_group_ad.action_items': ad.headlines.length < 8 ? ['Añade más títulos a tu anuncio'] : [],
    'ad_group_ad.policy_summary.approval_status': ad.policy?.approval ?? 'APPROVED',
    'ad_group_ad.policy_summary.review_status': 'REVIEWED',
    'ad_group_ad.policy_summary.policy_topic_entries': (ad.policy?.topics ?? []).map((topic) => ({
      topic,
      type: ad.policy?.approval === 'DISAPPROVED' ? 'PROHIBITED' : 'LIMITED',
    })),
    'ad_group_ad.ad_group': `${prefix}/adGroups/${ad.adGroupId}`,
    'ad_group_ad.ad.resource_name': `${prefix}/ads/${ad.id}`,
    'ad_group_ad.ad.id': BigInt(ad.id),
    'ad_group_ad.ad.final_urls': ad.finalUrls,
    'ad_group_ad.ad.final_mobile_urls': [],
    ...(isDisplay ? displayAd(ad) : searchAd(ad)),
  }
}

function searchAd(ad: Ad): FieldRow {
  return {
    'ad_group_ad.ad.type': 'RESPONSIVE_SEARCH_AD',
    'ad_group_ad.ad.responsive_search_ad.headlines': ad.headlines.map(printedText),
    'ad_group_ad.ad.responsive_search_ad.descriptions': ad.descriptions.map(printedText),
    'ad_group_ad.ad.responsive_search_ad.path1': ad.path1 || undefined,
    'ad_group_ad.ad.responsive_search_ad.path2': ad.path2 || undefined,
  }
}

/** Takes five of each, and pins none. */
function displayAd({ headlines, descriptions }: Ad): FieldRow {
  const texts = (all: readonly AdText[]) => all.slice(0, 5).map(({ text }) => ({ text }))
  return {
    'ad_group_ad.ad.type': 'RESPONSIVE_DISPLAY_AD',
    'ad_group_ad.ad.responsive_display_ad.headlines': texts(headlines),
    'ad_group_ad.ad.responsive_display_ad.descriptions': texts(descriptions),
  }
}

/** Google's scale by the number of different texts. */
function adStrength(ad: Ad): string {
  const texts = ad.headlines.length + ad.descriptions.length
  if (texts >= 17) return 'EXCELLENT'
  if (texts >= 12) return 'GOOD'
  return texts >= 8 ? 'AVERAGE' : 'POOR'
}

function printedText({ text, pinnedField }: AdText): object {
  return { text, ...(pinnedField && { pinnedField }) }
}
