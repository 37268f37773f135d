import { and, eq, gte, inArray, like, lte, ne, or } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { changeEvents } from '#platform/db/schema/changes.ts'
import { campaigns } from '#platform/db/schema/entities.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { STATE } from '#shared/change-states.ts'
import { type ChangingCard, changedCampaigns } from './changed-campaigns.ts'
import type { EffectPlace } from './effect-evidence.ts'
import { readsOf } from './reads-of.ts'
import { weightyEdits } from './small-edits.ts'

/** Google does not always say which campaign a budget's change is about. */
export const budgetName = (budgetId: number | string | null) => `campaignBudgets/${budgetId}`

const DECISIVE = ['CAMPAIGN', 'CAMPAIGN_BUDGET']

/** Ids of campaigns, those of a card about several as well, and names of budgets; small edits leave a control what it is. */
export async function touchedCampaigns(
  ctx: Context,
  customerId: number,
  { from, to }: { from: string; to: string },
): Promise<Set<string>> {
  const applied = await readsOf(ctx, customerId)
    .select({ body: recommendationApplications.body })
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        ne(recommendationApplications.state, STATE.failed),
        gte(recommendationApplications.appliedAt, new Date(`${from}T00:00:00Z`)),
        lte(recommendationApplications.appliedAt, new Date(`${to}T23:59:59Z`)),
      ),
    )
  const changed = await readsOf(ctx, customerId)
    .select()
    .from(changeEvents)
    .where(
      and(
        eq(changeEvents.customerId, customerId),
        inArray(changeEvents.resourceType, DECISIVE),
        gte(changeEvents.at, from),
        lte(changeEvents.at, `${to} 24`),
      ),
    )
  const weighty = weightyEdits(changed)
  const budgets = weighty.map(({ resourceName }) => resourceName.split('/').slice(-2).join('/'))
  const ids = weighty.flatMap(({ campaignId }) => (campaignId === null ? [] : [String(campaignId)]))
  // Only the engine's own output is stored as a body.
  const cards = applied.map(({ body }) => body as ChangingCard)
  return new Set([...(await changedCampaigns(ctx, customerId, cards)), ...ids, ...budgets])
}

/** What others changed in the same campaigns or ad group meanwhile, oldest first. */
export async function otherChanges(
  ctx: Context,
  customerId: number,
  { adGroupId, campaignIds }: EffectPlace,
  { from, to }: { from: string; to: string },
  ownResources: readonly string[],
) {
  const ids = campaignIds.map(Number)
  const budgets = await readsOf(ctx, customerId)
    .selectDistinct({ budgetId: campaigns.budgetId })
    .from(campaigns)
    .where(and(eq(campaigns.customerId, customerId), inArray(campaigns.campaignId, ids)))
  const ofBudgets = budgets.flatMap(({ budgetId }) =>
    budgetId ? [like(changeEvents.resourceName, `%/${budgetName(budgetId)}`)] : [],
  )
  const ofCampaigns = inArray(changeEvents.campaignId, ids)
  const ofPlace = adGroupId
    ? or(
        eq(changeEvents.adGroupId, Number(adGroupId)),
        and(ofCampaigns, inArray(changeEvents.resourceType, DECISIVE)),
      )
    : ofCampaigns
  const rows = await readsOf(ctx, customerId)
    .select()
    .from(changeEvents)
    .where(
      and(
        eq(changeEvents.customerId, customerId),
        or(ofPlace, ...ofBudgets),
        gte(changeEvents.at, from),
        lte(changeEvents.at, `${to} 24`),
      ),
    )
    .orderBy(changeEvents.at)
  return rows.filter(({ resourceName }) => !ownResources.includes(resourceName))
}
