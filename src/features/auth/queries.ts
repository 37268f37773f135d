import { eq } from 'drizzle-orm'
import type { CallerContext } from '#platform/context.ts'
import { users } from '#platform/db/schema/access.ts'
import type { SessionUser } from './contract.ts'
import { toSessionUser } from './rules.ts'

export async function getCallerUser(ctx: CallerContext): Promise<SessionUser> {
  const [user] = await ctx.db.select().from(users).where(eq(users.id, ctx.caller.userId))
  // The session was joined with its user in this very request.
  return toSessionUser(user!)
}
