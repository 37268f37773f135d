import type { FactRow, FieldRow } from '../../account-source.ts'
import type { PlanCampaign } from '../plan.ts'
import { mix } from '../random.ts'
import { DEVICE_CPC, HOUR_SHARES } from '../reference.ts'
import { DEVICES } from '../structure.ts'
import { addTally, type Cell, emptyTally, splitTally, type Tally, tallyBy } from '../tally.ts'
import { emit, type FactContext } from './fact-context.ts'

export function campaignTallies({ traffic, events }: FactContext): (Tally | undefined)[] {
  const { plan, demandAt } = traffic
  return tallyBy(
    traffic,
    events,
    plan.campaigns.length,
    (row) => plan.campaign[demandAt[row] as number] as number,
  )
}

export function* campaignFacts(context: FactContext): Generator<FactRow> {
  const { plan, day } = context.traffic
  for (const [i, tally] of campaignTallies(context).entries()) {
    const campaign = plan.campaigns[i]
    if (!tally || !campaign) continue
    const base = context.book.campaign(campaign.id)
    for (const part of segmentParts(context, campaign, tally, mix(campaign.id, day)))
      yield* emit(context, base, part.tally, part.fields)
  }
}

/** The account: all campaigns added up, segment by segment. */
export function* customerFacts(context: FactContext): Generator<FactRow> {
  const { plan, day } = context.traffic
  const sums = new Map<string, { fields: FieldRow; tally: Tally }>()
  for (const [i, tally] of campaignTallies(context).entries()) {
    const campaign = plan.campaigns[i]
    if (!tally || !campaign) continue
    for (const part of segmentParts(context, campaign, tally, mix(campaign.id, day))) {
      const key = Object.values(part.fields).join('|')
      const sum = sums.get(key) ?? { fields: part.fields, tally: emptyTally() }
      addTally(sum.tally, part.tally)
      sums.set(key, sum)
    }
  }
  for (const { fields, tally } of sums.values())
    yield* emit(context, context.book.customer, tally, fields)
}

type Part = { fields: FieldRow; tally: Tally }

/**
 * Split by network, then device, then hour, always in this order and as deep as needed, so that for
 * any segments a query asks for, its parts add up to the same whole and to each other.
 */
export function segmentParts(
  { segments }: FactContext,
  campaign: PlanCampaign,
  whole: Tally,
  seed: number,
): Part[] {
  const byHour = segments.has('segments.hour')
  const byDevice = segments.has('segments.device')
  const byNetwork = segments.has('segments.ad_network_type')
  if (!byHour && !byDevice && !byNetwork) return [{ fields: {}, tally: whole }]
  const sums = new Map<string, Part>()
  const add = (fields: FieldRow, tally: Tally) => {
    const key = Object.values(fields).join('|')
    const sum = sums.get(key)
    if (sum) addTally(sum.tally, tally)
    else sums.set(key, { fields, tally: { ...tally, events: [...tally.events] } })
  }
  for (const [n, { name, tally: inNetwork }] of networkParts(campaign, whole, seed).entries()) {
    const network: FieldRow = byNetwork ? { 'segments.ad_network_type': name } : {}
    if (!byDevice && !byHour) {
      add(network, inNetwork)
      continue
    }
    const onDevices = splitTally(inNetwork, deviceCells(campaign), mix(seed, 102, n))
    for (const [d, onDevice] of onDevices.entries()) {
      const device = byDevice ? { ...network, 'segments.device': DEVICES[d] } : network
      const hours = byHour ? splitTally(onDevice, HOUR_CELLS, mix(seed, 103, n * 3 + d)) : []
      if (!byHour) add(device, onDevice)
      for (const [hour, inHour] of hours.entries())
        add({ ...device, 'segments.hour': hour }, inHour)
    }
  }
  return [...sums.values()]
}

export function networkParts(
  campaign: PlanCampaign,
  whole: Tally,
  seed: number,
): { name: string; tally: Tally }[] {
  const cells = networkCells(campaign)
  return splitTally(whole, cells, mix(seed, 101)).map((tally, n) => ({
    name: cells[n]?.name ?? '',
    tally,
  }))
}

const HOUR_CELLS: Cell[] = HOUR_SHARES.map((share, hour) => ({
  share,
  cvr: hour < 7 ? 0.6 : hour >= 20 ? 1.1 : 1,
}))

function networkCells({ kind, setup }: PlanCampaign): (Cell & { name: string })[] {
  switch (kind) {
    case 'display':
      return [{ name: 'CONTENT', share: 1 }]
    case 'pmax':
      return [{ name: 'MIXED', share: 1 }]
    case 'shopping':
      return [{ name: 'SEARCH', share: 1 }]
    default:
      return [
        { name: 'SEARCH', share: 0.9 },
        ...(setup.searchPartners
          ? [{ name: 'SEARCH_PARTNERS', share: 0.1, ctr: 0.6, cpc: 0.7, cvr: 0.6 }]
          : []),
        // On Display people look without searching: many impressions, and clicks that hardly ever sell.
        ...(setup.display ? [{ name: 'CONTENT', share: 1.2, ctr: 0.12, cpc: 0.9, cvr: 0.12 }] : []),
      ]
  }
}

function deviceCells(campaign: PlanCampaign): Cell[] {
  return DEVICES.map((device, i) => ({
    share: campaign.deviceWeights[i] as number,
    cpc: DEVICE_CPC[device],
    cvr: campaign.deviceCvr[i] as number,
  }))
}
