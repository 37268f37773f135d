import { entityStatus } from '#account-data/snapshot/google-names.ts'
import type { KeptInventory } from '#engine/account/kept-inventory.ts'
import type { AdsRow, SimulationPoint, TargetingSetting } from '#platform/google-ads/row.ts'
import { campaignIdOf, count, micros } from './inventory-rows.ts'

/** Google's rows of settings, criteria, asset groups and simulations as parts of an inventory. */

type Part<K extends keyof KeptInventory> = NonNullable<KeptInventory[K]>
type Rows = readonly AdsRow[]

export function campaignSettingsPart(rows: Rows): Part<'campaignSettings'> {
  return rows.map((row) => {
    const { campaign = {}, campaignBudget = {} } = row
    const { targetGoogleSearch, targetSearchNetwork, targetContentNetwork } =
      campaign.networkSettings ?? {}
    return {
      campaignId: campaignIdOf(row),
      ...given('positiveGeoTargetType', campaign.geoTargetTypeSetting?.positiveGeoTargetType),
      ...given('targetsSearch', targetGoogleSearch),
      // Google's `target_partner_search_network` is another thing, for a few partner accounts.
      ...given('targetsSearchPartners', targetSearchNetwork),
      ...given('targetsDisplay', targetContentNetwork),
      ...given('budgetReferences', numberOf(campaignBudget.referenceCount)),
      ...(campaignBudget.hasRecommendedBudget &&
        given('recommendedBudgetMicros', numberOf(campaignBudget.recommendedBudgetAmountMicros))),
      ...given('biddingSystemStatus', campaign.biddingStrategySystemStatus),
      primaryStatusReasons: campaign.primaryStatusReasons ?? [],
      ...given('adRotation', campaign.adServingOptimizationStatus),
      aiMaxEnabled: campaign.aiMaxSetting?.enableAiMax ?? false,
      automations: (campaign.assetAutomationSettings ?? [])
        .filter(({ assetAutomationStatus }) => assetAutomationStatus === 'OPTED_IN')
        .flatMap(({ assetAutomationType }) => assetAutomationType ?? []),
      restrictedDimensions: dimensionsOf(campaign.targetingSetting, false),
      observedDimensions: dimensionsOf(campaign.targetingSetting, true),
      ...given('startedOn', campaign.startDateTime?.slice(0, 10)),
      ...given('endsOn', campaign.endDateTime?.slice(0, 10)),
    }
  })
}

export function restrictedAdGroupsPart(rows: Rows): Part<'restrictedAdGroups'> {
  return rows.flatMap((row) => {
    const { id = '', targetingSetting } = row.adGroup ?? {}
    const dimensions = dimensionsOf(targetingSetting, false)
    if (dimensions.length === 0) return []
    const observed = dimensionsOf(targetingSetting, true)
    return [{ campaignId: campaignIdOf(row), adGroupId: id, dimensions, observed }]
  })
}

/** Dimensions set to 'observation', or to 'targeting'. */
function dimensionsOf(
  { targetRestrictions = [] }: TargetingSetting = {},
  isObserved: boolean,
): string[] {
  return targetRestrictions
    .filter(({ bidOnly = false }) => bidOnly === isObserved)
    .flatMap(({ targetingDimension }) => targetingDimension ?? [])
}

export function deviceModifiersPart(rows: Rows): Part<'deviceModifiers'> {
  return rows.flatMap((row) => {
    const { type, device, criterionId = '', bidModifier = 1 } = row.campaignCriterion ?? {}
    const name = device?.type
    const known = name === 'MOBILE' || name === 'DESKTOP' || name === 'TABLET'
    if (type !== 'DEVICE' || !(known || name === 'CONNECTED_TV')) return []
    return [{ campaignId: campaignIdOf(row), device: name, criterionId, modifier: bidModifier }]
  })
}

const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']

export function adSchedulesPart(rows: Rows): Part<'adSchedules'> {
  return rows.flatMap((row) => {
    const { type, adSchedule, criterionId = '', bidModifier = 1 } = row.campaignCriterion ?? {}
    if (type !== 'AD_SCHEDULE' || !adSchedule) return []
    return [
      {
        campaignId: campaignIdOf(row),
        criterionId,
        weekday: WEEKDAYS.indexOf(adSchedule.dayOfWeek ?? '') + 1,
        fromHour: adSchedule.startHour ?? 0,
        toHour: adSchedule.endHour ?? 24,
        modifier: bidModifier,
      },
    ]
  })
}

export function brandExclusionsPart(rows: Rows): Part<'brandExclusions'> {
  const excluding = rows.filter(
    ({ campaignCriterion: one }) => one?.type === 'BRAND_LIST' && one.negative === true,
  )
  return [...new Set(excluding.map(campaignIdOf))]
}

/** A category of apps stands for all that are in it; '69500' holds all apps. */
export function excludedPlacesPart(rows: Rows): Part<'excludedPlaces'> {
  return rows.flatMap((row) => {
    const { negative = false, ...one } = row.campaignCriterion ?? {}
    const place =
      one.placement?.url ??
      one.mobileApplication?.appId ??
      one.mobileAppCategory?.mobileAppCategoryConstant?.split('/').at(-1) ??
      one.youtubeChannel?.channelId ??
      one.youtubeVideo?.videoId
    if (!negative || !place) return []
    return [{ campaignId: campaignIdOf(row), type: one.type ?? 'UNKNOWN', place }]
  })
}

