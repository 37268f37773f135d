import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'
import { may } from '#shared/permissions.ts'

/** Whether a person may still change an account now: for what they asked for and a job does later. */
export async function mayStillEdit(
  ctx: Context,
  { userId: ownerId, customerId }: { userId: string; customerId: number },
  personId: string,
): Promise<boolean> {
  const [owner] = await ctx.db
    .select({ isActive: users.isActive })
    .from(users)
    .where(eq(users.id, ownerId))
  if (!owner?.isActive) return false
  if (personId === ownerId) return true
  const [member] = await ctx.db
    .select({ role: teamMembers.role, accounts: teamMembers.accounts })
    .from(teamMembers)
    .where(
      and(
        eq(teamMembers.ownerId, ownerId),
        eq(teamMembers.userId, personId),
        isNull(teamMembers.suspendedAt),
      ),
    )
  if (!member || !may(member.role, 'edit')) return false
  return member.accounts?.includes(customerId) ?? true
}
