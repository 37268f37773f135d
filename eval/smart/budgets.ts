import type { Chance } from '../chance.ts'
import type { Account } from './account.ts'
import { levelOf, type Market, outcomeOf } from './market.ts'
import { auctionsOf, type Weeks } from './weeks.ts'

/** With a target one of three runs out; without one what a budget buys is what it is set by. */
export function setBudgets(chance: Chance, account: Account, weeks: Weeks, market: Market): void {
  const auctions = Map.groupBy(auctionsOf(account, weeks, 0), ({ campaign }) => campaign)
  for (const campaign of account.campaigns) {
    const own = auctions.get(campaign) ?? []
    campaign.budgetMicros = Number.POSITIVE_INFINITY
    const hasTarget = campaign.target !== undefined
    const level = hasTarget
      ? levelOf(market, account, campaign, own)
      : (account.worthMicros / 1e6) * Math.exp(0.4 * chance.normal())
    if (!hasTarget && account.google.byBids !== null)
      campaign.paced = { from: level, byBids: account.google.byBids }
    const spent = own.reduce((sum, one) => sum + outcomeOf(market, one, level, 1).costMicros, 0)
    const isShort = chance.happens(0.35)
    const room = isShort ? chance.between(0.5, 0.95) : chance.between(1.2, 3)
    const part = campaign.paced ? chance.between(0.3, 0.95) : 1
    campaign.budgetMicros = Math.max(1e6, spent * (hasTarget ? room : part))
  }
}
