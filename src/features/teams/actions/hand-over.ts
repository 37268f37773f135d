import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { lockSubscription } from '#account-data/erase-tenant.ts'
import { handOver } from '#account-data/hand-over.ts'
import { passOnEmail, syncBilling } from '#features/billing/contract/subscription.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { sessions, users } from '#platform/db/schema/access.ts'
import { auditLog } from '#platform/db/schema/product.ts'
import { teamHandovers, teamInvitations, teamMembers } from '#platform/db/schema/teams.ts'
import { morningMails } from '#platform/db/schema/watch.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { AppError } from '#shared/app-error.ts'
import {
  handedOverLetter,
  handoverAskedLetter,
  handoverOfferLetter,
  ownerNowLetter,
} from '../emails.ts'
import { readHeir } from '../queries/heir.ts'
import { obstacleToHandover, teamNameText } from '../rules.ts'

const LIFE_MS = 7 * 24 * 3_600_000
export const TEAM_TAB_PATH = '/dashboard/settings?tab=team'

const NO_OFFER = 'Ese traspaso ya no está abierto: se ha retirado, ha caducado o se ha hecho.'

type User = typeof users.$inferSelect

/** Nothing changes until the member says yes. Throws 404 for no member, 409 where it could not be taken. */
export async function offerHandover(
  ctx: CallerContext,
  { memberId, origin }: { memberId: string; origin: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { owner, heir } = await lockBoth(ctx, { from: ctx.caller.userId, to: memberId })
    await refuseObstacle(ctx, owner, heir)
    const offeredAt = ctx.clock.now()
    const offer = { heirId: heir.id, offeredAt, expiresAt: new Date(offeredAt.getTime() + LIFE_MS) }
    await ctx.db
      .insert(teamHandovers)
      .values({ userId: owner.id, ...offer })
      .onConflictDoUpdate({ target: teamHandovers.userId, set: offer })
    const url = origin + TEAM_TAB_PATH
    await enqueueMail(
      ctx,
      heir.email,
      handoverOfferLetter(heir.name, teamNameText(owner.name), url),
    )
    await enqueueMail(ctx, owner.email, handoverAskedLetter(owner.name, heir.email, url))
  })
}

/** By the owner, or by the one who was asked. */
export async function dropHandover(ctx: CallerContext, ownerId: string): Promise<void> {
  const { userId } = ctx.caller
  const dropped = await ctx.db
    .delete(teamHandovers)
    .where(
      and(
        eq(teamHandovers.userId, ownerId),
        ownerId === userId ? undefined : eq(teamHandovers.heirId, userId),
      ),
    )
    .returning({ userId: teamHandovers.userId })
  if (dropped.length === 0) throw new AppError('not_found', NO_OFFER)
}

/**
 * The caller becomes the owner, and who was it manages people. What could have changed since the offer is looked at
 * again; of two calls at once the second finds no offer.
 */
export async function acceptHandover(
  ctx: CallerContext,
  { ownerId, origin }: { ownerId: string; origin: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { owner, heir } = await lockBoth(ctx, { from: ownerId, to: ctx.caller.userId })
    const taken = await ctx.db
      .delete(teamHandovers)
      .where(
        and(
          eq(teamHandovers.userId, owner.id),
          eq(teamHandovers.heirId, heir.id),
          gt(teamHandovers.expiresAt, ctx.clock.now()),
        ),
      )
      .returning({ userId: teamHandovers.userId })
    if (taken.length === 0) throw new AppError('not_found', NO_OFFER)
    await refuseObstacle(ctx, owner, heir)
    const hasMorningMail = await wantsMorningMail(ctx, owner.id)
    await handOver(ctx, { from: owner.id, to: heir.id })
    await changePlaces(ctx, { from: owner.id, to: heir.id })
    await writeDown(ctx, owner, heir)
    const url = origin + TEAM_TAB_PATH
    await enqueueMail(
      ctx,
      heir.email,
      ownerNowLetter(heir.name, { before: owner.email, url, hasMorningMail }),
    )
    await enqueueMail(
      ctx,
      owner.email,
      handedOverLetter(owner.name, { heir: heir.email, hasMorningMail }),
    )
  })
}

