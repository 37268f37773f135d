import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { changedCampaigns } from '#account-data/changed-campaigns.ts'
import type { Account } from '#account-data/owned-account.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { dayInZone } from '#shared/dates.ts'
import { MEASURED } from '../rules/change-state.ts'
import { isElsewhere } from '../rules/effect-place.ts'
import type { StillMeasured } from '../rules/promise-texts.ts'
import { readOwnResources, resourcesOf } from './own-resources.ts'

/** Older ones are not named. */
const MOST_READ = 50

/** Cards applied before today that are still being measured where another would act: it would be in their figures. */
export async function readStillMeasured(
  ctx: Context,
  account: Account,
  { body, campaignIds }: { body: Analysed; campaignIds: readonly string[] },
): Promise<StillMeasured> {
  const { appliedAt, customerId, measureAfter, measured, state } = recommendationApplications
  const open = await ctx.db
    .select()
    .from(recommendationApplications)
    .where(
      and(
        eq(customerId, account.customerId),
        inArray(state, [...MEASURED]),
        isNotNull(measureAfter),
        or(isNull(measured), isNotNull(sql`${measured} #>> '{looks,next,on}'`)),
      ),
    )
    .orderBy(desc(appliedAt), recommendationApplications.id)
    .limit(MOST_READ)
  const today = dayInZone(ctx.clock.now(), account.timeZone)
  const wanted = new Set(resourcesOf(body, account.googleCustomerId))
  const found: StillMeasured = { again: [], beside: [] }
  for (const one of open) {
    // Those of today are measured with it as one.
    if (dayInZone(one.appliedAt, account.timeZone) === today) continue
    const other = one.body as Analysed
    const changed = await changedCampaigns(ctx, account.customerId, [other])
    if (!changed.some((id) => campaignIds.includes(id)) || isElsewhere(other, body)) continue
    const own = await readOwnResources(ctx, account, one)
    const isAgain = own.some((name) => wanted.has(name))
    found[isAgain ? 'again' : 'beside'].push(other.title)
  }
  return found
}
