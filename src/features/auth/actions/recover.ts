import { and, eq, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { apiKeys, sheetFeeds } from '#platform/db/schema/integrations.ts'
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
import { passwordResetLetter, recoveryLetter, resetByAdministratorLetter } from '../emails.ts'
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

/** Sets the password, ends every session, API key and change of address under way and tells the user. Throws 400 for a bad link or password. */
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
    // Who made them may be the one from whom the account is being taken back.
    await ctx.db
      .update(apiKeys)
      .set({ revokedAt: ctx.clock.now() })
      .where(and(eq(apiKeys.userId, user.id), isNull(apiKeys.revokedAt)))
    await ctx.db.delete(sheetFeeds).where(eq(sheetFeeds.userId, user.id))
    await enqueueMail(
      ctx,
      email,
      passwordResetLetter(user.name, `${input.origin}${FORGOT_PASSWORD_PATH}`),
    )
  })
}
