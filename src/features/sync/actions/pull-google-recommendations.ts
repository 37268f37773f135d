import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import {
  googleRecommendationPulls,
  googleRecommendations,
} from '#platform/db/schema/google-recommendations.ts'
import { isRefusedQuestion } from '#platform/google-ads/access-refusals.ts'
import { codesOf, GoogleAdsError } from '#platform/google-ads/errors.ts'
import { GOOGLE_RECOMMENDATIONS_QUERY } from '#platform/google-ads/queries.ts'
import { googleRecommendationRow } from '../rules/google-recommendation-rows.ts'
import { isForNextSync } from '../rules/sync-failures.ts'
import { todayIn } from '../rules/windows.ts'
import type { SyncRun } from './sync-run.ts'
import { replaceEntities } from './write-entities.ts'

/**
 * What Google itself recommends, at most once a day: one operation. A refusal of the question is kept as such
 * until tomorrow; where Google refuses or fails otherwise, or the day's operations are spent, the sync succeeds with what was known.
 */
export async function pullGoogleRecommendations(ctx: Context, run: SyncRun): Promise<void> {
  const { customerId, googleCustomerId, timeZone } = run.account
  const now = ctx.clock.now()
  const [last] = await ctx.db
    .select()
    .from(googleRecommendationPulls)
    .where(eq(googleRecommendationPulls.customerId, customerId))
  if (last && todayIn(timeZone, last.pulledAt) === todayIn(timeZone, now)) return
  await run.safePoint()
  try {
    const found = await run.ads.search(googleCustomerId, GOOGLE_RECOMMENDATIONS_QUERY)
    const rows = found.flatMap((row) => googleRecommendationRow(row) ?? [])
    await replaceEntities(ctx, customerId, googleRecommendations, rows)
    await notePull(ctx, customerId, null)
  } catch (error) {
    const isOfGoogle = error instanceof GoogleAdsError
    if (!isOfGoogle && !isForNextSync(error)) throw error
    ctx.log.warn({ err: error }, 'recommendations of Google: not read')
    if (isOfGoogle && isRefusedQuestion(error)) await notePull(ctx, customerId, codesOf(error))
  }
}

async function notePull(ctx: Context, customerId: number, problem: string | null): Promise<void> {
  const answer = { pulledAt: ctx.clock.now(), problem }
  await ctx.db
    .insert(googleRecommendationPulls)
    .values({ customerId, ...answer })
    .onConflictDoUpdate({ target: googleRecommendationPulls.customerId, set: answer })
}
