import { and, eq, gt, isNull } from 'drizzle-orm'
import { membersInOrder } from '#account-data/team-seats.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { sessions, users } from '#platform/db/schema/access.ts'
import { accountErasures } from '#platform/db/schema/data-rights.ts'
import { teamInvitations, teamMembers } from '#platform/db/schema/teams.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { hashToken } from '#platform/secrets.ts'
import { AppError } from '#shared/app-error.ts'
import { mayGrant, seatsOf, type TeamRole } from '#shared/permissions.ts'
import { joinedLetter } from '../emails.ts'
import { teamNameText } from '../rules.ts'

const NOT_YOURS =
  'Esta invitación no es para tu correo, ha caducado o ya se ha usado. Pide que te la envíen otra vez.'

/** Throws 404 alike for an unknown invitation and one to another address. */
export async function readInvitation(ctx: CallerContext, token: string) {
  const { invitation, owner } = await findInvitation(ctx, token)
  return { ownerName: teamNameText(owner.name), role: invitation.role }
}

/**
 * The seat was taken when it was sent. What may have changed since is looked at again: who invited must still be allowed
 * to. Throws 404 as `readInvitation` does, and for the second of two calls at once.
 */
export async function acceptInvitation(ctx: CallerContext, token: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { invitation, owner, person } = await findInvitation(ctx, token)
    if (!mayGrant(await inviterRole(ctx, invitation), invitation.role))
      throw new AppError('not_found', NOT_YOURS)
    // Locked, so that the owner does not ask to be erased in the meantime.
    await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, owner.id)).for('update')
    const taken = await ctx.db
      .update(teamInvitations)
      .set({ acceptedAt: ctx.clock.now() })
      .where(and(eq(teamInvitations.id, invitation.id), isNull(teamInvitations.acceptedAt)))
      .returning({ id: teamInvitations.id })
    if (taken.length === 0) throw new AppError('not_found', NOT_YOURS)
    await refuseFull(ctx, owner)
    await refuseLeaving(ctx, owner.id)
    const { role, accounts, invitedBy } = invitation
    await ctx.db
      .insert(teamMembers)
      .values({
        ownerId: owner.id,
        userId: person.id,
        role,
        accounts,
        invitedBy,
        joinedAt: ctx.clock.now(),
      })
      .onConflictDoNothing()
    await workIn(ctx, owner.id)
    await enqueueMail(ctx, owner.email, joinedLetter(owner.name, person.email, role))
  })
}

/** A smaller plan since the invitation may have left no seat for it. */
async function refuseFull(ctx: Context, owner: typeof users.$inferSelect): Promise<void> {
  const members = await membersInOrder(ctx, owner.id)
  if (members.length < seatsOf(owner)) return
  throw new AppError('conflict', 'El plan de este equipo no tiene sitio libre ahora mismo.')
}

/** The team would hold up an erasure that its owner has been promised a day for. */
async function refuseLeaving(ctx: Context, ownerId: string): Promise<void> {
  const [leaving] = await ctx.db
    .select({ dueAt: accountErasures.dueAt })
    .from(accountErasures)
    .where(eq(accountErasures.userId, ownerId))
  if (leaving) throw new AppError('conflict', 'Este equipo no admite a nadie ahora mismo.')
}

async function findInvitation(ctx: CallerContext, token: string) {
  const [person] = await ctx.db.select().from(users).where(eq(users.id, ctx.caller.userId))
  const [found] = await ctx.db
    .select({ invitation: teamInvitations, owner: users })
    .from(teamInvitations)
    .innerJoin(users, eq(users.id, teamInvitations.userId))
    .where(
      and(
        eq(teamInvitations.tokenHash, hashToken(token)),
        isNull(teamInvitations.acceptedAt),
        gt(teamInvitations.expiresAt, ctx.clock.now()),
      ),
    )
  if (!found || !person || found.invitation.email !== person.email)
    throw new AppError('not_found', NOT_YOURS)
  return { ...found, person }
}

async function inviterRole(
  ctx: CallerContext,
  { userId: ownerId, invitedBy }: typeof teamInvitations.$inferSelect,
): Promise<TeamRole> {
  if (invitedBy === ownerId) return 'owner'
  const [member] = await ctx.db
    .select({ role: teamMembers.role })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(
      and(
        eq(teamMembers.ownerId, ownerId),
        eq(teamMembers.userId, invitedBy),
        eq(users.deactivatedManually, false),
      ),
    )
  return member?.role ?? 'client'
}

/** Throws 404 for a team the user is not in. */
export async function workIn(ctx: CallerContext, ownerId: string | null): Promise<void> {
  const { userId, sessionHash } = ctx.caller
  if (ownerId !== null) {
    const [member] = await ctx.db
      .select({ suspendedAt: teamMembers.suspendedAt })
      .from(teamMembers)
      .where(and(eq(teamMembers.ownerId, ownerId), eq(teamMembers.userId, userId)))
    if (!member) throw new AppError('not_found', 'No existe ese equipo.')
    if (member.suspendedAt)
      throw new AppError(
        'conflict',
        'El plan de este equipo no tiene sitio para ti ahora mismo. Quien es su dueño puede ampliarlo.',
      )
  }
  await ctx.db
    .update(sessions)
    .set({ actingFor: ownerId })
    .where(eq(sessions.tokenHash, sessionHash))
}
