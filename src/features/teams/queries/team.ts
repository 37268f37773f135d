import { and, asc, count, eq, gt, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { accountsOfCaller } from '#account-data/owned-account.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { adAccounts, users } from '#platform/db/schema/access.ts'
import { teamHandovers, teamInvitations, teamMembers } from '#platform/db/schema/teams.ts'
import { unsentMails } from '#platform/mail/send-mail.ts'
import { AppError } from '#shared/app-error.ts'
import { may, seatsOf, type TeamRole } from '#shared/permissions.ts'
import type { Member, Team } from '../contract.ts'
import { mailKeyOf } from '../rules.ts'

export function roleOf({ caller }: CallerContext): TeamRole {
  return caller.personId ? (caller.team?.role ?? 'client') : 'owner'
}

/** Addresses that were asked are shown to those who may take them back. */
export async function getTeam(ctx: CallerContext): Promise<Team> {
  const ownerId = ctx.caller.userId
  const [owner] = await ctx.db.select().from(users).where(eq(users.id, ownerId))
  const members = await readMembers(ctx, ownerId)
  const invitations = may(roleOf(ctx), 'people') ? await openInvitations(ctx, ownerId) : []
  const unsent = await unsentMails(
    ctx,
    invitations.map(({ id }) => mailKeyOf(id)),
  )
  return {
    members: [
      {
        id: ownerId,
        name: owner!.name,
        email: owner!.email,
        role: 'owner',
        accounts: null,
        isSuspended: false,
      },
      ...members,
    ],
    invitations: invitations.map(({ expiresAt, ...one }) => ({
      ...one,
      expiresAt: expiresAt.toISOString(),
      mail: unsent.get(mailKeyOf(one.id)) ?? ('sent' as const),
    })),
    seats: await countSeats(ctx, ownerId),
    handover: may(roleOf(ctx), 'money') ? await openHandover(ctx, ownerId) : null,
  }
}

async function openHandover(ctx: Context, ownerId: string): Promise<Team['handover']> {
  const [offer] = await ctx.db
    .select()
    .from(teamHandovers)
    .where(and(eq(teamHandovers.userId, ownerId), gt(teamHandovers.expiresAt, ctx.clock.now())))
  return offer ? { memberId: offer.heirId, expiresAt: offer.expiresAt.toISOString() } : null
}

async function readMembers(ctx: Context, ownerId: string): Promise<Member[]> {
  const rows = await ctx.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: teamMembers.role,
      accounts: teamMembers.accounts,
      isSuspended: isNotNull(teamMembers.suspendedAt).mapWith(Boolean),
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(eq(teamMembers.ownerId, ownerId))
    .orderBy(asc(teamMembers.joinedAt))
  const wanted = rows.flatMap(({ accounts }) => accounts ?? [])
  const named = await ctx.db
    .select({ customerId: adAccounts.customerId, name: adAccounts.name })
    .from(adAccounts)
    .where(and(eq(adAccounts.userId, ownerId), inArray(adAccounts.customerId, wanted)))
  const names = new Map(named.map(({ customerId, name }) => [customerId, name]))
  return rows.map((row) => ({
    ...row,
    accounts: row.accounts?.flatMap((customerId) => names.get(customerId) ?? []) ?? null,
  }))
}

/** The owner is no seat; who was asked and has not answered has one. */
export async function countSeats(ctx: Context, ownerId: string) {
  const [owner] = await ctx.db
    .select({ isActive: users.isActive, plan: users.plan })
    .from(users)
    .where(eq(users.id, ownerId))
  const [row] = await ctx.db
    .select({ members: count() })
    .from(teamMembers)
    .where(eq(teamMembers.ownerId, ownerId))
  const open = await openInvitations(ctx, ownerId)
  return {
    used: (row?.members ?? 0) + open.length,
    of: owner ? seatsOf(owner) : 0,
  }
}

function openInvitations(ctx: Context, ownerId: string) {
  return ctx.db
    .select({
      id: teamInvitations.id,
      email: teamInvitations.email,
      role: teamInvitations.role,
      expiresAt: teamInvitations.expiresAt,
    })
    .from(teamInvitations)
    .where(isOpen(ctx, ownerId))
    .orderBy(asc(teamInvitations.createdAt))
}

function isOpen(ctx: Context, ownerId: string): SQL | undefined {
  return and(
    eq(teamInvitations.userId, ownerId),
    isNull(teamInvitations.acceptedAt),
    gt(teamInvitations.expiresAt, ctx.clock.now()),
  )
}

/** As it was asked for, to be sent again. Throws 404 where it is none of theirs, taken or out of time. */
export async function openInvitation(ctx: CallerContext, invitationId: string) {
  const [open] = await ctx.db
    .select()
    .from(teamInvitations)
    .where(and(isOpen(ctx, ctx.caller.userId), eq(teamInvitations.id, invitationId)))
  if (!open) throw new AppError('not_found', 'No existe esa invitación.')
  const { email, role, accounts } = open
  if (!accounts) return { email, role }
  const left = await ctx.db
    .select({ id: adAccounts.googleCustomerId })
    .from(adAccounts)
    .where(and(accountsOfCaller(ctx), inArray(adAccounts.customerId, accounts)))
  return { email, role, accountIds: left.map(({ id }) => id) }
}

export async function listMemberships(ctx: CallerContext) {
  const rows = await ctx.db
    .select({
      ownerId: users.id,
      ownerName: users.name,
      role: teamMembers.role,
      isSuspended: isNotNull(teamMembers.suspendedAt).mapWith(Boolean),
      offeredUntil: teamHandovers.expiresAt,
    })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.ownerId))
    .leftJoin(
      teamHandovers,
      and(
        eq(teamHandovers.userId, teamMembers.ownerId),
        eq(teamHandovers.heirId, teamMembers.userId),
        gt(teamHandovers.expiresAt, ctx.clock.now()),
      ),
    )
    .where(eq(teamMembers.userId, ctx.caller.userId))
    .orderBy(asc(teamMembers.joinedAt))
  return rows.map(({ offeredUntil, ...row }) => ({
    ...row,
    isCurrent: row.ownerId === ctx.caller.team?.ownerId,
    offeredUntil: offeredUntil?.toISOString() ?? null,
  }))
}
