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

/** Of the highest competing bid over its median: share won at a bid, and what is paid for one. */
export function marketOf({
  shape,
  google: { rivals, paysOwn },
}: Pick<Account, 'shape' | 'google'>) {
  const steps = 400
  const at = (i: number) => Math.exp(-7 + (12 * i) / steps)
  const won =
    rivals === 'log-logistic'
      ? (ratio: number) => 1 - 1 / (1 + ratio ** shape)
      : (ratio: number) => normalCdf((shape * Math.log(Math.max(ratio, 1e-9))) / LOGISTIC_SD)
  const paid: number[] = [0]
  for (let i = 1; i <= steps; i++)
    paid.push(paid[i - 1]! + ((at(i) + at(i - 1)) / 2) * (won(at(i)) - won(at(i - 1))))
  return {
    won,
    /** Expected payment, over all auctions: the next bid, or so much of the way from there to its own. */
    paid(ratio: number) {
      return (1 - paysOwn) * nextBid(ratio) + paysOwn * ratio * won(ratio)
    },
  }

  function nextBid(ratio: number): number {
    const place = ((Math.log(Math.max(ratio, 1e-9)) + 7) / 12) * steps
    if (place <= 0) return (won(ratio) * ratio * shape) / (shape + 1)
    const low = Math.min(steps - 1, Math.floor(place))
    const part = Math.min(1, place - low)
    return paid[low]! * (1 - part) + paid[low + 1]! * part
  }
}

/** Of a logistic of scale 1. */
const LOGISTIC_SD = Math.PI / Math.sqrt(3)

/** Abramowitz and Stegun 26.2.17. */
function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  const sum = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429].reduceRight(
    (rest, factor) => (rest + factor) * t,
    0,
  )
  return x > 0 ? 1 - density * sum : density * sum
}

export type Market = ReturnType<typeof marketOf>

/** A day of one auction at a level of bidding: a bid is level × believed rate × value. */
export function outcomeOf(market: Market, auction: Auction, level: number, worth: number): Outcome {
  const { rate, believed, valueMicros, marketMicros } = auction
  const { bid, entered } = pacedAt(auction.campaign, level)
  const ratio = (bid * believed * valueMicros) / marketMicros
  const clicksADay = auction.clicksADay * entered
  const clicks = clicksADay * market.won(ratio)
  const conversions = clicks * rate
  return {
    clicks,
    costMicros: clicksADay * marketMicros * market.paid(ratio),
    conversions,
    gainMicros: (conversions * valueMicros * worth) / 1e6,
  }
}

/** What a budget takes away below the level it is bid for: part by lower bids, the rest by auctions that are not entered. */
export function pacedAt({ paced }: Campaign, level: number): { bid: number; entered: number } {
  if (!paced || level >= paced.from) return { bid: level, entered: 1 }
  const part = level / paced.from
  return { bid: paced.from * part ** paced.byBids, entered: part ** (1 - paced.byBids) }
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
