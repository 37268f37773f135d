import { and, eq, inArray, or } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adGroups, campaigns } from '#platform/db/schema/entities.ts'
import { readsOf } from './reads-of.ts'

/** What a stored card tells of where it is applied. */
export type ChangingCard = {
  campaignId: string | null
  evidence: {
    /** Of a card about several campaigns. */
    campaignIds?: readonly string[]
    change: { operations: readonly object[] } | null
  }
}

/**
 * Ids of the campaigns that cards change: those they name, and those whose budgets, portfolios, ad groups or parts their
 * operations name. What an operation does through something else (a shared list, the account) is not known.
 */
export async function changedCampaigns(
  ctx: Context,
  customerId: number,
  cards: readonly ChangingCard[],
): Promise<string[]> {
  const listed = cards.flatMap(({ campaignId, evidence }) => [
    ...(campaignId ? [campaignId] : []),
    ...(evidence.campaignIds ?? []),
  ])
  const named = namedIn(cards.flatMap(({ evidence }) => evidence.change?.operations ?? []))
  const idsOf = (kind: RegExp) =>
    named.flatMap(({ collection, id }) => (kind.test(collection) ? [id] : []))
  const ofCampaigns = await readsOf(ctx, customerId)
    .selectDistinct({ id: campaigns.campaignId })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.customerId, customerId),
        or(
          inArray(campaigns.campaignId, idsOf(CAMPAIGN)),
          inArray(campaigns.budgetId, idsOf(BUDGET)),
          inArray(campaigns.portfolioId, idsOf(PORTFOLIO)),
        ),
      ),
    )
  // Not joined: with no ad group named the planner drops the condition, and a cluster then sees a join across shards.
  const ofAdGroups = await readsOf(ctx, customerId)
    .selectDistinct({ id: adGroups.campaignId })
    .from(adGroups)
    .where(and(eq(adGroups.customerId, customerId), inArray(adGroups.adGroupId, idsOf(AD_GROUP))))
  const rows = [...ofCampaigns, ...ofAdGroups]
  return [...new Set([...listed, ...rows.map(({ id }) => String(id))])].sort()
}

/** Collections of resource names whose first id is a campaign's, a budget's, a portfolio's or an ad group's. */
const CAMPAIGN = /^campaign(s|Criteria|Assets|SharedSets)$/
const BUDGET = /^campaignBudgets$/
const PORTFOLIO = /^biddingStrategies$/
const AD_GROUP = /^adGroup/

/** `customers/1/adGroupCriteria/31~77`, wherever an operation says it; what it only is about to create has no id. */
function namedIn(operations: readonly object[]): { collection: string; id: number }[] {
  const names = JSON.stringify(operations).matchAll(/"customers\/[^/"]+\/(\w+)\/(\d+)/g)
  return [...names].map(([, collection = '', id]) => ({ collection, id: Number(id) }))
}
