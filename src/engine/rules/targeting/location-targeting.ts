import type { Context } from '../../account/context.ts'
import { hasEnded } from '../../account/has-ended.ts'
import type { AccountInventory, ChosenPlaces } from '../../account/inventory.ts'
import { addUp } from '../../account/measurement.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { isByHand } from '../../findings/by-hand.ts'
import type { Finding, MutateOperation } from '../../findings/recommendation.ts'
import { familyEvidence } from '../../statistics/conversion-evidence.ts'
import { adjustedPValues } from '../../statistics/discovery.ts'
import { priorsOf } from '../../statistics/family-priors.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { chanceDearer } from '../bidding/campaign-evidence.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import { type Countries, countriesOf } from './country-slices.ts'
import * as words from './location-targeting-words.ts'
import {
  type JudgedSlice,
  judgeSlices,
  type SpendSlice,
  sharedProbability,
  slicesClaims,
  slicesDraw,
  wastefulSlices,
} from './slice-waste.ts'

/** Clicks from outside the targeted places, regions inside them that never pay, and countries where none was chosen. */
export const locationTargeting = defineRule({
  name: 'location-targeting',
  title: 'Segmentación geográfica',
  category: 'targeting',
  needs: {
    any: ['locationMatches', 'regions'],
    called: 'los datos por ubicación',
    conversions: true,
    levels: ['campaign'],
  },
  run,
  words,
})

function run(snapshot: SnapshotWith<never, 'campaign'>, context: Context): RuleResult {
  const { inventory } = snapshot
  const live = snapshot.campaigns.filter(({ status }) => status === 'ENABLED')
  const countries = new Map(live.map((one) => [one.id, countriesOf(one, inventory)]))
  // Where no place was chosen none can be outside, and no single region is the matter.
  const placed = live.filter(({ id }) => !countries.get(id))
  const outside = placed.flatMap((campaign) => outsideOf(campaign, inventory))
  const regions = placed.flatMap((campaign) => regionsOf(campaign, inventory))
  const abroad = [...countries.values()].flatMap((own) => own?.slices ?? [])
  const judged = [
    ...judgeSlices([...outside, ...abroad], context),
    ...judgeSlices(regions, context, undefined, priorAmong(regions, context)),
  ]
  const rivals = Map.groupBy(judged, (one) => `${one.campaign.id} ${one.dimension}`)
  const worse = [...rivals.values()].flatMap((own) => worseThanRest(own, context))
  const wasteful = wastefulSlices(worse)
  const of = (wanted: string) => wasteful.filter(({ dimension }) => dimension === wanted)
  const byCampaign = (wanted: string) => Map.groupBy(of(wanted), ({ campaign }) => campaign.id)
  const findings = [
    ...of('presence').map((one) => outsideFinding(one, context, isByHand(snapshot, one.campaign))),
    ...[...byCampaign('country')].map(([id, slices]) =>
      countryFinding(slices, countries.get(id)!, context),
    ),
    ...[...byCampaign('region').values()].map((slices) => {
      // Google takes no exclusion of a place that is targeted by itself: whether it is to be taken off or both, its list shows.
      const { campaign } = slices[0]!
      const { targeted } = chosenBy(campaign, inventory)
      const byHand = isByHand(snapshot, campaign)
      const isListed = slices.some(({ value }) => targeted.includes(value))
      return regionFinding(slices, regions, context, { byHand, isListed })
    }),
  ]
  return { findings, silence: findings.length > 0 ? null : words.NOTHING_DEAR }
}

/**
 * How unlike regions are is learned from those of all campaigns: mostly far less than searches. Few tell little of it, and each is much
 * of its campaign's level: these are held against the rest, as where conversions are too few.
 */
function priorAmong(regions: readonly SpendSlice[], context: Context) {
  if (regions.length < FEWEST_REGIONS) return undefined
  const priorOf = priorsOf(
    regions.map(({ campaign, sums }) => ({
      campaignId: campaign.id,
      ...familyEvidence(sums, context.measurement),
    })),
  )
  return ({ campaign }: SpendSlice) => priorOf({ campaignId: campaign.id })
}

/** Own choice. */
const FEWEST_REGIONS = 10

/**
 * A campaign that is dear everywhere is no matter of places, and the worst of its places may be so by luck. What sells dearer things may
 * cost more by the sale.
 */
function worseThanRest(places: readonly JudgedSlice[], context: Context): JudgedSlice[] {
  const { placeRatio, placeProbability } = THRESHOLDS
  const lucks = places.map(({ campaign, sums, rest, target }) => {
    const ofRest = context.targetOfPart({ campaignId: campaign.id }, rest) ?? target
    const ratio = (placeRatio.value * target.micros) / ofRest.micros
    return 1 - chanceDearer(context, sums, rest, ratio)
  })
  const adjusted = adjustedPValues(lucks)
  return places.filter((_, i) => adjusted[i]! <= 1 - placeProbability.value)
}

