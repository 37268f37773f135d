import { and, eq } from 'drizzle-orm'
import { stillWorkingOf } from '#account-data/made-by.ts'
import { FORGOT_PASSWORD_PATH } from '#features/auth/contract/endpoints.ts'
import type { CallerContext } from '#platform/context.ts'
import { sessions, users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { endEmailTokensOf } from '#platform/email-tokens.ts'
import type { Exchange } from '#platform/http.ts'
import { endChallengesOf } from '#platform/identity-challenges.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { refuseGuessablePassword } from '#platform/password-policy.ts'
import { hashPassword, passwordMatches } from '#platform/passwords.ts'
import { clearCookie, endSession, endSessionsOf } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import { passwordChangedLetter } from '../emails.ts'

const WRONG_PASSWORD = 'La contraseña actual no es correcta.'

/** Ends every other session and change of address under way and tells the user. Throws 400 when the current password is wrong. */
export async function changePassword(
  ctx: CallerContext,
  input: { currentPassword: string; newPassword: string; origin: string },
): Promise<void> {
  const { userId, sessionHash } = ctx.caller
  const [user] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (!user || !(await passwordMatches(user.passwordHash, input.currentPassword)))
    throw new AppError('invalid', WRONG_PASSWORD, { fields: { currentPassword: WRONG_PASSWORD } })
  refuseGuessablePassword(input.newPassword, user, 'newPassword')
  const passwordHash = await hashPassword(input.newPassword)
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await endSessionsOf(ctx, userId, sessionHash)
    await endEmailTokensOf(ctx, userId)
    await endChallengesOf(ctx, userId)
    const made = await stillWorkingOf(ctx, userId)
    const recoveryUrl = `${input.origin}${FORGOT_PASSWORD_PATH}`
    await enqueueMail(ctx, user.email, passwordChangedLetter(user.name, recoveryUrl, made))
  })
}

/** Throws 404 for a session of another user. */
export async function endOwnSession(
  ctx: CallerContext,
  sessionId: string,
  exchange: Exchange,
): Promise<void> {
  const [session] = await ctx.db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, ctx.caller.userId)))
  if (!session) throw new AppError('not_found', 'No existe esa sesión.')
  await endSession(ctx, session.tokenHash)
  if (session.tokenHash === ctx.caller.sessionHash) clearCookie(exchange.reply, exchange.origin)
}
