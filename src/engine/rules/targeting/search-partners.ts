import { NETWORKS } from '#shared/ads-words/places.ts'
import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { Context } from '../../account/context.ts'
import type { AccountInventory, CampaignSettings } from '../../account/inventory.ts'
import { COUNTED, type CountedSums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import type { Finding, MutateOperation } from '../../findings/recommendation.ts'
import { liveCampaigns, setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { blockedReason } from '../../words/shared-texts.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import { networkPriors } from './network-priors.ts'
import type { SideNetwork } from './search-partners-words.ts'
import * as words from './search-partners-words.ts'
import {
  chanceWorthIt,
  type JudgedSlice,
  judgeSlices,
  type SpendSlice,
  slicesClaims,
  slicesDraw,
  wastefulSlices,
} from './slice-waste.ts'

const SIDE_NETWORKS: readonly SideNetwork[] = ['SEARCH_PARTNERS', 'CONTENT']
const FIELDS = {
  SEARCH_PARTNERS: 'targetSearchNetwork',
  CONTENT: 'targetContentNetwork',
} as const

type NetworkRows = NonNullable<AccountInventory['networks']>

/** Search campaigns that also pay for search partners or the Display network, judged by what these bring. */
export const searchPartners = defineRule({
  name: 'search-partners',
  title: 'Socios de búsqueda',
  category: 'targeting',
  place: 120,
  needs: {
    all: ['networks', 'campaignSettings'],
    called: 'los datos por red',
    levels: ['campaign'],
    columns: COUNTED,
  },
  run,
  words,
})

function run(
  snapshot: SnapshotWith<'networks' | 'campaignSettings', 'campaign'>,
  context: Context,
): RuleResult {
  const { networks, campaignSettings, preferences } = snapshot.inventory
  const policy = preferences?.searchPartners ?? 'data'
  const slices = liveCampaigns(snapshot, 'SEARCH').flatMap((campaign) =>
    slicesOf(campaign, networks, campaignSettings).filter(
      ({ value }) => value === 'CONTENT' || policy !== 'on',
    ),
  )
  if (slices.length === 0)
    return { findings: [], silence: policy === 'on' ? words.KEPT : words.NONE_ON }
  const blocked = blockedReason(context)
  const priorOf = networkPriors(slices, context)
  const judged = blocked ? [] : judgeSlices(slices, context, undefined, priorOf)
  const wasteful = wastefulSlices(judged)
  const byHand = snapshot.account.source === 'imported'
  const found = wasteful.map((one) => wasteFinding(one, context, operationsOf(one, byHand)))
  const wastefulKeys = new Set(wasteful.map(({ key }) => key))
  const roughly = blocked ? [] : judgeSlices(slices, context, 1, priorOf)
  const settings = slices.filter((slice) =>
    isAgainst(slice, policy, isSmartBidding(slice.campaign) ? judged : roughly, wastefulKeys),
  )
  const findings = [
    ...found,
    ...settings.map((slice) => settingFinding(slice, context, operationsOf(slice, byHand))),
  ]
  return { findings, silence: findings.length > 0 ? null : (blocked ?? words.NOT_DEARER) }
}

function slicesOf(
  campaign: CampaignFacts,
  networks: NetworkRows,
  settings: readonly CampaignSettings[],
): SpendSlice[] {
  const own = settings.find(({ campaignId }) => campaignId === campaign.id)
  const rows = networks.filter(({ campaignId }) => campaignId === campaign.id)
  const sumsOf = (keep: (network: string) => boolean): CountedSums =>
    addUp(rows.filter(({ network }) => keep(network)).map(({ sums }) => sums))
  const on = { SEARCH_PARTNERS: own?.targetsSearchPartners, CONTENT: own?.targetsDisplay }
  return SIDE_NETWORKS.filter((network) => on[network] === true).map((value) => ({
    campaign,
    dimension: 'network',
    value,
    label: NETWORKS[value],
    sums: sumsOf((network) => network === value),
    rest: sumsOf((network) => network === 'SEARCH'),
  }))
}

/**
 * Display inside a search campaign is advised against unless it may well pay, by what it sells and usually does; where nothing says
 * that, it is a mistake but where Google bids there for what it expects of it. Partners only where the user says so.
 */
function isAgainst(
  slice: SpendSlice,
  policy: string,
  judged: readonly JudgedSlice[],
  wastefulKeys: ReadonlySet<string>,
): boolean {
  const key = `${slice.campaign.id} ${slice.dimension} ${slice.value}`
  if (wastefulKeys.has(key)) return false
  if (slice.value === 'SEARCH_PARTNERS') return policy === 'off'
  const verdict = judged.find((one) => one.key === key)
  if (!verdict) return !isSmartBidding(slice.campaign)
  return chanceWorthIt(verdict) <= THRESHOLDS.lossChance.value
}

function operationsOf({ campaign, value }: SpendSlice, byHand: boolean): MutateOperation[] {
  const field = FIELDS[value as SideNetwork]
  const operation = {
    campaignOperation: {
      updateMask: `networkSettings.${field}`,
      update: {
        resourceName: `customers/{customerId}/campaigns/${campaign.id}`,
        networkSettings: { [field]: false },
      },
    },
  }
  return byHand ? [] : [operation]
}

function wasteFinding(one: JudgedSlice, context: Context, operations: MutateOperation[]): Finding {
  const { campaign, value } = one
  return {
    identity: [campaign.id, value],
    object: { type: 'campaign', id: campaign.id },
    campaignId: campaign.id,
    adGroupId: null,
    probability: one.probability,
    claims: slicesClaims([one]),
    acts: [`campaign:${campaign.id}:#network=${value}`],
    drawMonthlyNet: slicesDraw([one], context),
    kpi: 'cost',
    ...words.wastefulNetworkTexts(context, one, operations),
  }
}

function settingFinding(
  slice: SpendSlice,
  context: Context,
  operations: MutateOperation[],
): Finding {
  const { campaign, value } = slice
  return setupFinding(
    {
      campaignId: campaign.id,
      part: value,
      probability: THRESHOLDS.displayOnSearchProbability.value,
      priority: 'low',
      acts: [`campaign:${campaign.id}:#network=${value}`],
    },
    words.networkSettingTexts(context, slice, operations),
  )
}
