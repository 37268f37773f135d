import type { Metrics } from '#shared/metrics.ts'
import type { Context } from './context.ts'
import { addUp } from './measurement.ts'
import type { Claim } from './recommendation.ts'
import type { AccountSnapshot, CampaignFacts, SearchTermFacts } from './snapshot.ts'
import { termIdentity } from './terms.ts'

/** One query in one campaign, over all its ad groups and match types. */
export type Term = {
  /** Lower case, accents kept: what a negative or a new keyword would say. */
  text: string
  campaign: CampaignFacts
  rows: SearchTermFacts[]
  sums: Metrics
}

/** Queries with clicks in live campaigns that take negative keywords; excluded ones left out. */
export function termsOf(snapshot: AccountSnapshot, context: Context): Term[] {
  const groups = new Map<string, Omit<Term, 'sums'>>()
  for (const row of snapshot.searchTerms) {
    const campaign = context.campaigns.get(row.campaignId)
    if (campaign?.status !== 'ENABLED' || row.sums.clicks <= 0) continue
    if (campaign.channelType !== 'SEARCH' && campaign.channelType !== 'SHOPPING') continue
    if (row.status === 'EXCLUDED' || row.status === 'ADDED_EXCLUDED') continue
    const text = termIdentity(row.term)
    const key = `${campaign.id} ${text}`
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else groups.set(key, { text, campaign, rows: [row] })
  }
  return [...groups.values()].map((group) => ({
    ...group,
    sums: addUp(group.rows.map(({ sums }) => sums)),
  }))
}

/** The spend of a query, one claim per ad group, so that its keyword cannot claim it again. */
export function rowClaims(term: Pick<Term, 'rows' | 'text'>): Claim[] {
  const claims = new Map<string, number>()
  for (const { campaignId, adGroupId, sums } of term.rows) {
    const key = claimKey(campaignId, adGroupId, term.text)
    claims.set(key, (claims.get(key) ?? 0) + sums.costMicros)
  }
  return [...claims].map(([key, costMicros]) => ({ key, costMicros }))
}

export function claimKey(campaignId: string, adGroupId: string, text: string): string {
  return `term ${campaignId} ${adGroupId} ${text}`
}
