import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { may, type TeamRole } from '#shared/permissions.ts'

/** Whether a person may still change an account now: for what they asked for and a job does later. */
export async function mayStillEdit(
  ctx: Context,
  account: { userId: string; customerId: number },
  personId: string,
): Promise<boolean> {
  const role = await roleStillHeld(ctx, account, personId)
  return role !== null && may(role, 'edit')
}

/** What a person is to an account now; null where they do not see it, as where its owner's panel is closed, or they are shut out. */
export async function roleStillHeld(
  ctx: Context,
  { userId: ownerId, customerId }: { userId: string; customerId: number },
  personId: string,
): Promise<TeamRole | null> {
  const [owner] = await ctx.db
    .select({ isActive: users.isActive })
    .from(users)
    .where(eq(users.id, ownerId))
  if (!owner?.isActive) return null
  if (personId === ownerId) return 'owner'
  const [member] = await ctx.db
    .select({ role: teamMembers.role, accounts: teamMembers.accounts })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(
      and(
        eq(users.deactivatedManually, false),
        eq(teamMembers.ownerId, ownerId),
        eq(teamMembers.userId, personId),
        isNull(teamMembers.suspendedAt),
      ),
    )
  if (!member) return null
  return (member.accounts?.includes(customerId) ?? true) ? member.role : null
}
