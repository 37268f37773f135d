import { drawNormal, type Uniforms } from '#engine/statistics/random.ts'
import { drawBinomial } from '../draws.ts'

/** Highest bid in cents that is tried for the ideal. */
export const TOP_CENTS = 299

/** One keyword of the AdCraft environment: second price, one slot, the cost is paid per click. Money in €. */
export type KeywordMarket = {
  volume: number
  volumeSd: number
  clickRate: number
  conversionRate: number
  revenue: number
  revenueSd: number
  /** By bid in cents: share of auctions won, and mean and mean square of the price of those. */
  winRate: Float64Array
  price: Float64Array
  priceSquare: Float64Array
  /** Mean profit a day of the best bid. */
  ideal: number
}

export type KeywordDay = {
  impressions: number
  clicks: number
  cost: number
  conversions: number
  revenue: number
}

/** Draws a keyword's parameters; volume and conversion rate are those of the grid's cell. */
export function drawMarket(next: Uniforms, volume: number, conversionRate: number): KeywordMarket {
  const between = (low: number, middle: number, high: number) => {
    const u = next()
    return u < 0.5 ? low + 2 * u * (middle - low) : middle + (2 * u - 1) * (high - middle)
  }
  const location = between(0.3, 0.55, 1)
  const scale = Math.max(0.01, location * between(0.01, 0.15, 0.3))
  const clickRate = between(0.1, 0.5, 0.9)
  const revenue = between(0.3, 1, 1.5)
  const revenueSd = Math.max(0.01, revenue * between(0.01, 0.15, 0.3))
  const volumeSd = Math.floor(1 + next() * 0.5 * volume)
  const prices = pricesOf(location, scale)
  const profit = (cents: number) =>
    volume * prices.winRate[cents]! * clickRate * (conversionRate * revenue - prices.price[cents]!)
  const ideal = Math.max(...Array.from({ length: TOP_CENTS }, (_, i) => profit(i + 1)))
  return { volume, volumeSd, clickRate, conversionRate, revenue, revenueSd, ...prices, ideal }
}

/** The day's figures under a bid in €. */
export function playDay(next: Uniforms, market: KeywordMarket, bid: number): KeywordDay {
  const cents = Math.min(TOP_CENTS, Math.max(0, Math.round(bid * 100)))
  const volume = Math.max(0, Math.round(market.volume + market.volumeSd * drawNormal(next)))
  const impressions = drawBinomial(next, volume, market.winRate[cents]!)
  const clicks = drawBinomial(next, impressions, market.clickRate)
  const conversions = drawBinomial(next, clicks, market.conversionRate)
  const mean = market.price[cents]!
  const sd = Math.sqrt(Math.max(0, market.priceSquare[cents]! - mean ** 2))
  return {
    impressions,
    clicks,
    conversions,
    cost: clicks > 0 ? Math.max(0, clicks * mean + Math.sqrt(clicks) * sd * drawNormal(next)) : 0,
    revenue:
      conversions > 0
        ? Math.max(
            0.01 * conversions,
            conversions * market.revenue +
              Math.sqrt(conversions) * market.revenueSd * drawNormal(next),
          )
        : 0,
  }
}

/** The top competitor bids |Laplace| rounded to cents; he who bids more wins at that price. */
function pricesOf(location: number, scale: number) {
  const winRate = new Float64Array(TOP_CENTS + 1)
  const price = new Float64Array(TOP_CENTS + 1)
  const priceSquare = new Float64Array(TOP_CENTS + 1)
  const below = (x: number) => {
    const z = (x - location) / scale
    return z < 0 ? 0.5 * Math.exp(z) : 1 - 0.5 * Math.exp(-z)
  }
  const foldedBelow = (x: number) => Math.max(0, below(x) - below(-x))
  let won = 0
  let paid = 0
  let square = 0
  for (let cents = 1; cents <= TOP_CENTS; cents++) {
    const rival = cents - 1
    const share =
      foldedBelow((rival + 0.5) / 100) - (rival > 0 ? foldedBelow((rival - 0.5) / 100) : 0)
    won += share
    paid += (share * rival) / 100
    square += share * (rival / 100) ** 2
    winRate[cents] = won
    price[cents] = won > 0 ? paid / won : 0
    priceSquare[cents] = won > 0 ? square / won : 0
  }
  return { winRate, price, priceSquare }
}
