import { eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { verdictMails } from '#platform/db/schema/watch.ts'
import { personOf } from '#platform/session.ts'

export async function getVerdictMail(ctx: CallerContext) {
  const [row] = await ctx.db
    .select({ isWanted: verdictMails.isWanted })
    .from(verdictMails)
    .where(eq(verdictMails.userId, personOf(ctx.caller)))
  return { activo: row?.isWanted ?? true }
}
