import { count, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { adAccounts, type users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { accountErasures } from '#platform/db/schema/data-rights.ts'
import { teamInvitations, teamMembers } from '#platform/db/schema/teams.ts'
import type { MemberRole } from '#shared/permissions.ts'
import type { Heir } from '../rules.ts'

const ENDED = ['canceled', 'incomplete_expired']

/** What a member has of their own that could not be joined with a team. */
export async function readHeir(
  ctx: Context,
  user: typeof users.$inferSelect & { memberRole: MemberRole },
): Promise<Heir> {
  const [billing] = await ctx.db
    .select({ status: billingAccounts.status, page: billingAccounts.checkoutSessionId })
    .from(billingAccounts)
    .where(eq(billingAccounts.userId, user.id))
  const [accounts] = await ctx.db
    .select({ own: count() })
    .from(adAccounts)
    .where(eq(adAccounts.userId, user.id))
  const [members] = await ctx.db
    .select({ own: count() })
    .from(teamMembers)
    .where(eq(teamMembers.ownerId, user.id))
  const [invited] = await ctx.db
    .select({ own: count() })
    .from(teamInvitations)
    .where(eq(teamInvitations.userId, user.id))
  const [leaving] = await ctx.db
    .select({ dueAt: accountErasures.dueAt })
    .from(accountErasures)
    .where(eq(accountErasures.userId, user.id))
  const status = billing?.status ?? null
  return {
    role: user.memberRole,
    isAdministrator: user.role === 'admin',
    isBarred: user.deactivatedManually,
    isSubscribed: user.isActive || (status !== null && !ENDED.includes(status)),
    isPaying: (billing?.page ?? null) !== null,
    accounts: accounts?.own ?? 0,
    people: (members?.own ?? 0) + (invited?.own ?? 0),
    isLeaving: leaving !== undefined,
  }
}
