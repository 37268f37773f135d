import type { KeptInventory } from '#engine/account/kept-inventory.ts'
import type { AdsRow } from '#platform/google-ads/row.ts'
import { type Metrics, MICROS } from '#shared/metrics.ts'

/** Google's rows as parts of an inventory. Money and conversions in micros; ids as text. */

type Part<K extends keyof KeptInventory> = NonNullable<KeptInventory[K]>
type Rows = readonly AdsRow[]

export function trackingPart([row]: Rows): Part<'tracking'> {
  const { autoTaggingEnabled = false, conversionTrackingSetting = {} } = row?.customer ?? {}
  return {
    status: conversionTrackingSetting.conversionTrackingStatus ?? 'UNKNOWN',
    acceptedCustomerDataTerms: conversionTrackingSetting.acceptedCustomerDataTerms ?? false,
    enhancedConversionsForLeads:
      conversionTrackingSetting.enhancedConversionsForLeadsEnabled ?? false,
    autoTagging: autoTaggingEnabled,
  }
}

export function conversionDaysPart(rows: Rows): Part<'conversionDays'> {
  return rows
    .map(({ segments, metrics }) => ({
      actionId: lastPart(segments?.conversionAction),
      day: segments?.date ?? '',
      conversionsMicros: micros(metrics?.conversions),
      valueMicros: micros(metrics?.conversionsValue),
    }))
    .filter((one) => one.conversionsMicros !== 0 || one.valueMicros !== 0)
}

export function conversionLagsPart(rows: Rows): Part<'conversionLags'> {
  return rows
    .map(({ segments, metrics }) => ({
      bucket: segments?.conversionLagBucket ?? 'UNKNOWN',
      conversionsMicros: micros(metrics?.conversions),
    }))
    .filter((one) => one.conversionsMicros !== 0)
}

export function lastConversionsPart(rows: Rows): Part<'lastConversions'> {
  return rows.flatMap(({ conversionAction, metrics }) => {
    const day = metrics?.conversionLastConversionDate?.slice(0, 10)
    return day ? [{ actionId: conversionAction?.id ?? '', day }] : []
  })
}

export function negativeListsPart(rows: Rows): Part<'negativeLists'> {
  return rows.map(({ sharedSet = {} }) => ({
    id: sharedSet.id ?? '',
    name: sharedSet.name ?? '',
    memberCount: count(sharedSet.memberCount),
  }))
}

export function billableUnitsPart(rows: Rows): Part<'billableUnits'> {
  return rows.flatMap(({ currencyConstant: { code, billableUnitMicros } = {} }) => {
    const unitMicros = count(billableUnitMicros)
    return code && unitMicros > 0 ? [{ code, unitMicros }] : []
  })
}

/** A campaign without a share had too few searches for one, or none. */
export function firstPlacesPart(rows: Rows): Part<'firstPlaces'> {
  return rows.flatMap((row) => {
    const { metrics = {} } = row
    const first = metrics.searchAbsoluteTopImpressionShare
    if (first === undefined) return []
    const lostToBudget = metrics.searchBudgetLostAbsoluteTopImpressionShare
    const lostToRank = metrics.searchRankLostAbsoluteTopImpressionShare
    return [
      {
        campaignId: campaignIdOf(row),
        impressions: count(metrics.impressions),
        first: count(first),
        ...(lostToBudget !== undefined && { lostToBudget: count(lostToBudget) }),
        ...(lostToRank !== undefined && { lostToRank: count(lostToRank) }),
      },
    ]
  })
}

export function networksPart(rows: Rows): Part<'networks'> {
  return rows.filter(hasTraffic).map((row) => ({
    campaignId: campaignIdOf(row),
    network: row.segments?.adNetworkType ?? 'UNKNOWN',
    sums: sumsOf(row),
  }))
}

/** Google tells what the place was targeted for as a segment of its own, never absent but for false. */
export function locationMatchesPart(rows: Rows): Part<'locationMatches'> {
  return rows.filter(hasTraffic).map((row) => ({
    campaignId: campaignIdOf(row),
    countryId: row.userLocationView?.countryCriterionId ?? '',
    isTargeted: row.userLocationView?.targetingLocation ?? false,
    sums: sumsOf(row),
  }))
}

