import { and, asc, count, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { SEATS } from '#shared/permissions.ts'
import type { PlanId } from '#shared/plans.ts'

export type SeatedMember = { userId: string; name: string; email: string; suspendedAt: Date | null }

/** Those who joined first come first: the seats of a plan are theirs. */
export async function membersInOrder(ctx: Context, ownerId: string): Promise<SeatedMember[]> {
  return await ctx.db
    .select({
      userId: teamMembers.userId,
      name: users.name,
      email: users.email,
      suspendedAt: teamMembers.suspendedAt,
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(eq(teamMembers.ownerId, ownerId))
    .orderBy(asc(teamMembers.joinedAt), asc(teamMembers.userId))
}

/** Whose access would end with the owner: while there are any, the owner is not erased. */
export async function countMembers(ctx: Context, ownerId: string): Promise<number> {
  const [team] = await ctx.db
    .select({ people: count() })
    .from(teamMembers)
    .where(eq(teamMembers.ownerId, ownerId))
  return team?.people ?? 0
}

/** Who of a team has no seat in a plan. */
export function withoutSeat(members: readonly SeatedMember[], plan: PlanId): SeatedMember[] {
  return members.slice(SEATS[plan])
}

/**
 * Suspends whom the plan has no seat for and lets the others work again; answers who has just been suspended. Without a
 * plan Básico's seats, which an access given by hand has, are filled again, and none of those who work is suspended.
 */
export async function fitSeats(
  ctx: Context,
  { ownerId, plan }: { ownerId: string; plan: PlanId | null },
): Promise<SeatedMember[]> {
  const members = await membersInOrder(ctx, ownerId)
  const out = withoutSeat(members, plan ?? 'basic')
  const suspended = plan ? out.filter(({ suspendedAt }) => suspendedAt === null) : []
  const back = members.filter((one) => one.suspendedAt !== null && !out.includes(one))
  for (const { userId } of suspended) await suspend(ctx, ownerId, userId, ctx.clock.now())
  for (const { userId } of back) await suspend(ctx, ownerId, userId, null)
  return suspended
}

async function suspend(
  ctx: Context,
  ownerId: string,
  userId: string,
  suspendedAt: Date | null,
): Promise<void> {
  await ctx.db
    .update(teamMembers)
    .set({ suspendedAt })
    .where(and(eq(teamMembers.ownerId, ownerId), eq(teamMembers.userId, userId)))
}
