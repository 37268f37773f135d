import type { FieldRow } from '../../account-source.ts'
import { CURRENCIES, GEO_CONSTANTS, INTERESTS } from '../reference.ts'
import type { Asset, AssetLink } from '../structure.ts'
import { biddingStrategyFields } from './campaign-fields.ts'
import { inherit, type RowBook } from './row-book.ts'

/** What belongs to the account as a whole: lists, assets, actions, constants. */
export function sharedRows(book: RowBook): Record<string, () => Iterable<FieldRow>> {
  const { state, prefix, customer } = book
  const rows = <T>(items: Iterable<T>, fields: (item: T) => FieldRow) =>
    [...items].map((item) => inherit(customer, fields(item)))
  return {
    shared_set: () => rows(state.sharedSets.keys(), (id) => sharedSetFields(book, id)),
    shared_criterion: () =>
      rows(state.sharedCriteria.values(), (criterion) => ({
        ...sharedSetFields(book, criterion.sharedSetId),
        'shared_criterion.resource_name': `${prefix}/sharedCriteria/${criterion.sharedSetId}~${criterion.id}`,
        'shared_criterion.criterion_id': BigInt(criterion.id),
        'shared_criterion.shared_set': `${prefix}/sharedSets/${criterion.sharedSetId}`,
        'shared_criterion.type': 'KEYWORD',
        'shared_criterion.negative': true,
        'shared_criterion.keyword.text': criterion.text,
        'shared_criterion.keyword.match_type': criterion.matchType,
      })),
    campaign_shared_set: () =>
      [...state.campaignSharedSets.values()].map((link) =>
        inherit(book.campaign(link.campaignId), {
          ...sharedSetFields(book, link.sharedSetId),
          'campaign_shared_set.resource_name': `${prefix}/campaignSharedSets/${link.campaignId}~${link.sharedSetId}`,
          'campaign_shared_set.campaign': `${prefix}/campaigns/${link.campaignId}`,
          'campaign_shared_set.shared_set': `${prefix}/sharedSets/${link.sharedSetId}`,
          'campaign_shared_set.status': link.status,
        }),
      ),
    user_list: () => rows(state.userLists.values(), (list) => userListFields(list, prefix)),
    asset: () => rows(state.assets.values(), (asset) => assetFields(asset, prefix)),
    user_interest: () => INTERESTS.map((interest) => interestFields(interest, prefix)),
    geo_target_constant: () => GEO_CONSTANTS.map(geoFields),
    currency_constant: () =>
      CURRENCIES.map((currency) => ({
        'currency_constant.resource_name': `currencyConstants/${currency.code}`,
        'currency_constant.code': currency.code,
        'currency_constant.name': currency.name,
        'currency_constant.symbol': currency.symbol,
        'currency_constant.billable_unit_micros': currency.billableUnitMicros,
      })),
    bidding_strategy: () =>
      rows(state.biddingStrategies.values(), (strategy) => biddingStrategyFields(strategy, prefix)),
  }
}

function sharedSetFields({ state, prefix }: RowBook, id: number): FieldRow {
  const set = state.sharedSets.get(id)
  const members = [...state.sharedCriteria.values()].filter((c) => c.sharedSetId === id).length
  const links = [...state.campaignSharedSets.values()].filter((l) => l.sharedSetId === id).length
  return {
    'shared_set.resource_name': `${prefix}/sharedSets/${id}`,
    'shared_set.id': BigInt(id),
    'shared_set.name': set?.name,
    'shared_set.type': 'NEGATIVE_KEYWORDS',
    'shared_set.status': set?.status,
    'shared_set.member_count': BigInt(members),
    'shared_set.reference_count': BigInt(links),
  }
}

