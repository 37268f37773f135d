import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { normaliseEmail } from '#platform/email-address.ts'
import { findEmailToken, issueEmailToken, useEmailToken } from '#platform/email-tokens.ts'
import { enqueue } from '#platform/jobs.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { refuseGuessablePassword } from '#platform/password-policy.ts'
import { hashPassword } from '#platform/passwords.ts'
import { productSettings } from '#platform/product-settings.ts'
import { AppError } from '#shared/app-error.ts'
import { REGISTER_PATH, writeRegistrationMail } from '../contract/endpoints.ts'
import { alreadyRegisteredLetter, registrationLetter } from '../emails.ts'
import { mailedLink } from '../rules.ts'

const BAD_LINK = 'Token inválido o expirado'

/** Answers alike, and as fast, whether the address is known: what to write is decided in the background. */
export async function startRegistration(
  ctx: Context,
  { email, origin }: { email: string; origin: string },
): Promise<void> {
  const { signUpOpen } = await productSettings(ctx)
  if (!signUpOpen)
    throw new AppError(
      'forbidden',
      'El registro está cerrado por ahora. Si ya tienes cuenta, puedes iniciar sesión.',
    )
  await enqueue(ctx, writeRegistrationMail, { email: normaliseEmail(email), origin })
}

/** Writes the registration link, or 'ya tienes cuenta'. Run twice, the newer link replaces the older. */
export async function writeRegistration(
  ctx: Context,
  { email, origin }: { email: string; origin: string },
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [known] = await ctx.db.select().from(users).where(eq(users.email, email))
    if (known) {
      if (!known.isDemo)
        await enqueueMail(ctx, email, alreadyRegisteredLetter(known.name, `${origin}/login`))
      return
    }
    const token = await issueEmailToken(ctx, { purpose: 'register', email })
    const link = mailedLink(origin, REGISTER_PATH, { email, token })
    await enqueueMail(ctx, email, registrationLetter(link))
  })
}

export async function isRegistrationLinkGood(
  ctx: Context,
  { email, token }: { email: string; token: string },
): Promise<boolean> {
  const address = normaliseEmail(email)
  return (
    (await findEmailToken(ctx, { purpose: 'register', email: address, token })) !== undefined &&
    !(await isKnown(ctx, address))
  )
}

/**
 * Creates the account, without subscription. Throws 400 for a guessable password or a bad link, 409 when
 * the account exists already (a second submit, or an administrator was faster).
 */
export async function completeRegistration(
  ctx: Context,
  input: { email: string; name: string; password: string; token: string },
): Promise<void> {
  const email = normaliseEmail(input.email)
  refuseGuessablePassword(input.password, { email, name: input.name }, 'password')
  const presented = { purpose: 'register', email, token: input.token } as const
  if (!(await findEmailToken(ctx, presented))) throw new AppError('invalid', BAD_LINK)
  const passwordHash = await hashPassword(input.password)
  await inTransaction(ctx, async (ctx) => {
    if (!(await useEmailToken(ctx, presented))) throw new AppError('invalid', BAD_LINK)
    const created = await ctx.db
      .insert(users)
      .values({
        id: randomUUID(),
        email,
        name: input.name,
        passwordHash,
        role: 'user',
        isActive: false,
        createdAt: ctx.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: users.id })
    // The holder of the link has proved to own the address, so this discloses nothing.
    if (created.length === 0)
      throw new AppError('conflict', 'Esa cuenta ya está creada. Inicia sesión.')
  })
}

async function isKnown(ctx: Context, email: string): Promise<boolean> {
  const [known] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return known !== undefined
}
