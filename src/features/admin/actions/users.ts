import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { deleteUserForGood, lockSubscription } from '#account-data/erase-tenant.ts'
import { countMembers } from '#account-data/team-seats.ts'
import { FORGOT_PASSWORD_PATH, writeRecoveryMail } from '#features/auth/contract/endpoints.ts'
import { isPaid, settleShutOut, syncBilling } from '#features/billing/contract/subscription.ts'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { billingAccounts } from '#platform/db/schema/billing.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { normaliseEmail } from '#platform/email-address.ts'
import { enqueue } from '#platform/jobs.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { refuseGuessablePassword } from '#platform/password-policy.ts'
import { hashPassword } from '#platform/passwords.ts'
import { AppError } from '#shared/app-error.ts'
import { plural } from '#shared/spanish-numbers.ts'
import { accountCreatedLetter } from '../emails.ts'
import { accessAfter, decide, isFreed, isLastAdmin, type Marks } from '../rules.ts'
import { recordAction } from './audit.ts'

export type User = typeof users.$inferSelect

/**
 * An administrator is active at once; a user waits to be activated or to subscribe. Throws 409 for an address
 * that is taken, 400 for a guessable password.
 */
export async function createUser(
  ctx: CallerContext,
  input: {
    name: string
    email: string
    phone: string
    password: string
    role: User['role']
    origin: string
  },
): Promise<User> {
  const email = normaliseEmail(input.email)
  refuseGuessablePassword(input.password, { email, name: input.name }, 'password')
  const passwordHash = await hashPassword(input.password)
  return await inTransaction(ctx, async (ctx) => {
    const [user] = await ctx.db
      .insert(users)
      .values({
        id: randomUUID(),
        email,
        name: input.name,
        phone: input.phone,
        passwordHash,
        role: input.role,
        isActive: input.role === 'admin',
        activatedManually: input.role === 'admin',
        createdAt: ctx.clock.now(),
      })
      .onConflictDoNothing()
      .returning()
    if (!user) throw new AppError('conflict', 'Ya existe un usuario con ese correo.')
    await recordAction(ctx, 'create_user', user, { role: { before: undefined, after: user.role } })
    const urls = {
      logIn: `${input.origin}/login`,
      recover: `${input.origin}${FORGOT_PASSWORD_PATH}`,
    }
    await enqueueMail(ctx, email, accountCreatedLetter(user.name, urls))
    return user
  })
}

export async function resetUserPassword(
  ctx: CallerContext,
  input: { email: string; origin: string },
): Promise<void> {
  const email = normaliseEmail(input.email)
  await inTransaction(ctx, async (ctx) => {
    const [user] = await ctx.db
      .select()
      .from(users)
      .where(and(eq(users.email, email), eq(users.isDemo, false)))
    if (!user) throw new AppError('not_found', 'No existe ningún usuario con ese correo.')
    await recordAction(ctx, 'reset_password', user)
    await enqueue(ctx, writeRecoveryMail, { email, origin: input.origin, byAdministrator: true })
  })
}

/** What changes nothing is not recorded; what ends for an account is told to it. Throws 409 for one's own access. */
export async function setUserStatus(
  ctx: CallerContext,
  {
    id,
    status,
    endsSubscription = false,
  }: { id: string; status: boolean; endsSubscription?: boolean | undefined },
): Promise<User> {
  return await inTransaction(ctx, async (ctx) => {
    await lockSubscription(ctx, id)
    const { user, isLast } = await lockUser(ctx, id)
    const marks = decide(user, status)
    if (!marks) return user
    if (isLast) throw lastAdmin('desactivar')
    if (!status && id === ctx.caller.userId) throw new AppError('conflict', OWN_ACCESS)
    await recordAction(ctx, status ? 'activate_user' : 'deactivate_user', user, changesOf(marks))
    if (marks.deactivatedManually) await enqueueShutOut(ctx, id, endsSubscription)
    return await changeUser(ctx, id, await accessWith(ctx, user, marks))
  })
}

async function enqueueShutOut(ctx: CallerContext, userId: string, endsSubscription: boolean) {
  const at = ctx.clock.now().toISOString()
  await enqueue(ctx, settleShutOut, { userId, endsSubscription, at })
}

