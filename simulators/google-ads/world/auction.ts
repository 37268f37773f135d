/** One keyword against the field of competitors for one search. Money in micros. */

type AuctionInput = {
  bid: number
  /** Quality score 1…10. */
  quality: number
  /** Median price competitors of average quality pay. */
  market: number
  /** Click-through rate at the first position. */
  ctr: number
}

type AuctionResult = {
  /** Share of eligible searches in which the ad shows. */
  win: number
  /** Shares of shown impressions above the results, and first of all. */
  top: number
  absoluteTop: number
  ctr: number
  cpc: number
}

const AVERAGE_QUALITY = 6.3
/** Steepness of the competitors' ad-rank distribution (logistic in the log of ad rank). */
const STEEPNESS = 2.2
/** Price paid against own bid: 30 % of a bid's change (MobileAds experiment: d ln CPC / d ln bid = 0.30). */
const PRICE_ELASTICITY = 0.3

export function auction({ bid, quality, market, ctr }: AuctionInput): AuctionResult {
  if (bid <= 0) return { win: 0, top: 0, absoluteTop: 0, ctr: 0, cpc: 0 }
  const relativeQuality = quality / AVERAGE_QUALITY
  const rank = Math.log((bid * relativeQuality) / market)
  const win = 0.95 * logistic(STEEPNESS * (rank + 0.55))
  const top = Math.min(win, logistic(STEEPNESS * (rank + 0.1)))
  const absoluteTop = top * logistic(STEEPNESS * (rank - 0.4))
  const price = 0.78 * market * Math.exp(PRICE_ELASTICITY * rank) * relativeQuality ** -0.5
  return {
    win,
    top: top / win,
    absoluteTop: absoluteTop / Math.max(top, 1e-9),
    ctr: Math.min(0.6, ctr * (0.4 + 0.6 * (top / win)) * relativeQuality ** 0.4),
    cpc: Math.min(0.98 * bid, price),
  }
}

/**
 * What the same search brings with `factor` times the bid, relative to now: from the share won alone, since that
 * tells how the bid stands against the competitors.
 */
export function rebid(win: number, factor: number): { clicks: number; cost: number } {
  if (win <= 0 || win >= 0.95) return { clicks: 1, cost: 1 }
  const share = win / 0.95
  const rank = Math.log(share / (1 - share)) / STEEPNESS - 0.55
  const clicksAt = (at: number) => {
    const won = 0.95 * logistic(STEEPNESS * (at + 0.55))
    const top = Math.min(won, logistic(STEEPNESS * (at + 0.1)))
    return won * (0.4 + 0.6 * (top / won))
  }
  const clicks = clicksAt(rank + Math.log(factor)) / clicksAt(rank)
  return { clicks, cost: clicks * factor ** PRICE_ELASTICITY }
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x))
}
