import type { FieldRow } from '../../account-source.ts'
import { dayText, type LocalTime } from '../calendar.ts'
import type { Market } from '../market.ts'
import { textHash } from '../random.ts'
import type { AssetGroup, ConversionAction } from '../structure.ts'
import { inherit, type RowBook } from './row-book.ts'

/** Performance Max's asset groups, and which of its own advice Google applies by itself. */
export function setupRows(book: RowBook): Record<string, () => Iterable<FieldRow>> {
  const { state, prefix, customer } = book
  const groups = () => [...state.assetGroups.values()]
  return {
    asset_group: () => groups().map((group) => assetGroupRow(book, group)),
    asset_group_asset: () => groups().flatMap((group) => assetRowsOf(book, group)),
    asset_group_signal: () => groups().flatMap((group) => signalRowsOf(book, group)),
    recommendation_subscription: () =>
      [...state.autoApply].map(([type, status]) =>
        inherit(customer, {
          'recommendation_subscription.resource_name': `${prefix}/recommendationSubscriptions/${type}`,
          'recommendation_subscription.type': type,
          'recommendation_subscription.status': status,
          'recommendation_subscription.create_date_time': '2025-03-04 10:12:09',
          'recommendation_subscription.modify_date_time': '2025-03-04 10:12:09',
        }),
      ),
  }
}

function assetGroupRow(book: RowBook, group: AssetGroup): FieldRow {
  const { prefix } = book
  return inherit(book.campaign(group.campaignId), {
    'asset_group.resource_name': `${prefix}/assetGroups/${group.id}`,
    'asset_group.id': BigInt(group.id),
    'asset_group.campaign': `${prefix}/campaigns/${group.campaignId}`,
    'asset_group.name': group.name,
    'asset_group.status': group.status,
    'asset_group.primary_status': group.status === 'ENABLED' ? 'ELIGIBLE' : group.status,
    'asset_group.ad_strength': group.adStrength,
  })
}

/** The assets themselves are nowhere else: only what they are for is told. */
function assetRowsOf(book: RowBook, group: AssetGroup): FieldRow[] {
  const base = assetGroupRow(book, group)
  return Object.entries(group.assetCounts).flatMap(([fieldType, count]) =>
    Array.from({ length: count }, (_, i) => {
      const assetId = textHash(`${group.id} ${fieldType} ${i}`)
      return inherit(base, {
        'asset_group_asset.resource_name': `${book.prefix}/assetGroupAssets/${group.id}~${assetId}~${fieldType}`,
        'asset_group_asset.asset': `${book.prefix}/assets/${assetId}`,
        'asset_group_asset.asset_group': `${book.prefix}/assetGroups/${group.id}`,
        'asset_group_asset.field_type': fieldType,
        'asset_group_asset.status': 'ENABLED',
        'asset_group_asset.source': 'ADVERTISER',
      })
    }),
  )
}

function signalRowsOf(book: RowBook, group: AssetGroup): FieldRow[] {
  const base = assetGroupRow(book, group)
  const row = (key: number, fields: FieldRow) =>
    inherit(base, {
      'asset_group_signal.resource_name': `${book.prefix}/assetGroupSignals/${group.id}~${key}`,
      'asset_group_signal.asset_group': `${book.prefix}/assetGroups/${group.id}`,
      'asset_group_signal.approval_status': 'APPROVED',
      ...fields,
    })
  return [
    ...group.searchThemes.map((text) =>
      row(textHash(text), { 'asset_group_signal.search_theme.text': text }),
    ),
    ...group.audiences.map((id) =>
      row(id, { 'asset_group_signal.audience.audience': `${book.prefix}/audiences/${id}` }),
    ),
  ]
}

/** The campaign's own brand is kept out by a list of brands. */
export function brandExclusionRows({ state, prefix, campaign }: RowBook): FieldRow[] {
  return [...state.campaigns.values()]
    .filter(({ setup }) => setup.excludesBrands)
    .map(({ id }) => {
      const listId = textHash(`brands ${id}`)
      return inherit(campaign(id), {
        'campaign_criterion.resource_name': `${prefix}/campaignCriteria/${id}~${listId}`,
        'campaign_criterion.criterion_id': BigInt(listId),
        'campaign_criterion.campaign': `${prefix}/campaigns/${id}`,
        'campaign_criterion.type': 'BRAND_LIST',
        'campaign_criterion.status': 'ENABLED',
        'campaign_criterion.negative': true,
        'campaign_criterion.brand_list.shared_set': `${prefix}/sharedSets/${listId}`,
      })
    })
}

/** How far back the last conversion of an action is looked for. */
const LOOKED_BACK_DAYS = 60

export function conversionActionRows(
  market: Market,
  book: RowBook,
  now: LocalTime,
  brokenFrom: number,
): FieldRow[] {
  const { customer, prefix } = book
  return [...book.state.conversionActions.values()].map((action, index) => {
    const row = inherit(customer, actionFields(action, prefix, customer))
    // Only who asks for it has the days computed.
    Object.defineProperty(row, 'metrics.conversion_last_conversion_date', {
      get: () => lastConversion(market, index, now, brokenFrom),
    })
    return row
  })
}

function lastConversion(
  market: Market,
  action: number,
  now: LocalTime,
  brokenFrom: number,
): string | undefined {
  let last = Number.NEGATIVE_INFINITY
  // A click may convert up to a month later, so one day's find does not end the search.
  for (let day = now.day; day >= now.day - LOOKED_BACK_DAYS && day > last - 30; day--) {
    const traffic = market.traffic(day, now)
    if (!traffic) continue
    for (const event of market.reported(traffic, now, brokenFrom))
      if (event.action === action) last = Math.max(last, day + event.lagDays)
    if (last >= day) break
  }
  return Number.isFinite(last) ? dayText(last) : undefined
}

function actionFields(action: ConversionAction, prefix: string, customer: FieldRow): FieldRow {
  return {
    'conversion_action.resource_name': `${prefix}/conversionActions/${action.id}`,
    'conversion_action.id': BigInt(action.id),
    'conversion_action.name': action.name,
    'conversion_action.status': 'ENABLED',
    'conversion_action.type': action.type,
    'conversion_action.category': action.category,
    'conversion_action.origin': 'WEBSITE',
    'conversion_action.primary_for_goal': action.primary,
    'conversion_action.include_in_conversions_metric': action.primary,
    'conversion_action.counting_type': action.countingType,
    'conversion_action.value_settings.default_value': 0,
    'conversion_action.value_settings.default_currency_code': customer['customer.currency_code'],
    'conversion_action.click_through_lookback_window_days': BigInt(action.clickLookbackDays ?? 30),
    'conversion_action.attribution_model_settings.attribution_model':
      action.attributionModel ?? 'GOOGLE_SEARCH_ATTRIBUTION_DATA_DRIVEN',
  }
}
