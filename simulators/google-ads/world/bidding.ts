import type { Demand } from './demand.ts'
import { DEVICE_SHARES, HOUR_SHARES } from './reference.ts'
import {
  type AccountState,
  type AdGroup,
  type AdGroupCriterion,
  type BiddingStrategy,
  type Campaign,
  DEVICES,
} from './structure.ts'

type BidInput = {
  campaign: Campaign
  group: AdGroup | undefined
  keyword: AdGroupCriterion | undefined
  strategy: BiddingStrategy | undefined
  /** What Smart Bidding has learnt about the ad group. */
  expected: { cvr: number; value: number }
  search: Demand
  /** Bid where nothing is set, in micros. */
  fallback: number
}

/** Bid in micros: the keyword's or ad group's own, or what the target of Smart Bidding implies. */
export function bidFor(input: BidInput): number {
  const { campaign, group, keyword, strategy, expected, search } = input
  if (campaign.biddingType === 'MANUAL_CPC')
    return keyword?.cpcBidMicros ?? group?.cpcBidMicros ?? input.fallback
  const cvr = predictedCvr(expected.cvr, search.cvr)
  const targetCpa = group?.targetCpaMicros ?? strategy?.targetCpaMicros ?? campaign.targetCpaMicros
  if (targetCpa) return targetCpa * cvr
  if (campaign.targetRoas && expected.value > 0)
    return (cvr * expected.value * 1e6) / campaign.targetRoas
  // Without a target: somewhat above the market, more for searches that convert better.
  return search.market * 1.1 * Math.max(0.5, cvr / Math.max(expected.cvr, 1e-6)) ** 0.5
}

/** Mostly the ad group's rate: single searches are too thin to be known well. */
function predictedCvr(group: number, search: number): number {
  return group ** 0.75 * Math.max(search, group * 0.25) ** 0.25
}

/** Volume share per device in the order of DEVICES; a modifier of 0 excludes the device. */
export function deviceWeights(state: AccountState, campaign: Campaign): number[] {
  const modifiers = new Map<unknown, number>()
  for (const device of DEVICES) modifiers.set(device, 1)
  for (const criterion of state.campaignCriteria.values())
    if (criterion.campaignId === campaign.id && criterion.type === 'DEVICE')
      modifiers.set(criterion.target, criterion.bidModifier ?? 1)
  return DEVICES.map((device) => {
    const modifier = modifiers.get(device) ?? 1
    const heard = campaign.biddingType === 'MANUAL_CPC' || modifier === 0
    return DEVICE_SHARES[device] * (heard ? modifier ** 0.6 : 1)
  })
}

/** Share of the ad group's searches by people on its audience lists, per list. */
export const AUDIENCE_SHARE = 0.08

/** Average effect of schedule, audience and ad group device modifiers on a manual bid. */
export function bidFactor(
  { schedules, modifiers, audiences }: Adjustments,
  campaign: Campaign,
  group?: AdGroup,
): number {
  if (campaign.biddingType !== 'MANUAL_CPC') return 1
  let factor = 1
  for (const criterion of schedules.get(campaign.id) ?? []) {
    const { startHour = 0, endHour = 24 } = criterion.schedule ?? {}
    const share = HOUR_SHARES.slice(startHour, endHour).reduce((sum, hour) => sum + hour, 0) / 7
    factor += share * ((criterion.bidModifier ?? 1) - 1)
  }
  for (const modifier of modifiers.get(group?.id ?? 0) ?? []) {
    const share = DEVICE_SHARES[modifier.device as keyof typeof DEVICE_SHARES] ?? 0
    factor += share * (modifier.bidModifier - 1)
  }
  for (const audience of audiences.get(group?.id ?? 0) ?? [])
    factor += AUDIENCE_SHARE * ((audience.bidModifier ?? 1) - 1)
  return Math.max(0, factor)
}

export type Adjustments = ReturnType<typeof indexAdjustments>

/** Bid modifiers that are not about devices of the whole campaign, findable by their parent. */
export function indexAdjustments(state: AccountState) {
  return {
    schedules: Map.groupBy(
      [...state.campaignCriteria.values()].filter(
        (c) => c.type === 'AD_SCHEDULE' && c.status === 'ENABLED',
      ),
      (c) => c.campaignId,
    ),
    modifiers: Map.groupBy(state.bidModifiers.values(), (m) => m.adGroupId),
    audiences: Map.groupBy(
      [...state.criteria.values()].filter(
        (c) => (c.bidModifier ?? 1) !== 1 && (c.type === 'USER_LIST' || c.type === 'USER_INTEREST'),
      ),
      (c) => c.adGroupId,
    ),
  }
}
