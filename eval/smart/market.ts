import type { Account, Campaign, Keyword, Search } from './account.ts'

/** One search in one network as the bidder meets it in some weeks. */
export type Auction = {
  campaign: Campaign
  keyword?: Keyword
  search?: Search
  network: 'SEARCH' | 'SEARCH_PARTNERS' | 'CONTENT'
  /** Clicks a day if all were won; share of clicks that convert, and what the bidder believes of it. */
  clicksADay: number
  rate: number
  believed: number
  valueMicros: number
  marketMicros: number
}

export type Outcome = {
  clicks: number
  costMicros: number
  conversions: number
  gainMicros: number
}

/** Of the highest competing bid over its median, log-logistic: share won at a bid, and what is paid for one. */
export function marketOf(shape: number) {
  const steps = 400
  const at = (i: number) => Math.exp(-7 + (12 * i) / steps)
  const won = (ratio: number) => 1 - 1 / (1 + ratio ** shape)
  const paid: number[] = [0]
  for (let i = 1; i <= steps; i++)
    paid.push(paid[i - 1]! + ((at(i) + at(i - 1)) / 2) * (won(at(i)) - won(at(i - 1))))
  return {
    won,
    /** Expected payment, over all auctions. */
    paid(ratio: number) {
      const place = ((Math.log(Math.max(ratio, 1e-9)) + 7) / 12) * steps
      if (place <= 0) return (won(ratio) * ratio * shape) / (shape + 1)
      const low = Math.min(steps - 1, Math.floor(place))
      const part = Math.min(1, place - low)
      return paid[low]! * (1 - part) + paid[low + 1]! * part
    },
  }
}

export type Market = ReturnType<typeof marketOf>

/** A day of one auction at a level of bidding: a bid is level × believed rate × value. */
export function outcomeOf(market: Market, auction: Auction, level: number, worth: number): Outcome {
  const { clicksADay, rate, believed, valueMicros, marketMicros } = auction
  const ratio = (level * believed * valueMicros) / marketMicros
  const clicks = clicksADay * market.won(ratio)
  const conversions = clicks * rate
  return {
    clicks,
    costMicros: clicksADay * marketMicros * market.paid(ratio),
    conversions,
    gainMicros: (conversions * valueMicros * worth) / 1e6,
  }
}

/**
 * The level at which a campaign spends its budget, or a conversion costs what is wanted on average, whichever comes
 * first: bidders are held to what they really brought.
 */
export function levelOf(
  market: Market,
  { law }: Pick<Account, 'law'>,
  campaign: Campaign,
  auctions: readonly Auction[],
  noise = 1,
): number {
  const isWithin = (level: number) => {
    let [cost, conversions, value] = [0, 0, 0]
    for (const auction of auctions) {
      const one = outcomeOf(market, auction, level, 1e6)
      cost += one.costMicros
      conversions += one.conversions
      value += one.gainMicros
    }
    if (cost > campaign.budgetMicros) return false
    if (campaign.target === undefined) return true
    const kept = campaign.bias * noise
    return law === 'target ROAS'
      ? value >= (campaign.target / kept) * cost
      : cost <= campaign.target * kept * conversions
  }
  let [low, high] = [Math.log(1e-4), Math.log(1e4)]
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2
    if (isWithin(Math.exp(middle))) low = middle
    else high = middle
  }
  return Math.exp(low)
}
