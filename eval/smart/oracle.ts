import type { WholeSnapshot } from '#engine/account/snapshot.ts'
import type { Account } from './account.ts'
import { type Market, outcomeOf } from './market.ts'
import type { nextMonth } from './next-month.ts'
import { type Step, stoppingStep } from './operations.ts'

/**
 * What one would stop who knows how the account's searches differ in rate and price, but not which is which: each that
 * is expected to cost more than it brings. Of those that Google shows and no keyword is.
 */
export function oracleStops(
  { keywords, worthMicros }: Account,
  { searchTerms }: WholeSnapshot,
  market: Market,
  { before, levels }: ReturnType<typeof nextMonth>,
): { campaignId: string; text: string }[] {
  const known = new Map(
    [...before].map(([campaign, own]) => [
      campaign.id,
      own.flatMap((one) => {
        if (one.network !== 'SEARCH') return []
        const { clicks, costMicros } = outcomeOf(market, one, levels.get(campaign)!, 1)
        return clicks > 0 ? [{ rate: one.rate, logPrice: Math.log(costMicros / clicks) }] : []
      }),
    ]),
  )
  const texts = new Set(keywords.map(({ text }) => text))
  const values = new Map(keywords.map(({ adGroupId, valueMicros }) => [adGroupId, valueMicros]))
  const others = searchTerms.filter(({ term, sums }) => !texts.has(term) && sums.clicks > 0)
  const byTerm = Map.groupBy(others, ({ campaignId, term }) => `${campaignId} ${term}`)
  return [...byTerm.values()].flatMap((own) => {
    const { campaignId, term, adGroupId } = own[0]!
    const sumOf = (of: 'clicks' | 'costMicros' | 'conversionsMicros') =>
      own.reduce((sum, { sums }) => sum + sums[of], 0)
    const [clicks, cost] = [sumOf('clicks'), sumOf('costMicros')]
    const rate = expectedRate(
      known.get(campaignId) ?? [],
      clicks,
      sumOf('conversionsMicros') / 1e6,
      Math.log(cost / clicks),
    )
    const gain = (clicks * rate * values.get(adGroupId)! * worthMicros) / 1e6
    return cost > gain ? [{ campaignId, text: term }] : []
  })
}

function expectedRate(
  known: readonly { rate: number; logPrice: number }[],
  clicks: number,
  conversions: number,
  logPrice: number,
): number {
  const blur = 0.15 ** 2 + 0.35 ** 2 / clicks
  let [weights, sum] = [0, 0]
  for (const { rate, logPrice: own } of known) {
    const log = conversions * Math.log(Math.max(rate, 1e-9) / 0.03) - clicks * (rate - 0.03)
    const weight = Math.exp(log - (own - logPrice) ** 2 / (2 * blur))
    weights += weight
    sum += weight * rate
  }
  return weights > 0 ? sum / weights : 0.03
}

/** All of them as one step. */
export function chosenOf(stops: ReturnType<typeof oracleStops>): Step {
  const keys = new Set(stops.map(({ campaignId, text }) => `${campaignId} ${text}`))
  return stoppingStep((search, by) => keys.has(`${by.campaign.id} ${search.text}`))
}