/** Ids alone: a shop may list every postcode around it. Of radii no more than that there are. */
export function chosenPlacesPart(rows: Rows): Part<'chosenPlaces'> {
  const places = rows.flatMap((row) => {
    const { negative = false, location, type } = row.campaignCriterion ?? {}
    const isAround = type === 'PROXIMITY'
    const id = location?.geoTargetConstant?.split('/').at(-1)
    return id || isAround ? [{ campaignId: campaignIdOf(row), negative, id, isAround }] : []
  })
  return [...Map.groupBy(places, ({ campaignId }) => campaignId)].map(([campaignId, own]) => {
    const idsOf = (isNegative: boolean) =>
      own.flatMap(({ id, negative }) => (id && negative === isNegative ? [id] : []))
    const isAround = own.some((one) => one.isAround) && { isAround: true as const }
    return { campaignId, targeted: idsOf(false), excluded: idsOf(true), ...isAround }
  })
}

export function languagesPart(rows: Rows): Part<'languages'> {
  const languages = rows.flatMap((row) => {
    const id = row.campaignCriterion?.language?.languageConstant?.split('/').at(-1)
    return id ? [{ campaignId: campaignIdOf(row), id }] : []
  })
  return [...Map.groupBy(languages, ({ campaignId }) => campaignId)].map(([campaignId, own]) => ({
    campaignId,
    ids: own.map(({ id }) => id),
  }))
}

export function simulationsPart(rows: Rows): Part<'simulations'> {
  return rows.flatMap(({ campaignSimulation: one = {} }) => {
    const curve = curveOf(one)
    return curve ? [{ campaignId: one.campaignId ?? '', ...curve }] : []
  })
}

export function portfolioSimulationsPart(rows: Rows): Part<'portfolioSimulations'> {
  return rows.flatMap(({ biddingStrategySimulation: one = {} }) => {
    const curve = curveOf(one)
    return curve ? [{ portfolioId: one.biddingStrategyId ?? '', ...curve }] : []
  })
}

type Curve = Omit<Part<'simulations'>[number], 'campaignId'>

function curveOf(one: Simulation): Curve | null {
  const kind = one.type && KINDS[one.type]
  if (!kind) return null
  const points = (one[kind.list]?.points ?? []).map((point) => ({
    value: count(point[kind.value]),
    clicks: count(point.clicks),
    costMicros: count(point.costMicros),
    conversionsMicros: micros(point.biddableConversions),
    valueMicros: micros(point.biddableConversionsValue),
  }))
  return {
    type: kind.type,
    from: one.startDate ?? '',
    to: one.endDate ?? '',
    points: points.filter(({ value }) => value > 0).sort((a, b) => a.value - b.value),
  }
}

type Simulation = Omit<NonNullable<AdsRow['campaignSimulation']>, 'campaignId'>

const KINDS: Partial<
  Record<
    string,
    {
      type: Curve['type']
      list: Exclude<keyof Simulation, 'type' | 'startDate' | 'endDate'>
      value: keyof SimulationPoint
    }
  >
> = {
  BUDGET: { type: 'BUDGET', list: 'budgetPointList', value: 'budgetAmountMicros' },
  CPC_BID: { type: 'CPC_BID', list: 'cpcBidPointList', value: 'cpcBidMicros' },
  TARGET_CPA: { type: 'TARGET_CPA', list: 'targetCpaPointList', value: 'targetCpaMicros' },
  TARGET_ROAS: { type: 'TARGET_ROAS', list: 'targetRoasPointList', value: 'targetRoas' },
}

export function assetGroupsPart(groups: Rows, assets: Rows, signals: Rows): Part<'assetGroups'> {
  const idOf = ({ assetGroup }: AdsRow) => assetGroup?.id ?? ''
  const assetsOf = Map.groupBy(assets, idOf)
  const signalsOf = Map.groupBy(signals, idOf)
  return groups.map((row) => {
    const { id = '', name = '', status, adStrength } = row.assetGroup ?? {}
    const types = (assetsOf.get(id) ?? []).map(
      ({ assetGroupAsset }) => assetGroupAsset?.fieldType ?? 'UNKNOWN',
    )
    const own = (signalsOf.get(id) ?? []).map(({ assetGroupSignal }) => assetGroupSignal)
    return {
      id,
      campaignId: campaignIdOf(row),
      name,
      status: entityStatus(status ?? ''),
      ...given('strength', adStrength),
      assetCounts: Object.fromEntries(
        [...Map.groupBy(types, (type) => type)].map(([type, same]) => [type, same.length]),
      ),
      searchThemes: own.filter((signal) => signal?.searchTheme?.text).length,
      audienceSignals: own.filter((signal) => signal?.audience?.audience).length,
    }
  })
}

/** The field where there is a value, for types that know no undefined. */
function given<K extends string, V>(key: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [key in K]: V })
}

/** Google's int64 as text; undefined where it is unset or 0. */
function numberOf(int64: string | undefined): number | undefined {
  return count(int64) || undefined
}
