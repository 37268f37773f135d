import type { WholeSnapshot } from '#engine/account/snapshot.ts'
import type { Account } from './account.ts'
import type { Laws } from './laws.ts'
import type { Month } from './next-month.ts'

/**
 * What one would stop who knows how the account's searches differ, but not which of them is which: a search goes when
 * its cost is expected to exceed what it brings. Of the searches that Google shows, those that are no keyword themselves:
 * a negative that equals a keyword is none.
 */
export function oracleStops(
  { keywords, searches }: Account,
  { searchTerms }: WholeSnapshot,
  laws: Laws,
): { campaignId: string; text: string }[] {
  const byCampaign = Map.groupBy(searches, ({ keyword }) => keyword.campaign)
  const known = new Map(
    [...byCampaign].map(([campaign, own]) => [
      campaign.id,
      own.map(({ rate }) => rate * laws.conversionsPerBuyer),
    ]),
  )
  const values = new Map(keywords.map(({ adGroupId, valueMicros }) => [adGroupId, valueMicros]))
  const ownTexts = new Set(keywords.map(({ text }) => text))
  const others = searchTerms.filter(({ term }) => !ownTexts.has(term))
  const rows = Map.groupBy(others, ({ campaignId, term }) => `${campaignId} ${term}`)
  return [...rows.values()].flatMap((own) => {
    const [{ campaignId, term }] = own as [(typeof own)[number]]
    const value = values.get(own[0]!.adGroupId)!
    const clicks = own.reduce((sum, { sums }) => sum + sums.clicks, 0)
    const conversions = own.reduce((sum, { sums }) => sum + sums.conversionsMicros / 1e6, 0)
    const cost = own.reduce((sum, { sums }) => sum + sums.costMicros, 0)
    if (clicks === 0) return []
    const rate = expectedRate(known.get(campaignId)!, clicks, conversions) * laws.late.afterwards
    return cost > clicks * rate * value ? [{ campaignId, text: term }] : []
  })
}

/** Posterior mean over the rates that searches of the campaign really have. */
function expectedRate(rates: readonly number[], clicks: number, conversions: number): number {
  let [weights, sum] = [0, 0]
  for (const rate of rates) {
    const weight = Math.exp(
      conversions * Math.log(Math.max(rate, 1e-9) / 0.03) - clicks * (rate - 0.03),
    )
    weights += weight
    sum += weight * rate
  }
  return weights > 0 ? sum / weights : 0
}

/** Those of the month's searches that are among these. */
export function chosenOf(
  stops: readonly { campaignId: string; text: string }[],
  month: readonly Month[],
): Month[] {
  const keys = new Set(stops.map(({ campaignId, text }) => `${campaignId} ${text}`))
  return month.filter(({ search }) => keys.has(`${search.keyword.campaign.id} ${search.text}`))
}
