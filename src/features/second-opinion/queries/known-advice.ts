import { and, eq } from 'drizzle-orm'
import { type Account, ownedAccount } from '#account-data/owned-account.ts'
import type { GoogleAdvice } from '#engine/second-opinion/advice.ts'
import type { CallerContext } from '#platform/context.ts'
import { googleRecommendations } from '#platform/db/schema/google-recommendations.ts'
import { AppError } from '#shared/app-error.ts'

type Row = typeof googleRecommendations.$inferSelect

/** One of Google's open recommendations of the caller's account. Throws not_found, for a stranger's as well. */
export async function knownAdvice(
  ctx: CallerContext,
  asked: { customerId: string; recommendationId: string },
): Promise<{ account: Account; advice: GoogleAdvice }> {
  const account = await ownedAccount(ctx, asked.customerId)
  const [row] = await ctx.db
    .select()
    .from(googleRecommendations)
    .where(
      and(
        eq(googleRecommendations.customerId, account.customerId),
        eq(googleRecommendations.recommendationId, asked.recommendationId),
        eq(googleRecommendations.dismissed, false),
      ),
    )
  if (!row)
    throw new AppError('not_found', 'Esa recomendación de Google ya no está en esta cuenta.')
  return { account, advice: toAdvice(row) }
}

export function toAdvice(row: Row): GoogleAdvice {
  return {
    id: row.recommendationId,
    type: row.type,
    campaignId: row.campaignId === null ? null : String(row.campaignId),
    campaignIds: row.campaignIds?.map(String) ?? [],
    adGroupId: row.adGroupId === null ? null : String(row.adGroupId),
    impact: row.impact,
    proposal: row.proposal,
  }
}
