import { MICROS } from '#shared/metrics.ts'
import { purposeOf } from '../../account/campaign-purpose.ts'
import type { Context } from '../../account/context.ts'
import type { AccountInventory } from '../../account/inventory.ts'
import { addUp } from '../../account/measurement.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { isByHand } from '../../findings/by-hand.ts'
import type { Finding, MutateOperation } from '../../findings/recommendation.ts'
import { expectedSaving } from '../../findings/waste.ts'
import { fitRates } from '../../statistics/adaptive-rates.ts'
import { familyEvidence } from '../../statistics/conversion-evidence.ts'
import { acceptByMoney } from '../../statistics/discovery.ts'
import { priorsOf } from '../../statistics/family-priors.ts'
import { mixtureMean, scaledBy } from '../../statistics/priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import {
  type JudgedSlice,
  judgeSlices,
  type SpendSlice,
  sharedProbability,
  slicesClaims,
  slicesDraw,
  wastefulSlices,
} from './slice-waste.ts'
import * as words from './wasted-placements-words.ts'

type Placement = NonNullable<AccountInventory['placements']>[number]

/** Websites, apps and videos whose conversions, if any, cost far too much. */
export const wastedPlacements = defineRule({
  name: 'wasted-placements',
  title: 'Emplazamientos que solo gastan',
  category: 'targeting',
  needs: {
    all: ['placements'],
    called: 'las ubicaciones de Display',
    conversions: true,
    levels: ['campaign'],
  },
  run,
  words,
})

function run(snapshot: SnapshotWith<'placements', 'campaign'>, context: Context): RuleResult {
  const { placements, excludedPlaces } = snapshot.inventory
  const isExcluded = exclusionsOf(excludedPlaces)
  const clicked = placements.filter(
    (one) =>
      one.sums.clicks > 0 &&
      context.campaigns.get(one.campaignId)?.status === 'ENABLED' &&
      !isExcluded(one),
  )
  if (clicked.length === 0) return { findings: [], silence: words.NO_CLICKS }
  const enabled = snapshot.campaigns.filter(({ status }) => status === 'ENABLED')
  const campaigns = enabled.filter((campaign) => isThereToSell(campaign))
  const byCampaign = Map.groupBy(clicked, ({ campaignId }) => campaignId)
  const apps = wastefulSlices(
    judgeSlices(
      campaigns.flatMap((campaign) => appsOf(campaign, byCampaign.get(campaign.id) ?? [])),
      context,
    ),
  )
  const withoutApps = new Set(apps.map(({ campaign }) => campaign.id))
  const places = campaigns.flatMap((campaign) =>
    placesOf(campaign, byCampaign.get(campaign.id) ?? [], withoutApps),
  )
  const priorOf = priorAmong(places, context)
  const judged = judgeSlices(
    places,
    context,
    THRESHOLDS.placementClicks.value,
    priorOf ?? undefined,
  )
  // Among few places a conversion is enough to keep one: nothing tells how unlike they are.
  const open = priorOf ? judged : judged.filter(({ sums }) => sums.conversionsMicros <= 0)
  const single = Map.groupBy(wastefulPlaces(open), ({ campaign }) => campaign.id)
  const types = new Map(clicked.map(({ placement, type }) => [placement, type]))
  const findings = [
    ...apps.map((one) => findingOf([one], 'apps', [], context)),
    ...[...single.values()].map((slices) => {
      const operations = slices.map((slice) => exclude(slice, types.get(slice.value) ?? ''))
      const sendable =
        !isByHand(snapshot, slices[0]!.campaign) &&
        operations.every((operation) => operation !== null)
      return findingOf(slices, 'places', sendable ? operations : [], context)
    }),
  ]
  const isJudged = campaigns.some(({ id }) => byCampaign.has(id))
  const silence = isJudged ? words.NOTHING_SURE : words.NONE_TO_SELL
  return { findings, silence: findings.length > 0 ? null : silence }
}

/** What is there to make known is not held to how searches convert: only its own conversions would tell its places apart. */
function isThereToSell(campaign: CampaignFacts): boolean {
  const enough = THRESHOLDS.accountConversions.value * MICROS
  return purposeOf(campaign) !== 'other' || campaign.sums.conversionsMicros >= enough
}

/**
 * How unlike places are is learned from all of them, converting ones too, each relative to its campaign's level
 * (empirical Bayes): among many places those that never sell stand out as a kind of their own.
 */
function priorAmong(places: readonly SpendSlice[], context: Context) {
  const units = places.map(({ campaign, sums }) => ({
    campaignId: campaign.id,
    ...familyEvidence(sums, context.measurement),
  }))
  const { priorUnits, priorConversions } = THRESHOLDS
  const conversions = units.reduce((sum, { k }) => sum + k, 0)
  if (units.length < priorUnits.value || conversions < priorConversions.value) return null
  const priorOf = priorsOf(units)
  const levelOf = (campaignId: string) => {
    const prior = priorOf({ campaignId })
    return prior && mixtureMean(prior)
  }
  const relative = fitRates(
    units.map(({ campaignId, n, k }) => ({ n: n * (levelOf(campaignId) ?? 0), k })),
  )
  return ({ campaign }: SpendSlice) => {
    const level = levelOf(campaign.id)
    return level ? scaledBy(relative, level) : null
  }
}

