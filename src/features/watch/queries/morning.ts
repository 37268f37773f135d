import { eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { morningMails } from '#platform/db/schema/watch.ts'

export async function getMorningMail(ctx: CallerContext) {
  const [row] = await ctx.db
    .select({ userId: morningMails.userId })
    .from(morningMails)
    .where(eq(morningMails.userId, ctx.caller.userId))
  return { activo: row !== undefined }
}
