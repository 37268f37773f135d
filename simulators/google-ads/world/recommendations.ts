import { matches, wordsOf } from './matching.ts'
import type { AccountState, Budget } from './structure.ts'

/** Google's own suggestions: more budget and broader keywords, whatever they are worth. Amounts in micros. */
type Recommendation = { resourceName: string; campaignId: number } & (
  | { type: 'CAMPAIGN_BUDGET'; budget: Budget; amountMicros: number }
  | { type: 'KEYWORD'; adGroupId: number; text: string }
)

const BUDGET_RAISE = 1.6

/** Also those applied or dismissed: their names stay the same for the account's life. */
export function recommendationsOf(state: AccountState, prefix: string): Recommendation[] {
  const found: Recommendation[] = []
  for (const campaign of state.campaigns.values()) {
    const budget = state.budgets.get(campaign.budgetId)
    if (campaign.status !== 'ENABLED' || !budget || budget.shared) continue
    if (campaign.kind === 'longtail')
      found.push({
        type: 'CAMPAIGN_BUDGET',
        resourceName: `${prefix}/recommendations/${campaign.id}01`,
        campaignId: campaign.id,
        budget,
        amountMicros: Math.round((budget.amountMicros * BUDGET_RAISE) / 1e6) * 1e6,
      })
    if (campaign.kind === 'generic' || campaign.kind === 'local')
      found.push(...broadKeyword(state, prefix, campaign.id))
  }
  return found
}

/** The first ad group's shortest phrase as a broad keyword, unless it is one. */
function broadKeyword(state: AccountState, prefix: string, campaignId: number): Recommendation[] {
  const group = [...state.adGroups.values()].find((g) => g.campaignId === campaignId)
  if (!group) return []
  const keywords = [...state.criteria.values()].filter(
    (c) => c.adGroupId === group.id && c.type === 'KEYWORD' && !c.negative,
  )
  const text = keywords.find((keyword) => keyword.matchType === 'PHRASE')?.text
  if (!text) return []
  const words = wordsOf(text)
  const isBroad = keywords.some(
    (k) => k.matchType === 'BROAD' && matches(wordsOf(k.text ?? ''), 'EXACT', words),
  )
  const resourceName = `${prefix}/recommendations/${campaignId}02`
  if (isBroad && !state.handledRecommendations.has(resourceName)) return []
  return [{ type: 'KEYWORD', resourceName, campaignId, adGroupId: group.id, text }]
}
