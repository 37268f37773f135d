import { randomUUID } from 'node:crypto'
import { and, eq, isNull, lt, or, type SQL } from 'drizzle-orm'
import { ownedCustomerIds } from '#account-data/owned-account.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { teamInvitations, teamMembers } from '#platform/db/schema/teams.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { normaliseEmail } from '#platform/email-address.ts'
import { dropMails, enqueueMail } from '#platform/mail/send-mail.ts'
import { hashToken, newToken } from '#platform/secrets.ts'
import { personOf } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import { type MemberRole, mayGrant } from '#shared/permissions.ts'
import { JOIN_PATH } from '../contract.ts'
import { invitationLetter } from '../emails.ts'
import { countSeats, roleOf } from '../queries/team.ts'
import { mailKeyOf, teamNameText } from '../rules.ts'

const LIFE_MS = 7 * 24 * 3_600_000

type Asked = { role: MemberRole; accountIds?: string[] | undefined }

/**
 * Answers alike whether the address has an account. The owner's row is locked, so that of two invitations at once the
 * last seat goes to one. Throws 403 for a role beyond the inviter's, 409 without a free seat.
 */
export async function invite(
  ctx: CallerContext,
  { origin, ...asked }: Asked & { email: string; origin: string },
): Promise<void> {
  const email = normaliseEmail(asked.email)
  const accounts = await accountsOf(ctx, asked)
  const ownerId = ctx.caller.userId
  await inTransaction(ctx, async (ctx) => {
    const [owner] = await ctx.db.select().from(users).where(eq(users.id, ownerId)).for('update')
    await refuseMember(ctx, owner!, email)
    const ofPerson = eq(teamInvitations.email, email)
    const isOver = lt(teamInvitations.expiresAt, ctx.clock.now())
    // Sending again makes another link, and the older one is none any more.
    await drop(ctx, and(eq(teamInvitations.userId, ownerId), or(ofPerson, isOver)))
    const { used, of } = await countSeats(ctx, ownerId)
    if (used >= of)
      throw new AppError(
        'conflict',
        `Tu plan incluye ${of} personas además de ti, y ya las tienes.`,
      )
    const [id, token] = [randomUUID(), newToken()]
    const now = ctx.clock.now()
    await ctx.db.insert(teamInvitations).values({
      userId: ownerId,
      id,
      email,
      role: asked.role,
      accounts,
      tokenHash: hashToken(token),
      invitedBy: personOf(ctx.caller),
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFE_MS),
    })
    const url = `${origin}${JOIN_PATH}#${token}`
    const letter = invitationLetter(teamNameText(owner!.name), asked.role, url)
    await enqueueMail(ctx, email, letter, mailKeyOf(id))
  })
}

/** The accounts a client is to see. Throws 400 for a client without any, 403 for a role beyond the giver's. */
export async function accountsOf(
  ctx: CallerContext,
  { role, accountIds }: Asked,
): Promise<number[] | null> {
  if (!mayGrant(roleOf(ctx), role))
    throw new AppError('forbidden', 'Ese papel solo lo puede dar quien es dueño del equipo.')
  if (role !== 'client') return null
  if (!accountIds?.length) {
    const text = 'Elige qué cuentas verá.'
    throw new AppError('invalid', text, { fields: { accountIds: text } })
  }
  return await ownedCustomerIds(ctx, accountIds)
}

async function refuseMember(
  ctx: CallerContext,
  owner: typeof users.$inferSelect,
  email: string,
): Promise<void> {
  const [member] = await ctx.db
    .select({ id: users.id })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(eq(teamMembers.ownerId, owner.id), eq(users.email, email)))
  if (member || owner.email === email)
    throw new AppError('conflict', 'Esa persona ya está en el equipo.')
}

export async function revokeInvitation(ctx: CallerContext, invitationId: string): Promise<void> {
  const isOpen = and(
    eq(teamInvitations.userId, ctx.caller.userId),
    eq(teamInvitations.id, invitationId),
    isNull(teamInvitations.acceptedAt),
  )
  const revoked = await inTransaction(ctx, (ctx) => drop(ctx, isOpen))
  if (revoked === 0) throw new AppError('not_found', 'No existe esa invitación.')
}

/** With letters that have not gone out; says how many there were. */
async function drop(ctx: Context, which: SQL | undefined): Promise<number> {
  const dropped = await ctx.db
    .delete(teamInvitations)
    .where(which)
    .returning({ id: teamInvitations.id })
  await dropMails(
    ctx,
    dropped.map(({ id }) => mailKeyOf(id)),
  )
  return dropped.length
}