/** Only where the setting lets in people who are not there: with presence alone nothing could be changed. */
function outsideOf(campaign: CampaignFacts, inventory: AccountInventory): SpendSlice[] {
  const { locationMatches = [], campaignSettings = [] } = inventory
  const setting = campaignSettings.find(({ campaignId }) => campaignId === campaign.id)
  const type = setting?.positiveGeoTargetType
  if (type !== 'PRESENCE_OR_INTEREST' && type !== 'SEARCH_INTEREST') return []
  const rows = locationMatches.filter(({ campaignId }) => campaignId === campaign.id)
  const sumsOf = (inside: boolean) =>
    addUp(rows.filter(({ isTargeted }) => isTargeted === inside).map(({ sums }) => sums))
  return [
    {
      campaign,
      dimension: 'presence',
      value: 'outside',
      label: 'Fuera de las ubicaciones elegidas',
      sums: sumsOf(false),
      rest: sumsOf(true),
    },
  ]
}

/**
 * A region appears once: rows are of the place itself, never of the country above it. Not one that is excluded, or searched no more,
 * by now, nor the only one that the campaign is for.
 */
function regionsOf(campaign: CampaignFacts, inventory: AccountInventory): SpendSlice[] {
  const { regions = [] } = inventory
  const { targeted, excluded } = chosenBy(campaign, inventory)
  const rows = regions.filter(({ campaignId }) => campaignId === campaign.id)
  const byRegion = Map.groupBy(rows, ({ regionId }) => regionId)
  if (byRegion.size < 2) return []
  const going = [...byRegion].filter(
    ([id, own]) =>
      !own.every(hasEnded) &&
      !excluded.includes(id) &&
      !(targeted.length === 1 && targeted[0] === id),
  )
  return going.sort(byKey).map(([regionId, own]) => ({
    campaign,
    dimension: 'region',
    value: regionId,
    label: own[0]!.name,
    sums: addUp(own.map(({ sums }) => sums)),
    rest: addUp(rows.filter((row) => row.regionId !== regionId).map(({ sums }) => sums)),
  }))
}

function chosenBy(
  { id }: CampaignFacts,
  { chosenPlaces = [] }: AccountInventory,
): Pick<ChosenPlaces, 'targeted' | 'excluded'> {
  const own = chosenPlaces.find(({ campaignId }) => campaignId === id)
  return own ?? { targeted: [], excluded: [] }
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

function outsideFinding(one: JudgedSlice, context: Context, byHand: boolean): Finding {
  const { campaign } = one
  const operation = {
    campaignOperation: {
      updateMask: 'geoTargetTypeSetting.positiveGeoTargetType',
      update: {
        resourceName: `customers/{customerId}/campaigns/${campaign.id}`,
        geoTargetTypeSetting: { positiveGeoTargetType: 'PRESENCE' },
      },
    },
  }
  return {
    ...headOf([one], 'presence', context),
    acts: [`campaign:${campaign.id}:presence`],
    group: {
      identity: ['group', 'presence'],
      texts: (parts) => words.outsideGroupTexts(context, parts),
    },
    ...words.outsideTexts(context, one, byHand ? [] : [operation]),
  }
}

function regionFinding(
  slices: JudgedSlice[],
  all: readonly SpendSlice[],
  context: Context,
  { byHand, isListed }: { byHand: boolean; isListed: boolean },
): Finding {
  const { campaign } = slices[0]!
  const operations = byHand || isListed ? [] : slices.map(exclude)
  const siblings = all.filter((one) => one.campaign.id === campaign.id)
  return {
    ...headOf(slices, 'regions', context),
    acts: slices.map(({ value }) => `campaign:${campaign.id}:#region=${value}`),
    group: {
      identity: ['group', 'regions'],
      label: words.regionsLabel(slices),
      texts: (parts) => words.regionGroupTexts(context, parts),
    },
    ...words.regionTexts(context, slices, siblings, { operations, isListed }),
  }
}

/** By hand: only who sells knows where. */
function countryFinding(slices: JudgedSlice[], countries: Countries, context: Context): Finding {
  return {
    ...headOf(slices, 'countries', context),
    acts: [`campaign:${slices[0]!.campaign.id}:locations`],
    group: {
      identity: ['group', 'countries'],
      label: words.regionsLabel(slices),
      texts: (parts) => words.countryGroupTexts(context, parts),
    },
    ...words.countryTexts(context, slices, countries),
  }
}

function headOf(slices: readonly JudgedSlice[], part: string, context: Context) {
  const { campaign } = slices[0]!
  return {
    identity: [campaign.id, part],
    object: { type: 'campaign', id: campaign.id },
    campaignId: campaign.id,
    adGroupId: null,
    probability: sharedProbability(slices),
    claims: slicesClaims(slices),
    drawMonthlyNet: slicesDraw(slices, context),
    kpi: 'cost',
  } as const
}

function exclude({ campaign, value }: JudgedSlice): MutateOperation {
  return {
    campaignCriterionOperation: {
      create: {
        campaign: `customers/{customerId}/campaigns/${campaign.id}`,
        negative: true,
        location: { geoTargetConstant: `geoTargetConstants/${value}` },
      },
    },
  }
}
