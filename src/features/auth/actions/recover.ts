import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { endAllOf, type Made } from '#account-data/made-by.ts'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { normaliseEmail } from '#platform/email-address.ts'
import {
  endEmailTokensOf,
  findEmailToken,
  issueEmailToken,
  useEmailToken,
} from '#platform/email-tokens.ts'
import { endChallengesOf } from '#platform/identity-challenges.ts'
import { enqueue } from '#platform/jobs.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { refuseGuessablePassword } from '#platform/password-policy.ts'
import { hashPassword } from '#platform/passwords.ts'
import { endSessionsOf } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import {
  FORGOT_PASSWORD_PATH,
  RESET_PASSWORD_PATH,
  writeRecoveryMail,
} from '../contract/endpoints.ts'
import {
  endedByRecoveryLetter,
  passwordResetLetter,
  recoveryLetter,
  resetByAdministratorLetter,
} from '../emails.ts'
import { mailedLink } from '../rules.ts'

const BAD_LINK = 'No se pudo actualizar la contraseña. El enlace puede haber expirado.'

/** Answers alike, and as fast, whether the address is known: the background looks it up. */
export async function requestRecovery(
  ctx: Context,
  { email, origin }: { email: string; origin: string },
): Promise<void> {
  await enqueue(ctx, writeRecoveryMail, { email: normaliseEmail(email), origin })
}

/** Writes the link to choose a new password; to an unknown address nothing. */
export async function writeRecovery(
  ctx: Context,
  { email, origin, byAdministrator }: z.output<(typeof writeRecoveryMail)['payload']>,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [user] = await ctx.db
      .select()
      .from(users)
      .where(and(eq(users.email, email), eq(users.isDemo, false)))
    if (!user) return
    const token = await issueEmailToken(ctx, { purpose: 'reset', email, userId: user.id })
    const link = mailedLink(origin, RESET_PASSWORD_PATH, { email, token })
    const letter = byAdministrator ? resetByAdministratorLetter : recoveryLetter
    await enqueueMail(ctx, email, letter(user.name, link))
  })
}

/** Sets the password, ends every session, what was made for other programs and changes of address under way, and tells the user. Throws 400 for a bad link or password. */
export async function resetPassword(
  ctx: Context,
  input: { email: string; token: string; newPassword: string; origin: string },
): Promise<void> {
  const email = normaliseEmail(input.email)
  const presented = { purpose: 'reset', email, token: input.token } as const
  if (!(await findEmailToken(ctx, presented))) throw new AppError('invalid', BAD_LINK)
  const [owner] = await ctx.db.select().from(users).where(eq(users.email, email))
  refuseGuessablePassword(input.newPassword, { email, name: owner?.name ?? '' }, 'newPassword')
  const passwordHash = await hashPassword(input.newPassword)
  await inTransaction(ctx, async (ctx) => {
    const used = await useEmailToken(ctx, presented)
    if (!used?.userId) throw new AppError('invalid', BAD_LINK)
    // The address must still be this user's: a link mailed before it changed opens nothing.
    const [user] = await ctx.db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, used.userId), eq(users.email, email)))
      .returning()
    if (!user) throw new AppError('invalid', BAD_LINK)
    await endSessionsOf(ctx, user.id)
    await endEmailTokensOf(ctx, user.id)
    await endChallengesOf(ctx, user.id)
    const ended = await endWhatTheyMade(ctx, user)
    await enqueueMail(
      ctx,
      email,
      passwordResetLetter(user.name, `${input.origin}${FORGOT_PASSWORD_PATH}`, ended),
    )
  })
}

/**
 * Who made it may be the one from whom the account is being taken back; so may what they made in another's team, whose owner is told.
 * What colleagues made in this account's team is theirs.
 */
async function endWhatTheyMade(ctx: Context, user: { id: string; name: string }): Promise<Made> {
  const ended = await endAllOf(ctx, user.id)
  for (const [ownerId, made] of ended) {
    if (ownerId === user.id) continue
    const [owner] = await ctx.db.select().from(users).where(eq(users.id, ownerId))
    if (owner) await enqueueMail(ctx, owner.email, endedByRecoveryLetter(owner.name, user, made))
  }
  const all = [...ended.values()]
  return {
    keys: all.flatMap(({ keys }) => keys),
    sheets: all.flatMap(({ sheets }) => sheets),
    webhooks: all.flatMap(({ webhooks }) => webhooks),
  }
}
