import { and, asc, eq, lt, lte } from 'drizzle-orm'
import { deleteUserForGood, lockSubscription } from '#account-data/erase-tenant.ts'
import { countMembers } from '#account-data/team-seats.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { users, visits } from '#platform/db/schema/access.ts'
import { llmCalls } from '#platform/db/schema/assistant.ts'
import { accountErasures } from '#platform/db/schema/data-rights.ts'
import { auditLog } from '#platform/db/schema/product.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { eachApart } from '#platform/each-apart.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { passwordMatches } from '#platform/passwords.ts'
import { productSettings } from '#platform/product-settings.ts'
import { requireConfirmed } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import { longDay, plural } from '#shared/spanish-numbers.ts'
import { COPY_SCREEN_PATH } from '../contract.ts'
import { erasedLetter, erasureAskedLetter, erasureHeldLetter } from '../emails.ts'
import { DAY_MS, REFLECTION_DAYS } from '../rules.ts'

/** Asking again changes nothing. Throws 400 for a wrong password, 409 for the last administrator and the owner of a team. */
export async function askErasure(
  ctx: CallerContext,
  { password, origin }: { password: string; origin: string },
): Promise<void> {
  const { userId } = ctx.caller
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (!user || !(await passwordMatches(user.passwordHash, password))) {
    const text = 'La contraseña no es correcta.'
    throw new AppError('invalid', text, { fields: { password: text } })
  }
  // The password alone does not open such an account, so it does not end it either.
  if (user.secondFactorSince) requireConfirmed(ctx)
  await inTransaction(ctx, async (ctx) => {
    if (await isLastAdministrator(ctx, userId))
      throw new AppError(
        'conflict',
        'Eres el último administrador activo: nombra a otro antes de eliminar tu cuenta.',
      )
    // Locked, so that none joins in the meantime.
    await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    await refuseTeamOwner(ctx, userId)
    const askedAt = ctx.clock.now()
    const dueAt = new Date(askedAt.getTime() + REFLECTION_DAYS * DAY_MS)
    const asked = await ctx.db
      .insert(accountErasures)
      .values({ userId, askedAt, dueAt })
      .onConflictDoNothing()
      .returning({ userId: accountErasures.userId })
    if (asked.length === 0) return
    const day = longDay(dueAt.toISOString().slice(0, 10))
    const letter = erasureAskedLetter(user.name, day, `${origin}${COPY_SCREEN_PATH}`)
    await enqueueMail(ctx, user.email, letter)
  })
}

export async function takeBackErasure(ctx: CallerContext): Promise<void> {
  await ctx.db.delete(accountErasures).where(eq(accountErasures.userId, ctx.caller.userId))
}

/**
 * Each in a transaction of its own, on a row that is locked: taken back at the last moment, it stays. What holds one up
 * is told, and it is done as soon as that is gone.
 */
export async function eraseDueUsers(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const due = await ctx.db
    .select({ userId: accountErasures.userId })
    .from(accountErasures)
    .where(lte(accountErasures.dueAt, now))
    .orderBy(asc(accountErasures.dueAt))
  await eachApart(due, ({ userId }) =>
    inTransaction(ctx, async (ctx) => {
      const [asked] = await ctx.db
        .select()
        .from(accountErasures)
        .where(and(eq(accountErasures.userId, userId), lte(accountErasures.dueAt, now)))
        .for('update')
      if (!asked) return
      await lockSubscription(ctx, userId)
      const isLast = await isLastAdministrator(ctx, userId)
      const [user] = await ctx.db.select().from(users).where(eq(users.id, userId)).for('update')
      if (isLast) return await hold(ctx, asked, 'administration')
      // Such a team takes no members; where it has some all the same, they come first.
      if ((await countMembers(ctx, userId)) > 0) return await hold(ctx, asked, 'team')
      await deleteUserForGood(ctx, userId, { by: 'user', at: asked.askedAt })
      if (user) await enqueueMail(ctx, user.email, erasedLetter(user.name))
    }),
  )
}

type Asked = typeof accountErasures.$inferSelect

/** Says why once, and again if the reason is another. */
async function hold(
  ctx: Context,
  { userId, heldBy }: Asked,
  reason: NonNullable<Asked['heldBy']>,
): Promise<void> {
  if (heldBy === reason) return
  await ctx.db
    .update(accountErasures)
    .set({ heldBy: reason })
    .where(eq(accountErasures.userId, userId))
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (user) await enqueueMail(ctx, user.email, erasureHeldLetter(user.name, reason))
}

/** Traces of use and of administration, for as long as the operator keeps them. */
export async function deleteOldTraces(ctx: Context): Promise<void> {
  const { keepLogsDays } = await productSettings(ctx)
  const before = new Date(ctx.clock.now().getTime() - keepLogsDays * DAY_MS)
  await ctx.db.delete(visits).where(lt(visits.startedAt, before))
  await ctx.db.delete(auditLog).where(lt(auditLog.at, before))
  await ctx.db.delete(llmCalls).where(lt(llmCalls.at, before))
}

/** Their accounts go with the owner: first it is said who is to have them, or that none is. */
async function refuseTeamOwner(ctx: Context, userId: string): Promise<void> {
  const people = await countMembers(ctx, userId)
  if (people === 0) return
  const who = plural(people, 'persona trabaja', 'personas trabajan')
  throw new AppError(
    'conflict',
    `Eres dueño de un equipo y ${who} en tus cuentas: antes de eliminar la tuya, traspasa el equipo o quita a quien está en él (Configuración › Equipo; sin suscripción, en Tus datos).`,
  )
}

async function isLastAdministrator(ctx: Context, userId: string): Promise<boolean> {
  const admins = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true)))
    .orderBy(users.id)
    .for('update')
  return admins.length === 1 && admins[0]?.id === userId
}
