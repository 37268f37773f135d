import { and, eq, ne } from 'drizzle-orm'
import { passOnEmail } from '#features/billing/contract/subscription.ts'
import type { CallerContext, Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { normaliseEmail } from '#platform/email-address.ts'
import { endEmailTokensOf, issueEmailToken, useEmailToken } from '#platform/email-tokens.ts'
import { enqueue } from '#platform/jobs.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { requireConfirmed } from '#platform/session.ts'
import { AppError } from '#shared/app-error.ts'
import { CONFIRM_EMAIL_PATH } from '../contract/endpoints.ts'
import {
  addressTakenLetter,
  confirmEmailLetter,
  emailChangeAskedLetter,
  emailChangedLetter,
} from '../emails.ts'

type User = typeof users.$inferSelect

const DEAD_LINK =
  'Este enlace ya se ha usado o ha caducado. Si todavía entras con tu correo anterior, pide el cambio otra vez en la configuración.'

/** Stores name and phone; a new address waits until it is confirmed. Returns whether it waits. */
export async function updateProfile(
  ctx: CallerContext,
  input: { name: string; email: string; phone: string | null; origin: string },
): Promise<{ emailWaits: boolean }> {
  const email = normaliseEmail(input.email)
  return await inTransaction(ctx, async (ctx) => {
    const [known] = await ctx.db
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, ctx.caller.userId))
    // Who has the address can have everything else sent there.
    if (known?.email !== email) requireConfirmed(ctx)
    const [user] = await ctx.db
      .update(users)
      .set({ name: input.name, phone: input.phone })
      .where(eq(users.id, ctx.caller.userId))
      .returning()
    if (!user || user.email === email) return { emailWaits: false }
    await askToConfirm(ctx, user, email, input.origin)
    return { emailWaits: true }
  })
}

/**
 * Mails the link to the new address and tells the old one. An address that another account has gets no link,
 * but nothing here shows the difference.
 */
async function askToConfirm(ctx: Context, user: User, email: string, origin: string) {
  const token = await issueEmailToken(ctx, { purpose: 'change_email', email, userId: user.id })
  const link = `${origin}${CONFIRM_EMAIL_PATH}?${new URLSearchParams({ email, token })}`
  const letter = (await isTaken(ctx, email, user.id))
    ? addressTakenLetter()
    : confirmEmailLetter(user.name, link)
  await enqueueMail(ctx, email, letter)
  await enqueueMail(ctx, user.email, emailChangeAskedLetter(user.name, email))
}

/** The address is the user's from now on, at Stripe too. Throws 400 for a bad link, 409 when another account took the address meanwhile. */
export async function confirmEmail(
  ctx: Context,
  input: { email: string; token: string },
): Promise<void> {
  const email = normaliseEmail(input.email)
  await inTransaction(ctx, async (ctx) => {
    const used = await useEmailToken(ctx, { purpose: 'change_email', email, token: input.token })
    if (!used?.userId) throw new AppError('invalid', DEAD_LINK)
    if (await isTaken(ctx, email, used.userId))
      throw new AppError('conflict', 'Ese correo ya tiene otra cuenta.')
    // The token's user exists: deleting a user deletes the tokens.
    const [user] = await ctx.db.select().from(users).where(eq(users.id, used.userId)).for('update')
    await ctx.db.update(users).set({ email }).where(eq(users.id, used.userId))
    await endEmailTokensOf(ctx, used.userId)
    await enqueueMail(ctx, user!.email, emailChangedLetter(user!.name, email))
    await enqueue(ctx, passOnEmail, { userId: used.userId })
  })
}

async function isTaken(ctx: Context, email: string, exceptId: string): Promise<boolean> {
  const [other] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, exceptId)))
  return other !== undefined
}
