import { eq } from 'drizzle-orm'
import type { CallerContext, Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { totpSecrets } from '#platform/db/schema/identity.ts'
import type { Exchange } from '#platform/http.ts'
import { findChallenge, takeChallenge } from '#platform/identity-challenges.ts'
import { openLogIn } from '#platform/log-in.ts'
import { passwordMatches } from '#platform/passwords.ts'
import { confirmSession } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import { takeCode, type User } from './factor-codes.ts'
import { passkeyOptions, userOfPasskey } from './passkey-answers.ts'

const NO_CODE = 'Escribe el código.'
const TOO_LATE = 'Ha pasado demasiado tiempo. Vuelve a escribir tu correo y tu contraseña.'

/** The second step of a log-in by code. Throws 400 for a wrong one, and when the first step is too long ago. */
export async function enterCode(
  ctx: Context,
  { token, code }: { token: string; code: string },
  exchange: Exchange,
): Promise<void> {
  const user = await userInSecondStep(ctx, token)
  await takeCode(ctx, user, code)
  if (!(await takeChallenge(ctx, { token, purpose: 'second_step' })))
    throw new AppError('invalid', TOO_LATE)
  await openLogIn(ctx, exchange, user)
}

export async function askPasskey(
  ctx: Context,
  secondStepToken: string | undefined,
  origin: string,
) {
  const userId = secondStepToken ? (await userInSecondStep(ctx, secondStepToken)).id : null
  return await passkeyOptions(ctx, { purpose: 'passkey_log_in', userId }, origin)
}

/** A passkey is two factors: the thing, and the finger or number that unlocks it. */
export async function enterPasskey(
  ctx: Context,
  given: { token: string; answer: unknown },
  exchange: Exchange,
): Promise<void> {
  const { origin } = exchange
  const user = await userOfPasskey(ctx, { ...given, origin, purposes: ['passkey_log_in'] })
  await openLogIn(ctx, exchange, user)
}

/** Throws 400 for a wrong password or, with an app, a wrong or missing code. */
export async function confirmByPassword(
  ctx: CallerContext,
  { password, code }: { password: string; code?: string | undefined },
  exchange: Exchange,
): Promise<void> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, ctx.caller.userId))
  if (!user || !(await passwordMatches(user.passwordHash, password))) {
    const text = 'La contraseña no es correcta.'
    throw new AppError('invalid', text, { fields: { password: text } })
  }
  const [app] = await ctx.db
    .select({ confirmedAt: totpSecrets.confirmedAt })
    .from(totpSecrets)
    .where(eq(totpSecrets.userId, user.id))
  if (app?.confirmedAt) await takeCode(ctx, user, requireCode(code))
  await confirmSession(ctx, exchange)
}

/** None is no try at one: five of those would lock the account. */
function requireCode(code: string | undefined): string {
  if (code?.trim()) return code
  throw new AppError('invalid', NO_CODE, { fields: { code: NO_CODE } })
}

export async function confirmByPasskey(
  ctx: CallerContext,
  given: { token: string; answer: unknown },
  exchange: Exchange,
): Promise<void> {
  const { origin } = exchange
  const user = await userOfPasskey(ctx, { ...given, origin, purposes: ['passkey_confirm'] })
  if (user.id !== ctx.caller.userId) throw new AppError('invalid', 'Esa llave es de otra cuenta.')
  await confirmSession(ctx, exchange)
}

async function userInSecondStep(ctx: Context, token: string): Promise<User> {
  const step = await findChallenge(ctx, { token, purpose: 'second_step' })
  const [user] = step?.userId
    ? await ctx.db.select().from(users).where(eq(users.id, step.userId))
    : []
  if (!user) throw new AppError('invalid', TOO_LATE)
  return user
}
