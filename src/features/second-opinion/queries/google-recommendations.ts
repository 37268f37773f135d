import { and, eq, inArray } from 'drizzle-orm'
import { readBudgetResponses } from '#account-data/budget-responses.ts'
import { loadPreferences } from '#account-data/goals.ts'
import { ownedAccount } from '#account-data/owned-account.ts'
import { loadEngineView } from '#account-data/snapshot/engine-view.ts'
import { loadChanges } from '#account-data/snapshot/load-changes.ts'
import { settlingOf } from '#engine/account/settling.ts'
import type { AccountSnapshot, CampaignFacts } from '#engine/account/snapshot.ts'
import type { GoogleAdvice, Verdict } from '#engine/second-opinion/advice.ts'
import { portfolioObstacle } from '#engine/second-opinion/judge-bidding.ts'
import { secondOpinion } from '#engine/second-opinion/second-opinion.ts'
import { surroundingsOf } from '#engine/second-opinion/surroundings.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adGroups } from '#platform/db/schema/entities.ts'
import {
  googleRecommendationPulls,
  googleRecommendations,
} from '#platform/db/schema/google-recommendations.ts'
import { adviceTitle } from '#shared/ads-words/advice.ts'
import { adviceChange, monthlyBudgetMicros, seenText } from '../rules/advice-change.ts'
import { applyOperation } from '../rules/apply-operation.ts'
import type { JudgedAdvice, JudgedAdvices } from '../rules/on-wire.ts'
import { loadCounts } from './advice-surroundings.ts'
import { toAdvice } from './known-advice.ts'

/** Google's open recommendations, those with a verdict first. */
export async function listGoogleRecommendations(
  ctx: CallerContext,
  googleCustomerId: string,
): Promise<JudgedAdvices> {
  const account = await ownedAccount(ctx, googleCustomerId)
  const { customerId, currencyCode } = account
  const [pull] = await ctx.db
    .select()
    .from(googleRecommendationPulls)
    .where(eq(googleRecommendationPulls.customerId, customerId))
  const rows = await ctx.db
    .select()
    .from(googleRecommendations)
    .where(
      and(
        eq(googleRecommendations.customerId, customerId),
        eq(googleRecommendations.dismissed, false),
      ),
    )
    .orderBy(googleRecommendations.recommendationId)
  const reply = {
    currencyCode,
    askedAt: pull?.pulledAt ?? null,
    problem: pull?.problem ? `${REFUSED} (${pull.problem})` : null,
  }
  if (rows.length === 0) return { ...reply, advices: [] }
  const proposed = rows.map(toAdvice)
  const { snapshot: view, context: known } = await loadEngineView(ctx, account)
  const context = { ...known, settling: await readSettling(ctx, customerId, view) }
  const preferences = await loadPreferences(ctx, customerId)
  const snapshot = {
    ...view,
    inventory: { ...view.inventory, ...(preferences && { preferences }) },
    budgetResponses: await readBudgetResponses(ctx, customerId),
  }
  const counts = await loadCounts(ctx, customerId)
  const names = await adGroupNames(ctx, customerId, proposed)
  const advices = proposed.map((advice): JudgedAdvice => {
    const around = surroundingsOf(advice, snapshot, context, counts)
    const adGroupName = advice.adGroupId === null ? null : (names.get(advice.adGroupId) ?? null)
    return {
      ...shownAdvice(advice, { campaign: around.campaign, adGroupName, currencyCode }),
      campaignName: nameOf(advice, view),
      ...secondOpinion(advice, around),
      obstacle:
        portfolioObstacle(advice, around.campaign) ??
        (applyOperation({ customerId: googleCustomerId, advice }) ? null : BY_HAND),
    }
  })
  return { ...reply, advices: advices.sort(byVerdict) }
}

/** The outline of an account has no history of changes. */
async function readSettling(ctx: Context, customerId: number, view: AccountSnapshot) {
  const campaigns = view.campaigns.map(({ id, budgetId = null }) => ({
    campaignId: Number(id),
    budgetId: budgetId === null ? null : Number(budgetId),
  }))
  const changes = await loadChanges(ctx, customerId, view.account.today, campaigns)
  return settlingOf({ ...view, inventory: { changes } })
}

const REFUSED = 'Google no ha querido dar las recomendaciones de esta cuenta'
const BY_HAND = 'Esta solo se puede aplicar en Google Ads: hay que elegir o escribir algo.'

function shownAdvice(
  advice: GoogleAdvice,
  place: { campaign: CampaignFacts | null; adGroupName: string | null; currencyCode: string },
) {
  const { id, type, campaignId, campaignIds = [] } = advice
  return {
    id,
    type,
    title: adviceTitle(type),
    campaignId,
    campaignIds: [...campaignIds],
    change: adviceChange(advice, place),
    monthlyBudgetMicros: monthlyBudgetMicros(advice, place.campaign),
    seen: seenText(advice),
  }
}

/** All of several: it is applied to each of them. */
function nameOf({ campaignId, campaignIds = [] }: GoogleAdvice, { campaigns }: AccountSnapshot) {
  const ids = campaignId === null ? campaignIds : [campaignId]
  const names = ids.flatMap((id) => campaigns.find((one) => one.id === id)?.name ?? [])
  return names.join(', ') || null
}

const ORDER: Record<Verdict, number> = {
  apply: 0,
  try: 1,
  discard: 2,
  wait: 3,
  no_opinion: 4,
}

function byVerdict(a: JudgedAdvice, b: JudgedAdvice): number {
  return ORDER[a.verdict] - ORDER[b.verdict] || (a.id < b.id ? -1 : 1)
}

async function adGroupNames(
  ctx: Context,
  customerId: number,
  advices: readonly GoogleAdvice[],
): Promise<Map<string, string>> {
  const ids = advices.flatMap(({ adGroupId }) => (adGroupId === null ? [] : [Number(adGroupId)]))
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: adGroups.adGroupId, name: adGroups.name })
    .from(adGroups)
    .where(and(eq(adGroups.customerId, customerId), inArray(adGroups.adGroupId, ids)))
  return new Map(rows.map(({ id, name }) => [String(id), name]))
}
