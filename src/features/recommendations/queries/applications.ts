import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import type { Operation } from '#changes/operations.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import type { AdAccount } from '#platform/google-ads/account-ads.ts'
import { AppError } from '#shared/app-error.ts'
import { STATE } from '#shared/change-states.ts'

/** How the log of changes tells that one is a recommendation's. */
export const RECOMMENDATION_KIND = 'recommendation'

export type Application = typeof recommendationApplications.$inferSelect

export type Owned = {
  account: AdAccount
  recommendation: typeof recommendations.$inferSelect
  body: Analysed
  seen: string
}

/** Of what a card would send to Google, alike as long as that is: an analysis may renew a card while one reads it. */
export const SEEN = sql<string>`left(encode(sha256(convert_to(
  coalesce(${recommendations.body}#>>'{evidence,change,operations}', ''), 'UTF8')), 'hex'), 16)`

/** A recommendation of one of the caller's accounts. Throws not_found, for a stranger's as well. */
export async function ownedRecommendation(ctx: CallerContext, id: string): Promise<Owned> {
  const [found] = await ctx.db
    .select({ account: adAccounts, recommendation: recommendations, seen: SEEN })
    .from(recommendations)
    .innerJoin(adAccounts, eq(adAccounts.customerId, recommendations.customerId))
    .where(and(eq(recommendations.id, id), accountsOfCaller(ctx)))
  if (!found) throw new AppError('not_found', 'No existe esa recomendación.')
  // Only `analyseAccount` writes bodies, and it writes the engine's own type.
  return { ...found, body: found.recommendation.body as Analysed }
}

/** The last that came to something: one that was refused left nothing behind, and what was applied before it stands. `which`: of some only. */
export async function latestApplication(
  ctx: Context,
  { customerId, id }: Pick<Owned['recommendation'], 'customerId' | 'id'>,
  which?: SQL,
): Promise<Application | null> {
  const ofThis = and(
    eq(recommendationApplications.customerId, customerId),
    eq(recommendationApplications.recommendationId, id),
    ne(recommendationApplications.state, STATE.failed),
    which,
  )
  const [row] = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(ofThis)
    .orderBy(desc(recommendationApplications.appliedAt))
    .limit(1)
  return row ?? null
}

/** Null when the account has been erased. */
export async function findApplication(
  ctx: Context,
  customerId: number,
  id: string,
): Promise<Application | null> {
  const { customerId: ofCustomer, id: ofId } = recommendationApplications
  const [row] = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(and(eq(ofCustomer, customerId), eq(ofId, id)))
  return row ?? null
}

/** The same, locked until the transaction ends. */
export async function lockApplication(
  ctx: Context,
  { customerId, id }: Pick<Application, 'customerId' | 'id'>,
): Promise<Application | null> {
  const { customerId: ofCustomer, id: ofId } = recommendationApplications
  const [row] = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(and(eq(ofCustomer, customerId), eq(ofId, id)))
    .for('update')
  return row ?? null
}

/** The operations of a card, for this account; empty: to be done by hand, as all is in an imported report. */
export function operationsOf(
  body: Analysed,
  { googleCustomerId, source }: Pick<AdAccount, 'googleCustomerId' | 'source'>,
): Operation[] {
  return source === 'imported' ? [] : cardOperations(body, googleCustomerId)
}

/** What it is about in either kind of account, by hand as well. */
export function cardOperations(body: Analysed, googleCustomerId: string): Operation[] {
  const text = JSON.stringify(body.evidence.change?.operations ?? [])
  return JSON.parse(text.replaceAll('{customerId}', googleCustomerId)) as Operation[]
}