async function wantsMorningMail(ctx: Context, userId: string): Promise<boolean> {
  const rows = await ctx.db
    .select({ userId: morningMails.userId })
    .from(morningMails)
    .where(eq(morningMails.userId, userId))
  return rows.length > 0
}

/** All rows in the order of their ids, so that two handovers crosswise do not wait for each other for ever. */
async function lockBoth(ctx: Context, { from, to }: { from: string; to: string }) {
  await lockSubscription(ctx, from, to)
  const both = await ctx.db
    .select()
    .from(users)
    .where(inArray(users.id, [from, to]))
    .orderBy(users.id)
    .for('update')
  const [member] = await ctx.db
    .select({ role: teamMembers.role })
    .from(teamMembers)
    .where(and(eq(teamMembers.ownerId, from), eq(teamMembers.userId, to)))
    .for('update')
  const owner = both.find(({ id }) => id === from)
  const heir = both.find(({ id }) => id === to)
  if (!owner || !heir || !member)
    throw new AppError('not_found', 'No existe esa persona en el equipo.')
  return { owner, heir: { ...heir, memberRole: member.role } }
}

async function refuseObstacle(
  ctx: Context,
  owner: User,
  heir: Awaited<ReturnType<typeof lockBoth>>['heir'],
): Promise<void> {
  const obstacle = obstacleToHandover(owner, await readHeir(ctx, heir))
  if (obstacle) throw new AppError('conflict', obstacle)
}

/** The old owner takes a seat as one who manages; all others stay what they were, in the new owner's team. */
async function changePlaces(
  ctx: Context,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const [left] = await ctx.db
    .delete(teamMembers)
    .where(and(eq(teamMembers.ownerId, from), eq(teamMembers.userId, to)))
    .returning({ joinedAt: teamMembers.joinedAt })
  await ctx.db.update(teamMembers).set({ ownerId: to }).where(eq(teamMembers.ownerId, from))
  await ctx.db.insert(teamMembers).values({
    ownerId: to,
    userId: from,
    role: 'manager',
    accounts: null,
    // In the seat that the new owner leaves, and at its place in their order.
    joinedAt: left?.joinedAt ?? ctx.clock.now(),
    invitedBy: to,
  })
  await ctx.db.update(teamInvitations).set({ userId: to }).where(eq(teamInvitations.userId, from))
  // An owner's word went further than a manager's goes: it is the new owner's now.
  await ctx.db
    .update(teamInvitations)
    .set({ invitedBy: to })
    .where(and(eq(teamInvitations.userId, to), eq(teamInvitations.invitedBy, from)))
  await ctx.db.update(sessions).set({ actingFor: to }).where(eq(sessions.actingFor, from))
  await ctx.db
    .update(sessions)
    .set({ actingFor: null })
    .where(and(eq(sessions.userId, to), eq(sessions.actingFor, to)))
  await ctx.db
    .update(sessions)
    .set({ actingFor: to })
    .where(and(eq(sessions.userId, from), isNull(sessions.actingFor)))
}

/** In the log that administrators read, and for Stripe, whose customer has another address now. */
async function writeDown(ctx: Context, owner: User, heir: User): Promise<void> {
  await ctx.db.insert(auditLog).values({
    at: ctx.clock.now(),
    action: 'hand_over_team',
    actorId: owner.id,
    actorEmail: owner.email,
    targetId: heir.id,
    targetEmail: heir.email,
    changes: { owner: { before: owner.email, after: heir.email } },
  })
  const since = ctx.clock.now().toISOString()
  await enqueue(ctx, passOnEmail, { userId: heir.id })
  await enqueue(ctx, syncBilling, { userId: heir.id, since })
}
