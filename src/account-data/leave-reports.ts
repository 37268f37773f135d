import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { reportRecipients, reportSchedules } from '#platform/db/schema/reports.ts'
import { teamMembers } from '#platform/db/schema/teams.ts'

/** Addresses and schedules' names. */
export type LeftReports = { taken: string[]; addresses: string[]; schedules: string[] }

/**
 * Takes a person's own address out of an owner's reports: who is out of the team would go on getting the accounts by mail. What else they
 * added stays, for others wait for it, and is answered for the owner to judge. In the caller's transaction.
 */
export async function leaveReports(
  ctx: Context,
  { ownerId, personId }: { ownerId: string; personId: string },
): Promise<LeftReports> {
  const own = await ctx.db
    .delete(reportRecipients)
    .where(
      and(
        eq(reportRecipients.userId, ownerId),
        sql`${reportRecipients.email} = (select email from ${users} where id = ${personId})`,
      ),
    )
    .returning({ id: reportRecipients.id, email: reportRecipients.email })
  for (const { id } of own)
    await ctx.db
      .update(reportSchedules)
      .set({ recipients: sql`${reportSchedules.recipients} - ${id}::text` })
      .where(eq(reportSchedules.userId, ownerId))
  const addresses = await ctx.db
    .select({ email: reportRecipients.email })
    .from(reportRecipients)
    .where(
      and(
        eq(reportRecipients.userId, ownerId),
        eq(reportRecipients.createdBy, personId),
        isNull(reportRecipients.unsubscribedAt),
      ),
    )
  const schedules = await ctx.db
    .select({ name: reportSchedules.name })
    .from(reportSchedules)
    .where(and(eq(reportSchedules.userId, ownerId), eq(reportSchedules.createdBy, personId)))
  return {
    taken: own.map(({ email }) => email),
    addresses: addresses.map(({ email }) => email),
    schedules: schedules.map(({ name }) => name),
  }
}

/** The same in every team, of a person who is erased. */
export async function leaveAllReports(ctx: Context, personId: string): Promise<void> {
  const teams = await ctx.db
    .select({ ownerId: teamMembers.ownerId })
    .from(teamMembers)
    .where(eq(teamMembers.userId, personId))
  for (const { ownerId } of teams) await leaveReports(ctx, { ownerId, personId })
}
