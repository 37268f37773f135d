import { eq } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import type { Letter } from '#platform/mail/letter.ts'
import { enqueueMail } from '#platform/mail/send-mail.ts'

/** In the transaction of what it tells of, so that it goes out once. */
export async function tellOwner(
  ctx: Context,
  userId: string,
  write: (userName: string) => Letter,
): Promise<void> {
  const [owner] = await ctx.db.select().from(users).where(eq(users.id, userId))
  if (!owner || owner.isDemo) return
  await enqueueMail(ctx, owner.email, write(owner.name))
}