/** The days after which the data of an ended subscription go begin anew where a gift or a closed door ends. */
async function accessWith(ctx: CallerContext, user: User, marks: Marks) {
  const isOwn = eq(billingAccounts.userId, user.id)
  const now = ctx.clock.now()
  if (isFreed(user, marks))
    await ctx.db
      .update(billingAccounts)
      // What came in the meantime of a gift goes too.
      .set({ heldUntil: now, ...(user.activatedManually && { dataDeletedAt: null }) })
      .where(isOwn)
  const [billing] = await ctx.db
    .select({ status: billingAccounts.status })
    .from(billingAccounts)
    .where(isOwn)
  // Only Stripe knows for certain what a subscription gives now.
  if (billing) await enqueue(ctx, syncBilling, { userId: user.id, since: now.toISOString() })
  return accessAfter(user, marks, isPaid(billing?.status))
}

/** An administrator's access hangs on no card: it is given with the role, and ends with it. */
export async function setUserRole(
  ctx: CallerContext,
  { id, role }: { id: string; role: User['role'] },
): Promise<User> {
  return await inTransaction(ctx, async (ctx) => {
    await lockSubscription(ctx, id)
    const { user, isLast } = await lockUser(ctx, id)
    if (user.role === role) return user
    if (isLast) throw lastAdmin('quitar')
    const isGiven = role === 'admin'
    const marks = user.activatedManually === isGiven ? {} : { activatedManually: isGiven }
    const changes = { role: { before: user.role, after: role }, ...changesOf(marks) }
    await recordAction(ctx, 'change_role', user, changes)
    return await changeUser(ctx, id, { role, ...(await accessWith(ctx, user, marks)) })
  })
}

function changesOf(marks: Marks) {
  return Object.fromEntries(
    Object.entries(marks).map(([mark, after]) => [mark, { before: !after, after }]),
  )
}

/** Throws 409 for the last administrator and the owner of a team with members. */
export async function deleteUser(ctx: CallerContext, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockSubscription(ctx, id)
    const { user, isLast } = await lockUser(ctx, id)
    if (isLast) throw lastAdmin('eliminar')
    await refuseTeamOwner(ctx, id)
    await recordAction(ctx, 'delete_user', user)
    await deleteUserForGood(ctx, id, { by: 'administrator', at: ctx.clock.now() })
  })
}

/** The row is locked, so that none joins in the meantime. */
async function refuseTeamOwner(ctx: CallerContext, id: string): Promise<void> {
  const people = await countMembers(ctx, id)
  if (people === 0) return
  const who = plural(people, 'persona trabaja', 'personas trabajan')
  throw new AppError(
    'conflict',
    `Es dueño de un equipo y ${who} en sus cuentas: antes tiene que traspasarlo o quitar a quien está en él. Mientras tanto puedes desactivarlo.`,
  )
}

/** Locks every active administrator too: two of them must not demote each other at the same instant. */
async function lockUser(ctx: CallerContext, id: string): Promise<{ user: User; isLast: boolean }> {
  const admins = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true)))
    .orderBy(users.id)
    .for('update')
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.isDemo, false)))
    .for('update')
  if (!user) throw new AppError('not_found', 'No existe ese usuario.')
  return {
    user,
    isLast: isLastAdmin(
      id,
      admins.map((admin) => admin.id),
    ),
  }
}

async function changeUser(ctx: CallerContext, id: string, values: Partial<User>): Promise<User> {
  const [user] = await ctx.db.update(users).set(values).where(eq(users.id, id)).returning()
  // Locked just before in this transaction.
  return user!
}

const OWN_ACCESS =
  'No puedes desactivar tu propia cuenta: te quedarías fuera de la administración. Tiene que hacerlo otro administrador.'

const LAST_ADMIN = {
  desactivar: 'Eres el último administrador activo: no puedes desactivar tu cuenta.',
  quitar: 'Eres el último administrador activo: no puedes dejar de serlo.',
  eliminar: 'Eres el último administrador activo: no puedes eliminar tu cuenta.',
}

function lastAdmin(what: keyof typeof LAST_ADMIN): AppError {
  return new AppError('conflict', LAST_ADMIN[what])
}