function userListFields(
  list: { id: number; name: string; sizeForSearch: number; sizeForDisplay: number },
  prefix: string,
): FieldRow {
  return {
    'user_list.resource_name': `${prefix}/userLists/${list.id}`,
    'user_list.id': BigInt(list.id),
    'user_list.name': list.name,
    'user_list.type': 'REMARKETING',
    'user_list.size_for_search': BigInt(list.sizeForSearch),
    'user_list.size_for_display': BigInt(list.sizeForDisplay),
    'user_list.size_range_for_search':
      list.sizeForSearch < 1000 ? 'LESS_THAN_ONE_THOUSAND' : 'ONE_THOUSAND_TO_TEN_THOUSAND',
    'user_list.membership_status': 'OPEN',
    'user_list.membership_life_span': 30n,
    'user_list.eligible_for_search': list.sizeForSearch >= 1000,
    'user_list.eligible_for_display': true,
  }
}

function interestFields(interest: (typeof INTERESTS)[number], prefix: string): FieldRow {
  return {
    'user_interest.resource_name': `${prefix}/userInterests/${interest.id}`,
    'user_interest.user_interest_id': BigInt(interest.id),
    'user_interest.name': interest.name,
    'user_interest.taxonomy_type': interest.taxonomy,
    'user_interest.availabilities': [],
  }
}

function geoFields(place: (typeof GEO_CONSTANTS)[number]): FieldRow {
  return {
    'geo_target_constant.resource_name': `geoTargetConstants/${place.id}`,
    'geo_target_constant.id': BigInt(place.id),
    'geo_target_constant.name': place.name,
    'geo_target_constant.canonical_name': place.full,
    'geo_target_constant.country_code': place.country,
    'geo_target_constant.target_type': place.type,
    'geo_target_constant.status': 'ENABLED',
  }
}

function assetFields(asset: Asset, prefix: string): FieldRow {
  return {
    'asset.resource_name': `${prefix}/assets/${asset.id}`,
    'asset.id': BigInt(asset.id),
    'asset.type': asset.type,
    'asset.name': asset.text,
    'asset.final_urls': asset.finalUrls ?? [],
    ...(asset.type === 'TEXT' && { 'asset.text_asset.text': asset.text }),
    ...(asset.type === 'CALLOUT' && { 'asset.callout_asset.callout_text': asset.text }),
    ...(asset.type === 'STRUCTURED_SNIPPET' && {
      'asset.structured_snippet_asset.header': asset.text,
      'asset.structured_snippet_asset.values': asset.values ?? [],
    }),
    ...(asset.image && {
      'asset.image_asset.full_size.url': asset.image.url,
      'asset.image_asset.full_size.width_pixels': BigInt(asset.image.width),
      'asset.image_asset.full_size.height_pixels': BigInt(asset.image.height),
    }),
    ...(asset.type === 'SITELINK' && {
      'asset.sitelink_asset.link_text': asset.text,
      'asset.sitelink_asset.description1': asset.description1,
      'asset.sitelink_asset.description2': asset.description2,
    }),
  }
}

const LINK_COLLECTIONS = {
  customer: ['customer_asset', 'customerAssets'],
  campaign: ['campaign_asset', 'campaignAssets'],
  ad_group: ['ad_group_asset', 'adGroupAssets'],
} as const

/** Row of a link between an asset and the account, a campaign or an ad group. */
export function assetLinkRow(book: RowBook, link: AssetLink): FieldRow {
  const [resource, collection] = LINK_COLLECTIONS[link.level]
  const parent = link.level === 'customer' ? '' : `${link.parentId}~`
  const base =
    link.level === 'customer'
      ? book.customer
      : link.level === 'campaign'
        ? book.campaign(link.parentId)
        : book.adGroup(link.parentId)
  const asset = book.state.assets.get(link.assetId)
  return inherit(base, {
    ...(asset && assetFields(asset, book.prefix)),
    [`${resource}.resource_name`]: `${book.prefix}/${collection}/${parent}${link.assetId}~${link.fieldType}`,
    [`${resource}.asset`]: `${book.prefix}/assets/${link.assetId}`,
    [`${resource}.field_type`]: link.fieldType,
    [`${resource}.status`]: link.status,
    [`${resource}.primary_status`]: link.status === 'ENABLED' ? 'ELIGIBLE' : link.status,
    [`${resource}.source`]: 'ADVERTISER',
  })
}
