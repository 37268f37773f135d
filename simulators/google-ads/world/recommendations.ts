import { matches, wordsOf } from './matching.ts'
import type { AccountState, Budget, Campaign } from './structure.ts'

/** Google's own suggestions: more budget, more reach, broader keywords, good or bad. Amounts in micros. */
type Recommendation = { resourceName: string; campaignId: number } & (
  | { type: 'CAMPAIGN_BUDGET'; budget: Budget; amountMicros: number }
  | { type: 'KEYWORD'; adGroupId: number; text: string }
  | { type: 'TARGET_CPA_OPT_IN'; targetCpaMicros: number }
  | { type: 'LOWER_TARGET_ROAS'; targetRoas: number }
  | { type: 'RESPONSIVE_SEARCH_AD_IMPROVE_AD_STRENGTH'; adGroupId: number }
  | { type: SwitchType }
)

export type SwitchType =
  | 'SEARCH_PARTNERS_OPT_IN'
  | 'DISPLAY_EXPANSION_OPT_IN'
  | 'OPTIMIZE_AD_ROTATION'

const BUDGET_RAISE = 1.6
const PROPOSED_TARGET_MICROS = 30_000_000
/** Of a target ROAS, what Google would ask for instead. */
export const LOWERED_ROAS = 0.8

/** Also those applied or dismissed: their names stay the same for the account's life. */
export function recommendationsOf(state: AccountState, prefix: string): Recommendation[] {
  const found: Recommendation[] = []
  for (const campaign of state.campaigns.values()) {
    const budget = state.budgets.get(campaign.budgetId)
    if (campaign.status !== 'ENABLED') continue
    found.push(...switches(campaign, prefix), ...forBidding(campaign, prefix))
    found.push(...forAds(state, campaign, prefix))
    if (!budget || budget.shared) continue
    const amountMicros = recommendedBudget([campaign], budget)
    if (amountMicros !== undefined)
      found.push({
        type: 'CAMPAIGN_BUDGET',
        resourceName: `${prefix}/recommendations/${campaign.id}01`,
        campaignId: campaign.id,
        budget,
        amountMicros,
      })
    if (campaign.kind === 'generic' || campaign.kind === 'local')
      found.push(...broadKeyword(state, prefix, campaign.id))
  }
  return found
}

/** Of Search campaigns: brand without partners, Display for one that has none, and ads that take turns. */
function switches({ id, kind, setup }: Campaign, prefix: string): Recommendation[] {
  const offer = (type: SwitchType, number: string): Recommendation => ({
    type,
    resourceName: `${prefix}/recommendations/${id}${number}`,
    campaignId: id,
  })
  return [
    ...(kind === 'brand' && !setup.searchPartners ? [offer('SEARCH_PARTNERS_OPT_IN', '03')] : []),
    ...(kind === 'local' && !setup.display ? [offer('DISPLAY_EXPANSION_OPT_IN', '04')] : []),
    ...(setup.rotation !== 'OPTIMIZE' ? [offer('OPTIMIZE_AD_ROTATION', '05')] : []),
  ]
}

/** A target beside the campaigns that bid by hand for what is searched for most, and a lower one for products. */
function forBidding(campaign: Campaign, prefix: string): Recommendation[] {
  const { id, kind, biddingType, targetRoas } = campaign
  if (kind === 'shopping' && targetRoas !== undefined)
    return [
      {
        type: 'LOWER_TARGET_ROAS',
        resourceName: `${prefix}/recommendations/${id}08`,
        campaignId: id,
        targetRoas,
      },
    ]
  if (biddingType !== 'MANUAL_CPC' || kind !== 'generic') return []
  return [
    {
      type: 'TARGET_CPA_OPT_IN',
      resourceName: `${prefix}/recommendations/${id}06`,
      campaignId: id,
      targetCpaMicros: PROPOSED_TARGET_MICROS,
    },
  ]
}

/** About one ad of the competitors' campaign; Google promises nothing of it. */
function forAds(state: AccountState, { id, kind }: Campaign, prefix: string): Recommendation[] {
  const group = [...state.adGroups.values()].find((one) => one.campaignId === id)
  if (kind !== 'competitor' || !group) return []
  return [
    {
      type: 'RESPONSIVE_SEARCH_AD_IMPROVE_AD_STRENGTH',
      resourceName: `${prefix}/recommendations/${id}07`,
      campaignId: id,
      adGroupId: group.id,
    },
  ]
}

/** Google's idea of a daily budget in micros, for long-tail campaigns with one of their own. */
export function recommendedBudget(users: readonly Campaign[], budget: Budget): number | undefined {
  const wanted = users.some(({ kind, status }) => kind === 'longtail' && status === 'ENABLED')
  if (budget.shared || !wanted) return undefined
  return Math.round((budget.amountMicros * BUDGET_RAISE) / 1e6) * 1e6
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
