import { and, eq } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { normaliseEmail } from '#platform/email-address.ts'
import type { Exchange } from '#platform/http.ts'
import { openChallenge } from '#platform/identity-challenges.ts'
import { openLogIn } from '#platform/log-in.ts'
import { hashPassword, isOutdated, passwordMatches } from '#platform/passwords.ts'
import { callerOf, clearCookie, endSession, extendSession } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import type { SessionUser } from '../contract/endpoints.ts'
import { getCallerUser } from '../queries.ts'
import { toSessionUser } from '../rules.ts'

/**
 * With a second factor a token instead of a session: who has it may show the factor. Throws 401 'Credenciales
 * inválidas' alike for an unknown address and a wrong password.
 */
export async function logIn(
  ctx: Context,
  input: { email: string; password: string },
  exchange: Exchange,
): Promise<{ user: SessionUser } | { user: null; secondStepToken: string }> {
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(eq(users.email, normaliseEmail(input.email)))
  if (!(await passwordMatches(user?.passwordHash, input.password)) || !user)
    throw new AppError('bad_credentials', 'Credenciales inválidas')
  if (isOutdated(user.passwordHash)) await hashAnew(ctx, user, input.password)
  if (user.secondFactorSince) {
    const secondStepToken = await openChallenge(ctx, { purpose: 'second_step', userId: user.id })
    return { user: null, secondStepToken }
  }
  // As the status call says it from now on: in a team its owner's plan counts.
  const caller = await callerOf(ctx, await openLogIn(ctx, exchange, user))
  return { user: toSessionUser(user, caller?.team) }
}

async function hashAnew(
  ctx: Context,
  { id, passwordHash }: typeof users.$inferSelect,
  password: string,
): Promise<void> {
  await ctx.db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    // Not over one that was chosen in this very moment.
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
}

export async function logOut(ctx: Context, exchange: Exchange): Promise<void> {
  if (ctx.caller) await endSession(ctx, ctx.caller.sessionHash)
  clearCookie(exchange.reply, exchange.origin)
}

export async function refreshSession(ctx: CallerContext): Promise<SessionUser> {
  await extendSession(ctx, ctx.caller.sessionHash)
  return await getCallerUser(ctx)
}
