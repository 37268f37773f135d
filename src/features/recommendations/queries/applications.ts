import { and, desc, eq, getTableColumns, ne } from 'drizzle-orm'
import type { Operation } from '#changes/operations.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import type { AdAccount } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { STATE } from '#shared/change-states.ts'

export type Application = typeof recommendationApplications.$inferSelect

export type Owned = {
  account: AdAccount
  recommendation: typeof recommendations.$inferSelect
  body: Analysed
}

/** A recommendation of one of the caller's accounts. Throws not_found, for a stranger's as well. */
export async function ownedRecommendation(ctx: CallerContext, id: string): Promise<Owned> {
  const [found] = await ctx.db
    .select({ account: adAccounts, recommendation: recommendations })
    .from(recommendations)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendations.customerId))
    .where(and(eq(recommendations.id, id), eq(adAccounts.userId, ctx.caller.userId)))
  if (!found) throw new AppError('not_found', 'No existe esa recomendación.')
  // Only `analyseAccount` writes bodies, and it writes the engine's own type.
  return { ...found, body: found.recommendation.body as Analysed }
}

/** `came`: only to something; one that was refused left nothing behind, and what was applied before it stands. */
export async function latestApplication(
  ctx: Context,
  { customerId, id }: Pick<Owned['recommendation'], 'customerId' | 'id'>,
  came: 'anyhow' | 'to something',
): Promise<Application | null> {
  const { state, appliedAt, ...applications } = getTableColumns(recommendationApplications)
  const [row] = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(
      and(
        eq(applications.customerId, customerId),
        eq(applications.recommendationId, id),
        came === 'anyhow' ? undefined : ne(state, STATE.failed),
      ),
    )
    .orderBy(desc(appliedAt))
    .limit(1)
  return row ?? null
}

/** With its account; null when the account has been erased. */
export async function findApplication(
  ctx: Context,
  { customerId, applicationId }: { customerId: number; applicationId: string },
) {
  const [found] = await ctx.db
    .select({ account: adAccounts, application: recommendationApplications })
    .from(recommendationApplications)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendationApplications.customerId))
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        eq(recommendationApplications.id, applicationId),
      ),
    )
  return found ?? null
}

/** The operations of a card, for this account; empty: to be done by hand, as all is in an imported report. */
export function operationsOf(
  body: Analysed,
  { googleCustomerId, source }: Pick<AdAccount, 'googleCustomerId' | 'source'>,
): Operation[] {
  if (source === 'imported') return []
  const text = JSON.stringify(body.evidence.change?.operations ?? [])
  return JSON.parse(text.replaceAll('{customerId}', googleCustomerId)) as Operation[]
}