/**
 * As searches are chosen: what saves most, within so many errors. No share of the campaign is asked of a single place:
 * Display spreads over thousands.
 */
function wastefulPlaces(judged: readonly JudgedSlice[]): JudgedSlice[] {
  const candidates = judged.map((one) => ({
    ...one,
    expectedNet: expectedSaving(one.sums, one.verdict, one.target),
  }))
  return acceptByMoney(candidates, THRESHOLDS.placementFalseDiscovery.value).toSorted(
    (a, b) => b.sums.costMicros - a.sums.costMicros || (a.key < b.key ? -1 : 1),
  )
}

/** All apps of a campaign at once: each one is too small to judge. */
function appsOf(campaign: CampaignFacts, own: readonly Placement[]): SpendSlice[] {
  const apps = own.filter(isApp)
  const others = own.filter((one) => !isApp(one))
  if (apps.length < 2 || others.length === 0) return []
  const sumsOf = (some: readonly Placement[]) => addUp(some.map(({ sums }) => sums))
  const label = 'Aplicaciones móviles'
  const [sums, rest] = [sumsOf(apps), sumsOf(others)]
  return [{ campaign, dimension: 'placement', value: 'apps', label, sums, rest }]
}

function placesOf(
  campaign: CampaignFacts,
  own: readonly Placement[],
  withoutApps: ReadonlySet<string>,
): SpendSlice[] {
  const all = addUp(own.map(({ sums }) => sums))
  const byPlace = Map.groupBy(
    own.filter((one) => !(isApp(one) && withoutApps.has(campaign.id))),
    ({ placement }) => placement,
  )
  return [...byPlace].map(([value, rows]) => {
    const sums = addUp(rows.map((row) => row.sums))
    const rest = {
      impressions: all.impressions - sums.impressions,
      clicks: all.clicks - sums.clicks,
      costMicros: all.costMicros - sums.costMicros,
      conversionsMicros: all.conversionsMicros - sums.conversionsMicros,
      valueMicros: all.valueMicros - sums.valueMicros,
    }
    const label = rows[0]!.name || value
    return { campaign, dimension: 'placement', value, label, sums, rest }
  })
}

const isApp = ({ type }: Pick<Placement, 'type'>) => /^MOBILE_APP/.test(type)

function findingOf(
  slices: JudgedSlice[],
  part: 'apps' | 'places',
  operations: MutateOperation[],
  context: Context,
): Finding {
  const { campaign } = slices[0]!
  return {
    identity: [campaign.id, part],
    object: { type: 'campaign', id: campaign.id },
    campaignId: campaign.id,
    adGroupId: null,
    probability: sharedProbability(slices),
    claims: slicesClaims(slices),
    acts: [`campaign:${campaign.id}:#placement=${part}`],
    drawMonthlyNet: slicesDraw(slices, context),
    kpi: 'cost',
    ...words.placementTexts(context, slices, part, operations),
  }
}

/** What is excluded by now is not bought again: its cost is of the past. */
function exclusionsOf(excluded: AccountInventory['excludedPlaces'] = []) {
  const known = new Set(
    excluded.map(({ campaignId, type, place }) => `${campaignId} ${type} ${bare(place)}`),
  )
  return ({ campaignId, placement, type }: Placement): boolean => {
    const isOff = (kind: string, place: string) => known.has(`${campaignId} ${kind} ${bare(place)}`)
    const [own] = Object.values(criterionOf(placement, type) ?? {})
    const ofApp = isApp({ type }) && isOff('MOBILE_APP_CATEGORY', ALL_APPS)
    return ofApp || Object.values(own ?? {}).some((place) => isOff(CRITERIA[type] ?? type, place))
  }
}

/** Google's category of apps that holds all others. */
const ALL_APPS = '69500'

/** A website's criterion is called otherwise than its view. */
const CRITERIA: Record<string, string> = { WEBSITE: 'PLACEMENT' }

const bare = (place: string) => place.toLowerCase().replace(/^(https?:\/\/)?(www\.)?|\/$/g, '')

/** Null where the kind of place cannot be excluded by its address. */
function exclude({ campaign, value }: JudgedSlice, type: string): MutateOperation | null {
  const criterion = criterionOf(value, type)
  if (!criterion) return null
  const owner = `customers/{customerId}/campaigns/${campaign.id}`
  return {
    campaignCriterionOperation: { create: { campaign: owner, negative: true, ...criterion } },
  }
}

function criterionOf(value: string, type: string): Record<string, Record<string, string>> | null {
  switch (type) {
    case 'WEBSITE':
      return { placement: { url: value } }
    case 'MOBILE_APPLICATION':
      return { mobileApplication: { appId: value.replace(/^mobileapp::/, '') } }
    case 'YOUTUBE_CHANNEL':
      return { youtubeChannel: { channelId: value } }
    case 'YOUTUBE_VIDEO':
      return { youtubeVideo: { videoId: value } }
    default:
      return null
  }
}
