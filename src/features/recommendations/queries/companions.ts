import { and, between, eq, inArray, ne } from 'drizzle-orm'
import { changedCampaigns } from '#account-data/changed-campaigns.ts'
import type { EffectPlace } from '#account-data/effect-evidence.ts'
import type { Account } from '#account-data/owned-account.ts'
import type { EffectWindows } from '#engine/effect/effect-windows.ts'
import type { Recommendation as Analysed } from '#engine/findings/recommendation.ts'
import type { Context } from '#platform/context.ts'
import { recommendationApplications } from '#platform/db/schema/recommendations.ts'
import { EXPERIMENT } from '#shared/applied-experiment.ts'
import { addDays, type Day, type DayRange, dayInZone } from '#shared/dates.ts'
import { MEASURED } from '../rules/change-state.ts'
import { isElsewhere } from '../rules/effect-place.ts'
import type { Application } from './applications.ts'

type Named = { id: string; appliedOn: Day } & EffectPlace

/**
 * Other cards that were applied whole on the same day to some of the same campaigns, oldest first: what is seen there is what all of them
 * did, and can be told of all of them alone. Not those of another ad group, which is none of what is seen.
 */
export async function readCompanions(
  ctx: Context,
  account: Account,
  { appliedOn, ...place }: Named,
): Promise<Application[]> {
  const all = await cardsBetween(ctx, account, place, { from: appliedOn, to: appliedOn })
  return all.filter(
    ({ halves, experiment, body }) =>
      halves === null && experiment === null && !isElsewhere(body as Analysed, place),
  )
}

/** Titles of those of other days of its windows: each is judged by itself, with what the others did in its figures. */
export async function readBesideTitles(
  ctx: Context,
  account: Account,
  { id, appliedAt, body }: Application,
  { campaignIds, windows }: { campaignIds: readonly string[]; windows: EffectWindows },
): Promise<string[]> {
  const dayOf = (at: Date) => dayInZone(at, account.timeZone)
  const days = { from: windows.before.from, to: windows.after.to }
  const all = await cardsBetween(ctx, account, { id, campaignIds }, days)
  return all.flatMap((one) => {
    const other = one.body as Analysed
    const { experimentState: trial } = one
    const isThere = trial === null || trial === EXPERIMENT.promoted
    const isBeside = isThere && dayOf(one.appliedAt) !== dayOf(appliedAt)
    return isBeside && !isElsewhere(other, body as Analysed) ? [other.title] : []
  })
}

/** Applied to some of its campaigns and in force, oldest first. */
async function cardsBetween(
  ctx: Context,
  { customerId, timeZone }: Account,
  { id, campaignIds }: Pick<Named, 'id' | 'campaignIds'>,
  days: DayRange,
): Promise<Application[]> {
  const { appliedAt, state } = recommendationApplications
  const [from, to] = [addDays(days.from, -1), addDays(days.to, 2)].map(
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
      ),
    )
    .orderBy(appliedAt, recommendationApplications.id)
  const found: Application[] = []
  for (const one of near) {
    const appliedOn = dayInZone(one.appliedAt, timeZone)
    if (appliedOn < days.from || appliedOn > days.to) continue
    const changed = await changedCampaigns(ctx, customerId, [one.body as Analysed])
    if (changed.some((campaignId) => campaignIds.includes(campaignId))) found.push(one)
  }
  return found
}
