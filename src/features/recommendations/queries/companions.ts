import { and, between, eq, inArray, isNull, ne } from 'drizzle-orm'
import { changedCampaigns } from '#account-data/changed-campaigns.ts'
import type { Account } from '#account-data/owned-account.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { addDays, type Day, dayInZone } from '#shared/dates.ts'
import { MEASURED } from '../rules/change-state.ts'
import type { Application } from './applications.ts'

/**
 * Other cards that were applied whole on the same day to some of the same campaigns, oldest first: what is seen there is what all of them
 * did, and can be told of all of them alone.
 */
export async function readCompanions(
  ctx: Context,
  { customerId, timeZone }: Account,
  { id, appliedOn, campaignIds }: { id: string; appliedOn: Day; campaignIds: readonly string[] },
): Promise<Application[]> {
  const { appliedAt, state, halves, experiment } = recommendationApplications
  const [from, to] = [addDays(appliedOn, -1), addDays(appliedOn, 2)].map(
    (day) => new Date(`${day}T00:00:00Z`),
  )
  const near = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(
      and(
        eq(recommendationApplications.customerId, customerId),
        ne(recommendationApplications.id, id),
        inArray(state, [...MEASURED]),
        between(appliedAt, from!, to!),
        isNull(halves),
        isNull(experiment),
      ),
    )
    .orderBy(appliedAt, recommendationApplications.id)
  const companions: Application[] = []
  for (const one of near) {
    if (dayInZone(one.appliedAt, timeZone) !== appliedOn) continue
    const changed = await changedCampaigns(ctx, customerId, [one.body as Analysed])
    if (changed.some((campaignId) => campaignIds.includes(campaignId))) companions.push(one)
  }
  return companions
}
