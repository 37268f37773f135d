import type { Metrics } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AccountInventory, AudienceFacts } from '../../account/inventory.ts'
import { COLUMNS, type Column, type Sums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import type { Finding, MutateOperation } from '../../findings/recommendation.ts'
import {
  isLiveAd,
  isLiveAdGroup,
  liveCampaigns,
  setupFinding,
} from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { blockedReason } from '../../words/shared-texts.ts'
import { campaignBidBeliefs } from '../keywords/bid-beliefs.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import * as words from './audience-setup-words.ts'
import {
  adviseSlices,
  type BidSlice,
  bestOfEachCampaign,
  pathSafe,
  type SliceAdvice,
  sliceClaims,
  sliceDraw,
  takesModifiers,
} from './bid-slices.ts'
import { modifierTexts } from './modifier-words.ts'
import { isRemarketing } from './remarketing-name.ts'

const NAME = 'audience-setup'

type Segment = BidSlice & { audiences: readonly AudienceFacts[] }

/** Audiences that restrict a search campaign or an ad group by mistake, that are not observed, or that deserve another bid. */
export const audienceSetup = defineRule({
  name: NAME,
  title: 'Audiencias',
  category: 'targeting',
  place: 70,
  needs: {
    any: ['audiences', 'campaignSettings', 'demographics'],
    called: 'las audiencias',
    levels: ['campaign'],
    columns: COLUMNS,
  },
  run,
  words,
})

function run(snapshot: SnapshotWith<never, 'campaign', Column>, context: Context): RuleResult {
  const { inventory } = snapshot
  const byHand = snapshot.account.source === 'imported'
  const segments = blockedReason(context)
    ? []
    : snapshot.campaigns
        .filter(takesModifiers)
        .flatMap((campaign) => segmentsOf(campaign, inventory))
  const isShown = (slice: BidSlice) => context.isShown(fingerprintOf(NAME, ...identityOf(slice)))
  const advised = adviseSlices(segments, context, campaignBidBeliefs(snapshot), isShown)
  const findings = [
    ...restrictedFindings(snapshot, inventory, context, byHand),
    ...restrictedGroupFindings(snapshot, inventory, context, byHand),
    ...noAudienceFindings(snapshot, inventory, context),
    ...bestOfEachCampaign(advised, isShown).map((one) =>
      bidFinding(one, segments, context, byHand),
    ),
  ]
  return { findings, silence: findings.length > 0 ? null : silenceOf(inventory, context) }
}

/** How far settings and bids were looked at. */
function silenceOf(inventory: AccountInventory, context: Context): string {
  const { campaignSettings, restrictedAdGroups, audiences, demographics } = inventory
  const known = restrictedAdGroups ? words.NOT_RESTRICTED : words.GROUPS_UNKNOWN
  const shown = campaignSettings ? known : words.RESTRICTIONS_UNKNOWN
  if (!audiences && !demographics) return shown
  return `${shown} ${blockedReason(context) ?? words.ALIKE}`
}

/** 'Targeting' in search shows the ads only to the listed people, if there are any lists. Campaigns made for that say so in their name. */
function restrictedFindings(
  snapshot: AccountSnapshot<'campaign', Column>,
  { campaignSettings = [], audiences }: AccountInventory,
  context: Context,
  byHand: boolean,
): Finding[] {
  return liveCampaigns(snapshot, 'SEARCH').flatMap((campaign) => {
    const own = campaignSettings.find(({ campaignId }) => campaignId === campaign.id)
    const dimensions = own?.restrictedDimensions ?? []
    if (!dimensions.includes('AUDIENCE') || isRemarketing(campaign)) return []
    const lists = audiences?.filter(
      ({ campaignId, adGroupId }) =>
        campaignId === campaign.id && (adGroupId === '' || isLiveAdGroup(context, adGroupId)),
    )
    if (lists?.length === 0) return []
    const isMeant = areOwnLists(lists)
    const operations =
      byHand || isMeant
        ? []
        : observing(`campaigns/${campaign.id}`, dimensions, own?.observedDimensions).map(
            (campaignOperation) => ({ campaignOperation }),
          )
    return [
      setupFinding(
        {
          campaignId: campaign.id,
          part: 'restricted',
          probability: THRESHOLDS.audienceSetupProbability.value,
          priority: isMeant ? 'low' : 'medium',
          acts: [`campaign:${campaign.id}:audience-targeting`],
        },
        words.restrictedTexts(context, campaign, operations),
      ),
    ]
  })
}

/** Visitors and customers are singled out on purpose more often than what Google supposes of people: who does so opens it by hand. */
const areOwnLists = (audiences: readonly AudienceFacts[] = []) =>
  audiences.length > 0 && audiences.every(({ type }) => type === 'USER_LIST')

/** Without audiences of its own an ad group has nothing to restrict it by, though its setting says so. */
function restrictedGroupFindings(
  snapshot: AccountSnapshot<'campaign', Column>,
  { campaignSettings = [], restrictedAdGroups = [], audiences = [] }: AccountInventory,
  context: Context,
  byHand: boolean,
): Finding[] {
  const watching = new Set(audiences.map(({ adGroupId }) => adGroupId))
  const byCampaign = Map.groupBy(
    restrictedAdGroups.filter(
      ({ adGroupId, dimensions }) =>
        dimensions.includes('AUDIENCE') &&
        watching.has(adGroupId) &&
        isLiveAdGroup(context, adGroupId),
    ),
    ({ campaignId }) => campaignId,
  )
  return liveCampaigns(snapshot, 'SEARCH').flatMap((campaign) => {
    const whole = campaignSettings.find(({ campaignId }) => campaignId === campaign.id)
    const groups = (byCampaign.get(campaign.id) ?? []).flatMap(
      ({ adGroupId }) => context.adGroups.get(adGroupId) ?? [],
    )
    const restricted = groups.filter((group) => !isRemarketing(group))
    const isMeant = restricted.some(({ id }) =>
      areOwnLists(audiences.filter(({ adGroupId }) => adGroupId === id)),
    )
    const operations =
      byHand || isMeant ? [] : restricted.flatMap(({ id }) => observeIn(id, restrictedAdGroups))
    const isSaid = whole?.restrictedDimensions.includes('AUDIENCE') || isRemarketing(campaign)
    if (restricted.length === 0 || isSaid) return []
    return [
      setupFinding(
        {
          campaignId: campaign.id,
          part: 'restricted-groups',
          probability: THRESHOLDS.audienceSetupProbability.value,
          priority: isMeant ? 'low' : 'medium',
          acts: restricted.map(({ id }) => `adGroup:${id}:audience-targeting`),
        },
        words.restrictedGroupTexts(context, {
          campaign,
          groups: restricted,
          audiences,
          operations,
        }),
      ),
    ]
  })
}

function observeIn(
  id: string,
  restricted: NonNullable<AccountInventory['restrictedAdGroups']>,
): MutateOperation[] {
  const own = restricted.find(({ adGroupId }) => adGroupId === id)
  const changes = observing(`adGroups/${id}`, own?.dimensions ?? [], own?.observed)
  return changes.map((adGroupOperation) => ({ adGroupOperation }))
}

/** The list is written whole: Google takes what is left out for 'targeting'. Where not all of it is known nothing is written. */
function observing(resource: string, restricted: readonly string[], observed?: readonly string[]) {
  if (!observed) return []
  return [
    {
      updateMask: 'targetingSetting.targetRestrictions',
      update: {
        resourceName: `customers/{customerId}/${resource}`,
        targetingSetting: {
          targetRestrictions: [...restricted, ...observed].sort().map((targetingDimension) => ({
            targetingDimension,
            bidOnly: targetingDimension === 'AUDIENCE' || observed.includes(targetingDimension),
          })),
        },
      },
    },
  ]
}

/** Only where the account has a list that could be watched; what is advertised of health and the like may use none. */
function noAudienceFindings(
  snapshot: AccountSnapshot<'campaign', Column>,
  { audiences, userLists = [], ads = [] }: AccountInventory,
  context: Context,
): Finding[] {
  const usable = userLists.filter(
    ({ isEligibleForSearch, sizeForSearch }) =>
      isEligibleForSearch && sizeForSearch >= THRESHOLDS.userListSize.value,
  )
  const watched = new Set(audiences?.map(({ campaignId }) => campaignId))
  const sensitive = new Set(
    ads
      .filter((ad) => isLiveAd(context, ad) && ad.policyTopics.some(isOfNobody))
      .map(({ campaignId }) => campaignId),
  )
  const blind = liveCampaigns(snapshot, 'SEARCH').filter(
    ({ id, sums }) => sums.clicks > 0 && !watched.has(id) && !sensitive.has(id),
  )
  if (!audiences || usable.length === 0 || blind.length === 0) return []
  return [
    setupFinding(
      {
        campaignId: null,
        part: 'observation',
        probability: THRESHOLDS.audienceSetupProbability.value,
        priority: 'low',
      },
      words.noAudienceTexts(context, blind, usable),
    ),
  ]
}

/** 'HEALTH_IN_PERSONALIZED_ADS': Google lets no one be followed for it. */
const isOfNobody = (topic: string) => topic.includes('IN_PERSONALIZED_ADS')

function segmentsOf(campaign: CampaignFacts<Column>, inventory: AccountInventory): Segment[] {
  const { audiences = [], demographics = [] } = inventory
  const own = audiences.filter(({ campaignId }) => campaignId === campaign.id)
  const lists = [...Map.groupBy(own, ({ name }) => name)].map(([name, rows]) =>
    segmentOf(
      campaign,
      { dimension: 'audience', value: name, label: `para «${name}»` },
      rows,
      rows,
    ),
  )
  const people = demographics.filter(
    ({ campaignId, value }) => campaignId === campaign.id && !/UNDETERMINED/.test(value),
  )
  const kinds = [...Map.groupBy(people, ({ value }) => value)].map(([value, rows]) => {
    const label = `para ${words.SEGMENT_NAMES[value] ?? value}`
    return segmentOf(campaign, { dimension: rows[0]!.kind, value, label }, rows, [])
  })
  return [...lists, ...kinds].filter(({ sums }) => sums.clicks > 0)
}

/** The rest is the campaign less the segment: people may be in several lists. */
function segmentOf(
  campaign: CampaignFacts<Column>,
  named: Pick<Segment, 'dimension' | 'value' | 'label'>,
  rows: readonly { sums: Metrics; modifier?: number }[],
  audiences: readonly AudienceFacts[],
): Segment {
  const sums = addUp(rows.map((row) => row.sums))
  // Absent of a list there is none; of people it was not read. Either may have another in each ad group: no one modifier is right for all.
  const modifiers = new Set(
    rows.map(({ modifier }) => (audiences.length > 0 ? (modifier ?? 1) : modifier)),
  )
  const isUnlike = modifiers.size > 1 || modifiers.has(undefined)
  const present =
    audiences.length > 0 ? meanModifier(rows) : isUnlike ? 1 : (rows[0]?.modifier ?? 1)
  const all: Sums = campaign.wholeSums ?? campaign.sums
  const left = (key: Column) => Math.max(0, (all[key] ?? 0) - sums[key])
  const rest = {
    impressions: left('impressions'),
    clicks: left('clicks'),
    costMicros: left('costMicros'),
    conversionsMicros: left('conversionsMicros'),
    valueMicros: left('valueMicros'),
  }
  const slice = { campaign, ...named, sums, rest, present: present || 1 }
  return { ...slice, ...(isUnlike && { isPresentUnknown: true }), audiences }
}

function meanModifier(rows: readonly { sums: Metrics; modifier?: number }[]): number {
  const [first] = rows
  if (rows.every(({ modifier }) => modifier === first?.modifier)) return first?.modifier ?? 1
  const clicks = rows.reduce((sum, { sums }) => sum + sums.clicks, 0)
  const weighted = rows.reduce((sum, { sums, modifier = 1 }) => sum + modifier * sums.clicks, 0)
  return clicks > 0 ? weighted / clicks : 1
}

const identityOf = ({ campaign, dimension, value }: BidSlice) => [campaign.id, dimension, value]

function bidFinding(
  one: SliceAdvice,
  segments: readonly Segment[],
  context: Context,
  byHand: boolean,
): Finding {
  const { campaign, dimension, value } = one
  const segment = segments.find(
    (other) =>
      other.campaign.id === campaign.id && other.dimension === dimension && other.value === value,
  )
  const isOpen = byHand || one.isPresentUnknown
  const operations = isOpen ? [] : (segment?.audiences ?? []).map((audience) => bid(audience, one))
  return {
    identity: identityOf(one),
    object: { type: 'campaign', id: campaign.id },
    campaignId: campaign.id,
    adGroupId: null,
    probability: one.probability,
    claims: sliceClaims(one),
    acts: [`campaign:${campaign.id}:#${dimension}=${pathSafe(value)}`],
    drawMonthlyNet: sliceDraw(one, context),
    kpi: one.next < one.present ? 'cost' : 'conversions',
    ...modifierTexts(context, one, operations),
  }
}

function bid(audience: AudienceFacts, one: SliceAdvice): MutateOperation {
  const { campaignId, adGroupId, criterionId } = audience
  const change = (resource: string) => ({
    updateMask: 'bidModifier',
    update: { resourceName: `customers/{customerId}/${resource}`, bidModifier: one.next },
  })
  return adGroupId === ''
    ? { campaignCriterionOperation: change(`campaignCriteria/${campaignId}~${criterionId}`) }
    : { adGroupCriterionOperation: change(`adGroupCriteria/${adGroupId}~${criterionId}`) }
}