export function demographicsPart(ages: Rows, genders: Rows): Part<'demographics'> {
  const toRow = (kind: 'age' | 'gender') => (row: AdsRow) => {
    const criterion = row.adGroupCriterion ?? {}
    return {
      campaignId: campaignIdOf(row),
      adGroupId: row.adGroup?.id ?? '',
      criterionId: criterion.criterionId ?? '',
      kind,
      value: (kind === 'age' ? criterion.ageRange?.type : criterion.gender?.type) ?? 'UNKNOWN',
      modifier: criterion.bidModifier ?? 1,
      sums: sumsOf(row),
    }
  }
  return [
    ...ages.filter(hasTraffic).map(toRow('age')),
    ...genders.filter(hasTraffic).map(toRow('gender')),
  ]
}

export function placementsPart(rows: Rows): Part<'placements'> {
  return rows.filter(hasTraffic).map((row) => ({
    campaignId: campaignIdOf(row),
    placement: row.detailPlacementView?.placement ?? '',
    name: row.detailPlacementView?.displayName ?? '',
    type: row.detailPlacementView?.placementType ?? 'UNKNOWN',
    sums: sumsOf(row),
  }))
}

/** A score of 0 says that there were too few visits to judge. */
export function landingPagesPart(rows: Rows): Part<'landingPages'> {
  return rows.filter(hasTraffic).map((row) => {
    const { speedScore, mobileFriendlyClicksPercentage } = row.metrics ?? {}
    const device = row.segments?.device
    const isMobile = device === 'MOBILE'
    return {
      url: row.landingPageView?.unexpandedFinalUrl ?? '',
      campaignId: campaignIdOf(row),
      adGroupId: row.adGroup?.id ?? '',
      ...(isDevice(device) && { device }),
      ...(isMobile && count(speedScore) > 0 && { speedScore: count(speedScore) }),
      ...(isMobile &&
        mobileFriendlyClicksPercentage !== undefined && {
          mobileFriendlyShare: mobileFriendlyClicksPercentage,
        }),
      sums: sumsOf(row),
    }
  })
}

export function aiMaxTermsPart(rows: Rows): Part<'aiMaxTerms'> {
  return rows.filter(hasTraffic).map((row) => ({
    term: row.searchTermView?.searchTerm ?? '',
    campaignId: campaignIdOf(row),
    source: row.segments?.searchTermMatchSource ?? 'UNKNOWN',
    sums: sumsOf(row),
  }))
}

export function userListsPart(rows: Rows): Part<'userLists'> {
  return rows.map(({ userList = {} }) => ({
    id: userList.id ?? '',
    name: userList.name ?? '',
    sizeForSearch: count(userList.sizeForSearch),
    ...(userList.matchRatePercentage && { matchRatePercent: userList.matchRatePercentage }),
    isEligibleForSearch: userList.eligibleForSearch ?? false,
  }))
}

export function autoApplyPart(rows: Rows): Part<'autoApply'> {
  return rows.map(({ recommendationSubscription = {} }) => ({
    id: lastPart(recommendationSubscription.resourceName),
    type: recommendationSubscription.type ?? 'UNKNOWN',
    status: recommendationSubscription.status ?? 'UNKNOWN',
  }))
}

export function sumsOf({ metrics = {} }: AdsRow): Metrics {
  return {
    impressions: count(metrics.impressions),
    clicks: count(metrics.clicks),
    costMicros: count(metrics.costMicros),
    conversionsMicros: micros(metrics.conversions),
    valueMicros: micros(metrics.conversionsValue),
  }
}

/** Without segments Google also lists what was never shown. */
function hasTraffic(row: AdsRow): boolean {
  return Object.values(sumsOf(row)).some((sum) => sum !== 0)
}

export function count(value: unknown): number {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}

export function micros(amount: unknown): number {
  return Math.round(count(amount) * MICROS)
}

export const campaignIdOf = ({ campaign }: AdsRow): string => campaign?.id ?? ''

function lastPart(resourceName: string | undefined): string {
  return resourceName?.split('/').at(-1) ?? ''
}

type Device = NonNullable<Part<'landingPages'>[number]['device']>

function isDevice(name: string | undefined): name is Device {
  return ['DESKTOP', 'MOBILE', 'TABLET', 'CONNECTED_TV', 'OTHER'].includes(name ?? '')
}
