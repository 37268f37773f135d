import { NETWORKS } from '#shared/ads-words/places.ts'
import type { Metrics } from '#shared/metrics.ts'
import type { Context } from '../../account/context.ts'
import type { AccountInventory, CampaignSettings } from '../../account/inventory.ts'
import { addUp } from '../../account/measurement.ts'
import type { AccountSnapshot, CampaignFacts } from '../../account/snapshot.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import type { Finding, MutateOperation, RuleResult } from '../../findings/recommendation.ts'
import { liveCampaigns, setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { notKnown } from '../../words/setup-texts.ts'
import { blockedReason } from '../../words/shared-texts.ts'
import { networkSettingTexts, wastefulNetworkTexts } from './search-partners-words.ts'
import {
  chanceWorthIt,
  type JudgedSlice,
  judgeSlices,
  type SpendSlice,
  slicesClaims,
  slicesDraw,
  wastefulSlices,
} from './slice-waste.ts'

const RULE = 'search-partners'

export type SideNetwork = 'SEARCH_PARTNERS' | 'CONTENT'
const SIDE_NETWORKS: readonly SideNetwork[] = ['SEARCH_PARTNERS', 'CONTENT']
const FIELDS = {
  SEARCH_PARTNERS: 'targetSearchNetwork',
  CONTENT: 'targetContentNetwork',
} as const

type NetworkRows = NonNullable<AccountInventory['networks']>

/** Search campaigns that also pay for search partners or the Display network, judged by what these bring. */
export function searchPartners(snapshot: AccountSnapshot, context: Context): RuleResult {
  const { networks, campaignSettings, preferences } = snapshot.inventory ?? {}
  if (!networks || !campaignSettings) {
    return { findings: [], silence: notKnown('los datos por red') }
  }
  const policy = preferences?.searchPartners ?? 'data'
  const slices = liveCampaigns(snapshot, 'SEARCH').flatMap((campaign) =>
    slicesOf(campaign, networks, campaignSettings).filter(
      ({ value }) => value === 'CONTENT' || policy !== 'on',
    ),
  )
  if (slices.length === 0) return { findings: [], silence: policy === 'on' ? KEPT : NONE_ON }
  const blocked = blockedReason(context)
  const judged = blocked ? [] : judgeSlices(slices, context)
  const wasteful = wastefulSlices(judged)
  const byHand = snapshot.account.source === 'imported'
  const found = wasteful.map((one) => wasteFinding(one, context, operationsOf(one, byHand)))
  const told = new Set(wasteful.map(({ key }) => key))
  const settings = slices.filter((slice) => isAgainst(slice, policy, judged, told))
  const findings = [
    ...found,
    ...settings.map((slice) => settingFinding(slice, context, operationsOf(slice, byHand))),
  ]
  return { findings, silence: findings.length > 0 ? null : (blocked ?? NOT_DEARER) }
}

const NONE_ON =
  'Ninguna campaña de búsqueda activa se muestra en los socios de búsqueda ni en Display.'
const KEPT =
  'Has decidido mantener los socios de búsqueda, y ninguna campaña se muestra en Display.'
const NOT_DEARER =
  'Lo que llega de los socios de búsqueda no es claramente más caro que lo demás, o aún tiene pocos clics.'

function slicesOf(
  campaign: CampaignFacts,
  networks: NetworkRows,
  settings: readonly CampaignSettings[],
): SpendSlice[] {
  const own = settings.find(({ campaignId }) => campaignId === campaign.id)
  const rows = networks.filter(({ campaignId }) => campaignId === campaign.id)
  const sumsOf = (keep: (network: string) => boolean): Metrics =>
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

/** Display inside a search campaign is a mistake unless it sells; partners only where the user says so. */
function isAgainst(
  slice: SpendSlice,
  policy: string,
  judged: readonly JudgedSlice[],
  told: ReadonlySet<string>,
): boolean {
  const key = `${slice.campaign.id} ${slice.dimension} ${slice.value}`
  if (told.has(key)) return false
  if (slice.value === 'SEARCH_PARTNERS') return policy === 'off'
  const verdict = judged.find((one) => one.key === key)
  return !verdict || chanceWorthIt(verdict) < THRESHOLDS.goodSliceProbability.value
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
    fingerprint: fingerprintOf(RULE, campaign.id, value),
    rule: RULE,
    categoria: 'segmentacion',
    objeto: { tipo: 'campaign', id: campaign.id },
    campaignId: campaign.id,
    adGroupId: null,
    probability: one.probability,
    claims: slicesClaims([one]),
    acts: [`campaign:${campaign.id}:#network=${value}`],
    drawMonthlyNet: slicesDraw([one], context),
    kpi: 'coste',
    ...wastefulNetworkTexts(context, one, operations),
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
      rule: RULE,
      categoria: 'segmentacion',
      campaignId: campaign.id,
      part: value,
      probability: THRESHOLDS.displayOnSearchProbability.value,
      priority: 'baja',
      acts: [`campaign:${campaign.id}:#network=${value}`],
    },
    networkSettingTexts(context, slice, operations),
  )
}
