import { lt, or } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import { emailTokens, oauthStates, sessions } from '#platform/db/schema/access.ts'
import { deleteExpiredChallenges } from '#platform/identity-challenges.ts'

/** Removes sessions, mailed links and consents under way that nothing can use any more. */
export async function deleteExpiredAccess(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.delete(sessions).where(or(lt(sessions.expiresAt, now), lt(sessions.endsAt, now)))
  await ctx.db.delete(emailTokens).where(lt(emailTokens.expiresAt, now))
  await deleteExpiredChallenges(ctx)
  await ctx.db.delete(oauthStates).where(lt(oauthStates.expiresAt, now))
}
