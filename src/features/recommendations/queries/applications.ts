import { and, desc, eq, sql } from 'drizzle-orm'
import type { LoggedChange } from '#changes/logged-change.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts } from '#platform/db/schema/access.ts'
import { accountChanges } from '#platform/db/schema/changes.ts'
import { recommendationApplications, recommendations } from '#platform/db/schema/recommendations.ts'
import { AppError } from '#shared/app-error.ts'
import type { Image, Operation } from '../rules/operations.ts'
import type { AdAccount } from './change-plan.ts'

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

export async function latestApplication(
  ctx: Context,
  customerId: number,
  recommendationId: string,
): Promise<Application | null> {
  const [row] = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        eq(recommendationApplications.recommendationId, recommendationId),
      ),
    )
    .orderBy(desc(recommendationApplications.appliedAt))
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

/** How the log tells that a change is a recommendation's. */
export const RECOMMENDATION_KIND = 'recommendation'

/** What the log keeps of a step before it is sent. */
export type StepBefore = { image: Image | null }

/** What it keeps of its doing: enough to look it up, to take it back, and to tell what others did since. */
export type StepAfter = {
  applicationId: string
  /** Place among the steps of the application, from 0. */
  index: number
  operation: Operation
  /** All that went with it, where they name each other's results; null for one that stands alone. */
  together: Operation[] | null
  /** As read after the change; null while that is open. */
  image: Image | null
}

export type LoggedStep = LoggedChange & { step: StepAfter; image: Image | null }

/** The steps of an application in the order in which they were sent. */
export async function readSteps(
  ctx: Context,
  customerId: number,
  applicationId: string,
): Promise<LoggedStep[]> {
  const rows = await ctx.db
    .select()
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.customerId, customerId),
        eq(accountChanges.kind, RECOMMENDATION_KIND),
        sql`${accountChanges.after}->>'applicationId' = ${applicationId}`,
      ),
    )
  return rows
    .map((row) => ({
      ...row,
      step: row.after as StepAfter,
      image: (row.before as StepBefore | null)?.image ?? null,
    }))
    .sort((a, b) => a.step.index - b.step.index)
}
