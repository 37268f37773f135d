import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { disputeLetter } from '../emails/dispute.ts'

/** Only people can answer a bank, within days: every administrator is told. In the caller's transaction. */
export async function tellOfDispute(ctx: Context, dispute: Stripe.Dispute): Promise<void> {
  const admins = await ctx.db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true)))
  for (const { name, email } of admins) await enqueueMail(ctx, email, disputeLetter(name, dispute))
}
