import { MICROS } from '#shared/metrics.ts'
import { isSmartBidding } from '../../account/bidding-strategy.ts'
import type { CountedSums } from '../../account/known-figures.ts'
import { addUp } from '../../account/measurement.ts'
import type { CampaignFacts } from '../../account/snapshot.ts'
import { THRESHOLDS } from '../../thresholds/thresholds.ts'

/**
 * Where Google bids by what it expects of a search, the price of its click tells what that is: rate ~ price^exponent, of
 * the price against its campaign's. The account's own searches tell the exponent (Poisson, each campaign at its own level).
 * By the place of each term, what its rate is to be multiplied by; 1 where bids are set otherwise.
 */
export function toldByPrice(terms: readonly Searched[]): Float64Array {
  const told = new Float64Array(terms.length).fill(1)
  const byCampaign = Map.groupBy(
    terms.filter(({ campaign }) => isSmartBidding(campaign)),
    ({ campaign }) => campaign,
  )
  const campaigns = [...byCampaign.values()].map(pricesOf)
  const exponent = exponentOf(campaigns)
  for (const { rows } of campaigns) {
    for (const { at, lnPrice } of rows)
      told[at] = Math.exp(STEP * Math.round((exponent * lnPrice) / STEP))
  }
  return told
}

/** A search in one campaign, at its place among those of the account. */
type Searched = { at: number; campaign: CampaignFacts<never>; sums: CountedSums }

type Row = { at: number; lnPrice: number; clicks: number; conversions: number }
type Prices = { rows: Row[]; conversions: number }

/** Of few clicks a price says little: some at the campaign's are imagined. */
function pricesOf(terms: readonly Searched[]): Prices {
  const all = addUp(terms.map(({ sums }) => sums))
  const usual = all.costMicros / all.clicks
  const imagined = THRESHOLDS.pricedClicks.value
  const rows = terms.map(({ at, sums: { clicks, costMicros, conversionsMicros } }) => {
    const price = (costMicros + imagined * usual) / (clicks + imagined)
    const lnPrice = usual > 0 ? Math.log(price / usual) : 0
    return { at, lnPrice, clicks, conversions: conversionsMicros / MICROS }
  })
  return { rows, conversions: all.conversionsMicros / MICROS }
}

/** The likeliest, by Newton's method, from what is usual and as doubtful as that is. */
function exponentOf(campaigns: readonly Prices[]): number {
  const { priceTells, priceTellsSd, dispersion } = THRESHOLDS
  const before = priceTellsSd.value ** -2
  let exponent: number = priceTells.value
  for (let step = 0; step < STEPS; step++) {
    let slope = before * (priceTells.value - exponent)
    let bend = before
    for (const { rows, conversions } of campaigns) {
      const { seen, mean, variance } = momentsOf(rows, exponent)
      slope += (seen - conversions * mean) / dispersion.value
      bend += (conversions * variance) / dispersion.value
    }
    exponent = Math.min(1, Math.max(0, exponent + slope / bend))
  }
  return exponent
}

const STEPS = 6

/** Many queries share their clicks and what their price tells: they are counted together. */
const STEP = 0.1

/** Of ln price: summed over conversions, and its mean and variance over those that are expected. */
function momentsOf(rows: readonly Row[], exponent: number) {
  let [weights, sum, squares, seen] = [0, 0, 0, 0]
  for (const { lnPrice, clicks, conversions } of rows) {
    const weight = clicks * Math.exp(exponent * lnPrice)
    weights += weight
    sum += weight * lnPrice
    squares += weight * lnPrice * lnPrice
    seen += conversions * lnPrice
  }
  if (weights === 0) return { seen: 0, mean: 0, variance: 0 }
  const mean = sum / weights
  return { seen, mean, variance: squares / weights - mean ** 2 }
}
