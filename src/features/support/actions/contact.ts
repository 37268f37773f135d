import { and, eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import { inTransaction } from '#platform/db/transaction.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'
import { productSettings } from '#platform/product-settings.ts'
import { contactLetter } from '../emails.ts'

/** What a stranger writes: by mail to the team, or to every administrator while the team has no address. */
export async function contactTeam(
  ctx: Context,
  from: { name: string; email: string; text: string },
): Promise<void> {
  const { supportEmail } = await productSettings(ctx)
  await inTransaction(ctx, async (ctx) => {
    const to = supportEmail ? [supportEmail] : await administrators(ctx)
    for (const address of to) await enqueueMail(ctx, address, contactLetter(from))
  })
}

async function administrators(ctx: Context): Promise<string[]> {
  const rows = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true)))
  return rows.map(({ email }) => email)
}
