import { and, eq } from 'drizzle-orm'
import { leaveReports } from '#account-data/leave-reports.ts'
import { endAllMadeBy } from '#account-data/made-by.ts'
import { fitSeats } from '#account-data/team-seats.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { teamHandovers, teamInvitations, teamMembers } from '#platform/db/schema/teams.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { AppError } from '#shared/app-error.ts'
import { type MemberRole, may, mayGrant } from '#shared/permissions.ts'
import { endedLetter, removedLetter } from '../emails.ts'
import { roleOf } from '../queries/team.ts'
import { teamNameText } from '../rules.ts'
import { accountsOf } from './invite.ts'

/** Holds from the member's next request on. Throws 403 for roles beyond the caller's, 409 for the owner. */
export async function changeMember(
  ctx: CallerContext,
  input: { memberId: string; role: MemberRole; accountIds?: string[] | undefined },
): Promise<void> {
  const accounts = await accountsOf(ctx, input)
  await inTransaction(ctx, async (ctx) => {
    const before = await lockMember(ctx, input.memberId)
    await ctx.db
      .update(teamMembers)
      .set({ role: input.role, accounts })
      .where(ofTeam(ctx.caller.userId, input.memberId))
    // A client who was one before may have been given the reports by the owner.
    const seesLess = may(before, 'see_all') && !may(input.role, 'see_all')
    if (may(input.role, 'connect')) return
    await endWhatTheyMade(ctx, ctx.caller.userId, input.memberId, seesLess)
  })
}

/** Removes also the invitations they sent, and ends what they made: none comes in on the word of one who is out. */
export async function removeMember(ctx: CallerContext, memberId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockMember(ctx, memberId)
    await takeOut(ctx, ctx.caller.userId, memberId)
  })
}

/** Throws 409 for an owner, whose the accounts and the subscription are. */
export async function leaveTeam(ctx: CallerContext, ownerId: string): Promise<void> {
  const { userId } = ctx.caller
  if (ownerId === userId) throw ownerStays()
  await inTransaction(ctx, async (ctx) => {
    const left = await takeOut(ctx, ownerId, userId)
    if (!left) throw new AppError('not_found', 'No existe ese equipo.')
  })
}

async function lockMember(ctx: CallerContext, memberId: string): Promise<MemberRole> {
  if (memberId === ctx.caller.userId) throw ownerStays()
  const [member] = await ctx.db
    .select({ role: teamMembers.role })
    .from(teamMembers)
    .where(ofTeam(ctx.caller.userId, memberId))
    .for('update')
  if (!member) throw new AppError('not_found', 'No existe esa persona en el equipo.')
  if (!mayGrant(roleOf(ctx), member.role))
    throw new AppError('forbidden', 'Solo quien es dueño del equipo puede hacer eso.')
  return member.role
}

async function takeOut(ctx: Context, ownerId: string, memberId: string): Promise<boolean> {
  const gone = await ctx.db
    .delete(teamMembers)
    .where(ofTeam(ownerId, memberId))
    .returning({ userId: teamMembers.userId })
  if (gone.length === 0) return false
  await endWhatTheyMade(ctx, ownerId, memberId, true)
  await ctx.db
    .delete(teamInvitations)
    .where(and(eq(teamInvitations.userId, ownerId), eq(teamInvitations.invitedBy, memberId)))
  await ctx.db
    .delete(teamHandovers)
    .where(and(eq(teamHandovers.userId, ownerId), eq(teamHandovers.heirId, memberId)))
  const people = await ctx.db.select().from(users).where(eq(users.id, memberId))
  const [owner] = await ctx.db.select().from(users).where(eq(users.id, ownerId))
  // Their seat is free: who waited for one works again.
  await fitSeats(ctx, { ownerId, plan: owner?.plan ?? null })
  for (const { email, name } of people)
    await enqueueMail(ctx, email, removedLetter(name, teamNameText(owner?.name ?? '')))
  return true
}

/** The owner is told what stops with it: sheets and programs of the house may read by them; and what of the reports goes on. */
async function endWhatTheyMade(
  ctx: Context,
  ownerId: string,
  personId: string,
  seesLess: boolean,
): Promise<void> {
  const ended = {
    ...(await endAllMadeBy(ctx, { ownerId, personId })),
    ...(seesLess && (await leaveReports(ctx, { ownerId, personId }))),
  }
  if (Object.values(ended).flat().length === 0) return
  const [owner] = await ctx.db.select().from(users).where(eq(users.id, ownerId))
  const [maker] = await ctx.db.select().from(users).where(eq(users.id, personId))
  if (owner) await enqueueMail(ctx, owner.email, endedLetter(owner.name, maker?.name ?? '', ended))
}

const ofTeam = (ownerId: string, memberId: string) =>
  and(eq(teamMembers.ownerId, ownerId), eq(teamMembers.userId, memberId))

function ownerStays(): AppError {
  return new AppError(
    'conflict',
    'Quien es dueño del equipo no puede dejarlo ni cambiar de papel, porque las cuentas y la suscripción son suyas: antes tiene que traspasarlo a otra persona.',
  )
}
