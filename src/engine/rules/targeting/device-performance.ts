import type { Context } from '../../account/context.ts'
import type { Device } from '../../account/inventory.ts'
import { COUNTED, type CountedSums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { folded, wordsOf } from '../../account/terms.ts'
import { fingerprintOf } from '../../findings/fingerprint.ts'
import type { Finding, MutateOperation } from '../../findings/recommendation.ts'
import { setupFinding } from '../../findings/setup-finding.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'
import { blockedReason, tooFewConversions } from '../../words/shared-texts.ts'
import { campaignBidBeliefs } from '../keywords/bid-beliefs.ts'
import { defineRule, type RuleResult, type SnapshotWith } from '../rule.ts'
import {
  adviseSlices,
  type BidSlice,
  bestOfEachCampaign,
  conversionsLacking,
  type SliceAdvice,
  settlingSilence,
  sliceClaims,
  sliceDraw,
  takesModifiers,
} from './bid-slices.ts'
import * as words from './device-performance-words.ts'
import { modifierTexts } from './modifier-words.ts'

const NAME = 'device-performance'
const DEVICES = ['MOBILE', 'DESKTOP', 'TABLET'] as const satisfies readonly Device[]

type Snapshot = SnapshotWith<'devices' | 'deviceModifiers', 'campaign'>
type Inventory = Snapshot['inventory']

/** Devices that convert clearly better or worse than the rest of their campaign, where bids can say so. */
export const devicePerformance = defineRule({
  name: NAME,
  title: 'Rendimiento por dispositivo',
  category: 'bids',
  place: 130,
  needs: {
    all: ['devices', 'deviceModifiers'],
    called: 'los datos por dispositivo',
    levels: ['campaign'],
    columns: COUNTED,
  },
  run,
  words,
})

function run(snapshot: Snapshot, context: Context): RuleResult {
  const { inventory } = snapshot
  const excluded = excludedDevices(snapshot, context)
  const blocked = blockedReason(context)
  const campaigns = snapshot.campaigns.filter(takesModifiers)
  const slices = blocked ? [] : campaigns.flatMap((campaign) => slicesOf(campaign, inventory))
  const byHand = snapshot.account.source === 'imported'
  const isShown = (slice: BidSlice) => context.isShown(fingerprintOf(NAME, ...identityOf(slice)))
  const advised = adviseSlices(slices, context, campaignBidBeliefs(snapshot), isShown)
  const advice = bestOfEachCampaign(advised, isShown)
  const findings = advice.map((one) => findingOf(one, inventory, context, byHand))
  const silence = blocked ?? silenceOf(campaigns, slices, context)
  const all = [...findings, ...excluded]
  return { findings: all, silence: all.length > 0 ? null : silence }
}

function silenceOf(
  campaigns: readonly CampaignFacts[],
  slices: readonly BidSlice[],
  context: Context,
): string {
  if (campaigns.length === 0) return words.IGNORED
  const lacking = conversionsLacking(slices)
  if (lacking > 0) return tooFewConversions(context, lacking, 0)
  return settlingSilence(slices, context) ?? words.ALIKE
}

function slicesOf(campaign: CampaignFacts, inventory: Inventory): BidSlice[] {
  const rows = inventory.devices.filter(({ campaignId }) => campaignId === campaign.id)
  const sumsOf = (keep: (device: Device) => boolean): CountedSums =>
    addUp(rows.filter(({ device }) => keep(device)).map(({ sums }) => sums))
  return DEVICES.flatMap((device) => {
    const sums = sumsOf((other) => other === device)
    const present = modifierOf(campaign, device, inventory)?.modifier ?? 1
    if (sums.clicks <= 0 || present === 0) return []
    const rest = sumsOf((other) => other !== device)
    const label = words.deviceLabel(device)
    return [{ campaign, dimension: 'device', value: device, label, sums, rest, present }]
  })
}

function modifierOf(campaign: CampaignFacts, device: Device, { deviceModifiers }: Inventory) {
  return deviceModifiers.find((one) => one.campaignId === campaign.id && one.device === device)
}

const identityOf = ({ campaign, value }: BidSlice) => [campaign.id, value]

function findingOf(
  one: SliceAdvice,
  inventory: Inventory,
  context: Context,
  byHand: boolean,
): Finding {
  const { campaign, value } = one
  const operations = byHand ? [] : [setModifier(one, inventory)]
  return {
    identity: identityOf(one),
    object: { type: 'campaign', id: campaign.id },
    campaignId: campaign.id,
    adGroupId: null,
    probability: one.probability,
    claims: sliceClaims(one),
    acts: [`campaign:${campaign.id}:#device=${value}`],
    drawMonthlyNet: sliceDraw(one, context),
    kpi: one.next < one.present ? 'cost' : 'conversions',
    ...modifierTexts(context, one, operations),
  }
}

function setModifier(one: SliceAdvice, inventory: Inventory): MutateOperation {
  const { campaign, value, next } = one
  const criterion = modifierOf(campaign, value as Device, inventory)
  if (!criterion) {
    const owner = `customers/{customerId}/campaigns/${campaign.id}`
    return {
      campaignCriterionOperation: {
        create: { campaign: owner, bidModifier: next, device: { type: value } },
      },
    }
  }
  const resourceName = `customers/{customerId}/campaignCriteria/${campaign.id}~${criterion.criterionId}`
  return {
    campaignCriterionOperation: {
      updateMask: 'bidModifier',
      update: { resourceName, bidModifier: next },
    },
  }
}

/** −100 % on mobile or computers: nothing can be known of a device that is never bought. Who parts campaigns by device means it. */
function excludedDevices(snapshot: Snapshot, context: Context): Finding[] {
  const { campaigns, inventory } = snapshot
  const asked = askedBy(snapshot)
  const isOut = (campaign: CampaignFacts, device: Device) =>
    modifierOf(campaign, device, inventory)?.modifier === 0
  const isBoughtBeside = (campaign: CampaignFacts, device: Device) =>
    campaigns.some(
      (other) =>
        other.id !== campaign.id &&
        other.status === 'ENABLED' &&
        !isOut(other, device) &&
        areMostlyIn(asked.get(campaign.id), asked.get(other.id)),
    )
  return campaigns.flatMap((campaign) =>
    (['MOBILE', 'DESKTOP'] as const).flatMap((device) => {
      if (campaign.status !== 'ENABLED' || !isOut(campaign, device)) return []
      if (isMeant(campaign.name, device, asked.get(campaign.id))) return []
      if (isBoughtBeside(campaign, device)) return []
      const rows = inventory.devices.filter(({ campaignId }) => campaignId === campaign.id)
      return [
        setupFinding(
          {
            campaignId: campaign.id,
            part: `excluded ${device}`,
            probability: THRESHOLDS.excludedDeviceProbability.value,
            priority: 'low',
            acts: [`campaign:${campaign.id}:#device=${device}`],
          },
          words.excludedDeviceTexts(context, campaign, device, rows),
        ),
      ]
    }),
  )
}

/** Of each campaign the keywords that are on. */
function askedBy({ keywords }: Snapshot): ReadonlyMap<string, ReadonlySet<string>> {
  const own = Map.groupBy(
    keywords.filter(({ status }) => status === 'ENABLED'),
    ({ campaignId }) => campaignId,
  )
  return new Map([...own].map(([id, rows]) => [id, new Set(rows.map(({ text }) => folded(text)))]))
}

const areMostlyIn = (
  own: ReadonlySet<string> = new Set(),
  other: ReadonlySet<string> = new Set(),
) => own.size > 0 && 2 * own.intersection(other).size >= own.size

/** Its name says another device, or that this one is left out. What its keywords hold it sells: 'Fundas móvil'. */
function isMeant(name: string, cut: Device, asked: ReadonlySet<string> = new Set()): boolean {
  const sold = new Set([...asked].flatMap((text) => wordsOf(text).map(({ kin }) => kin)))
  const words = wordsOf(name.replace(/_/g, ' '))
  const said = words.flatMap((word, at) => {
    const device = sold.has(word.kin) ? undefined : DEVICE_OF.get(word.folded)
    return device ? [{ device, isOut: WITHOUT.has(words[at - 1]?.folded ?? '') }] : []
  })
  const ofCut = said.filter(({ device }) => device === cut)
  if (ofCut.length > 0) return ofCut.every(({ isOut }) => isOut)
  return said.some(({ isOut }) => !isOut)
}

const WITHOUT = new Set(['sin', 'no', 'sense', 'sem', 'sen', 'excl', 'without'])

const DEVICE_WORDS = {
  MOBILE: `movil moviles mobil mobils mobile mobiles smartphone smartphones telefono telefonos celular celulares handy`,
  DESKTOP: `ordenador ordenadores ordinador ordinadors escritorio desktop pc pcs computer computers computador
    computadora ordinateur`,
  TABLET: 'tablet tablets tableta tabletas',
} as const satisfies Partial<Record<Device, string>>

const DEVICE_OF: ReadonlyMap<string, Device> = new Map(
  DEVICES.flatMap((device) =>
    DEVICE_WORDS[device].split(/\s+/).map((word): [string, Device] => [word, device]),
  ),
)
