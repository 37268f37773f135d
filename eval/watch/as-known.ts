import { emptyDays, type WatchedAccount } from '#engine/watch/watched-account.ts'
import { addDays } from '#shared/dates.ts'
import { MICROS } from '#shared/metrics.ts'
import { LONGEST_LAG, type WatchWorld } from './world.ts'

/** The account as it was known on the morning after day `last`; conversions that came later are not there. */
export function accountAsKnown(
  { days, leaves, campaigns, shares }: WatchWorld,
  last: number,
): WatchedAccount {
  const length = last + 1
  const whole = emptyDays(length)
  const own = Array.from({ length: campaigns }, (_, campaign) => ({
    id: String(campaign + 1),
    name: `Campaña ${campaign + 1}`,
    isOn: true,
    sums: emptyDays(length),
    devices: leaves
      .filter((leaf) => leaf.campaign === campaign)
      .map(({ device }) => ({ device, sums: emptyDays(length) })),
  }))
  for (const leaf of leaves) {
    const campaign = own[leaf.campaign]!
    const device = campaign.devices.find((one) => one.device === leaf.device)!
    for (let at = 0; at < length; at++) {
      const known = leaf.conversions[at]![Math.min(LONGEST_LAG, last - at)]!
      for (const sums of [whole, campaign.sums, device.sums]) {
        sums.impressions[at]! += leaf.impressions[at]!
        sums.clicks[at]! += leaf.clicks[at]!
        sums.costMicros[at]! += Math.round(leaf.cost[at]! * MICROS)
        sums.conversionsMicros[at]! += known * MICROS
      }
    }
  }
  for (const [campaign, { sums }] of own.entries())
    for (let at = 0; at < length; at++) {
      const { won, lostToBudget } = shares[campaign]!
      const shown = sums.impressions[at]!
      const eligible = shown / won[at]!
      const lost = {
        budget: eligible * lostToBudget[at]!,
        rank: eligible * (1 - won[at]! - lostToBudget[at]!),
      }
      for (const into of [whole, sums]) {
        into.searchImpressions[at]! += shown
        into.eligible[at]! += eligible
        into.lostToBudget[at]! += lost.budget
        into.lostToRank[at]! += lost.rank
      }
    }
  return {
    today: addDays(days[last]!, 1),
    days: days.slice(0, length),
    sums: whole,
    campaigns: own,
  }
}
