import type { Account, Campaign } from './account.ts'
import { type Auction, levelOf, type Market, outcomeOf } from './market.ts'
import type { Step } from './operations.ts'
import { auctionsOf, WEEKS, type Weeks } from './weeks.ts'

/** The coming 30 days with nothing changed, against which steps are judged. */
export function nextMonth(account: Account, weeks: Weeks, market: Market) {
  const before = byCampaign(auctionsOf(account, weeks, WEEKS))
  const levels = levelsOf(account.campaigns, before)
  const kept = new Map(
    account.campaigns.map((one) => [one, netOf(before.get(one) ?? [], levels.get(one)!)]),
  )

  function levelsOf(campaigns: readonly Campaign[], auctions: Map<Campaign, Auction[]>) {
    return new Map(
      campaigns.map((one) => [one, levelOf(market, account, one, auctions.get(one) ?? [])]),
    )
  }

  function netOf(auctions: readonly Auction[], level: number): number {
    return auctions.reduce((sum, auction) => {
      const one = outcomeOf(market, auction, level, account.worthMicros)
      return sum + 30 * (one.gainMicros - one.costMicros)
    }, 0)
  }

  /** Net effect in micros. Until the bidder has found its new level what is freed is saved, then it is spent anew. */
  function effectOf({ stopped, budgets }: Step): number {
    const after = byCampaign(auctionsOf(account, weeks, WEEKS, stopped))
    let sum = 0
    for (const campaign of account.campaigns) {
      const own = after.get(campaign) ?? []
      const budgetMicros = budgets.get(`b${campaign.id}`) ?? campaign.budgetMicros
      const level = levels.get(campaign)!
      const isSame =
        budgetMicros === campaign.budgetMicros && isAlike(own, before.get(campaign) ?? [])
      if (isSame) continue
      const settled = levelOf(market, account, { ...campaign, budgetMicros }, own)
      const share = budgets.size > 0 ? 1 : account.settled
      sum += share * netOf(own, settled) + (1 - share) * netOf(own, level) - kept.get(campaign)!
    }
    return sum
  }

  return { effectOf, before, levels }
}

const byCampaign = (auctions: readonly Auction[]) =>
  Map.groupBy(auctions, ({ campaign }) => campaign)

function isAlike(after: readonly Auction[], before: readonly Auction[]): boolean {
  return (
    after.length === before.length &&
    after.every(
      (one, i) => one.clicksADay === before[i]!.clicksADay && one.keyword === before[i]!.keyword,
    )
  )
}
